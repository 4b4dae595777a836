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

  // Calls f(cause, the event before, the cycle in which it is over) for those of event i that are not forgotten. Returns how many
  // would be over too late, and were left out.
  template <class F>
  uint64_t for_causes(size_t i, F f) const {
    const auto& all = events();
    const size_t end = i + 1 < all.size() ? all[i + 1].first : causes().size();
    uint64_t too_late = 0;
    for (size_t c = all[i].first; c < end; ++c) {
      const cause& by = causes()[c];
      const event_id before = by.after - recorded_.first();
      if (before >= i) continue;
      const uint64_t over = all[before].cycle + by.cycles + by.also_cycles;
      if (over > all[i].cycle) ++too_late;
      else f(by, before, over);
    }
    return too_late;
  }

 private:
  const cause_recorder& recorded_;
  std::vector<binding> bindings_;
};

}  // namespace tensix
