// SPDX-License-Identifier: Apache-2.0
// The events of a run that a recorder has at present, and what each of them waited for last.
#pragma once
#include <cstdint>
#include <vector>

#include "models/observe/causes.h"

namespace tensix {

class path_piece {
 public:
  using event = cause_recorder::event;
  struct binding {  // what an event waited for last
    size_t before = 0;
    cause by;
    uint64_t over = 0;  // the cycle in which that was over
  };

  explicit path_piece(const cause_recorder& recorded) : recorded_(recorded) {}

  // For those that have been recorded by now. Returns how many causes would have been over only behind what they are the causes of.
  uint64_t bind();
  const binding& bound(size_t event) const { return bindings_[event]; }

  const std::vector<event>& events() const { return recorded_.events(); }
  const std::vector<cause>& causes() const { return recorded_.causes(); }
  const std::vector<rounds_of_looks>& rounds() const { return recorded_.rounds(); }
  size_t place_of(event_id id) const { return id - recorded_.first(); }
  bool known(event_id id) const { return recorded_.known(id); }
  uint64_t cycle_of(const cause& c) const { return recorded_.cycle_of(c); }
  // nullptr: it is no look that has found a change, or what is known of it is forgotten.
  const rounds_of_looks* rounds_of(size_t event) const;
  // The last event up to this cycle.
  size_t latest(uint64_t until) const;

  // Of a bound event: calls f(cause, the event before, the cycle in which it is over) for its causes, but for those that are forgotten
  // or would be over too late.
  template <class F>
  void for_causes(size_t i, F f) const {
    for (size_t c = events()[i].first, end = causes_end(i); c < end; ++c)
      if (over_[c] != left_out) f(causes()[c], place_of(causes()[c].after), over_[c]);
  }

 private:
  static constexpr uint64_t left_out = ~uint64_t{0};
  const cause_recorder& recorded_;
  std::vector<binding> bindings_;
  std::vector<uint64_t> over_;  // by cause: the cycle in which it is over, or left_out

  size_t causes_end(size_t event) const { return event + 1 < events().size() ? events()[event + 1].first : causes().size(); }
};

}  // namespace tensix
