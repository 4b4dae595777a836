// SPDX-License-Identifier: Apache-2.0
// What is to be done with packets under way, and when. Nearly all of it lies a few cycles ahead: such an event has a place in a ring
// of cycles, and what lies further ahead, or behind the ring's beginning, stands in a queue beside it.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <queue>
#include <vector>

#include "models/time/cycle.h"

namespace tensix {

enum class noc_flight_step : uint8_t { release, head, reserve };

// The order of events is cycle, kind, link, number, step: packed.
struct noc_flight_event {
  noc_flight_event(cycle_t cycle, noc_flight_step kind, unsigned link, uint64_t number, size_t step, uint32_t of_flight)
      : first(cycle << 18 | uint64_t{static_cast<uint8_t>(kind)} << 16 | link),
        second(number << 10 | step),
        flight(of_flight) {}
  uint64_t first;   // cycle (46 bits), kind (2), link (16)
  uint64_t second;  // number (54 bits: a sender's 2^38 packets), step (10)
  uint32_t flight;
  cycle_t cycle() const { return first >> 18; }
  noc_flight_step kind() const { return static_cast<noc_flight_step>(first >> 16 & 3); }
  uint16_t step() const { return static_cast<uint16_t>(second & 1023); }
  bool before(const noc_flight_event& o) const { return (first < o.first) | ((first == o.first) & (second < o.second)); }
};

class noc_flight_events {
 public:
  void put(const noc_flight_event& e) {
    if (e.cycle() - begin_ >= cycles) return beside_.push(e);  // the cycles before the beginning, too
    auto& row = rows_[e.cycle() % cycles];
    filled_ |= uint64_t{1} << e.cycle() % cycles;
    auto place = row.end();
    while (place != row.begin() && (place - 1)->before(e)) --place;
    row.insert(place, e);
  }
  bool empty() const { return !filled_ && beside_.empty(); }
  // The cycle of the first one; never: there is none.
  cycle_t next() const {
    const cycle_t near = filled_ ? first_cycle() : never;
    return beside_.empty() ? near : std::min(near, beside_.top().cycle());
  }
  // The first one, which there is, leaves.
  noc_flight_event take() {
    auto& row = rows_[first_cycle() % cycles];
    const bool near = filled_ && (beside_.empty() || row.back().before(beside_.top()));
    const noc_flight_event e = near ? row.back() : beside_.top();
    if (near) {
      row.pop_back();
      if (row.empty()) filled_ &= ~(uint64_t{1} << e.cycle() % cycles);
    } else {
      beside_.pop();
    }
    begin_ = std::max(begin_, e.cycle());
    return e;
  }

 private:
  static constexpr unsigned cycles = 64;  // one word of `filled_`; a hop takes 9
  struct later {
    bool operator()(const noc_flight_event& a, const noc_flight_event& b) const { return b.before(a); }
  };
  cycle_t begin_ = 0;
  std::array<std::vector<noc_flight_event>, cycles> rows_;  // of begin_ and the cycles behind it, the first event last
  uint64_t filled_ = 0;                                     // rows that are not empty
  std::priority_queue<noc_flight_event, std::vector<noc_flight_event>, later> beside_;

  // Of the ring, if it is not empty.
  cycle_t first_cycle() const {
    const unsigned turn = begin_ % cycles;
    const uint64_t ahead = turn ? filled_ >> turn | filled_ << (cycles - turn) : filled_;
    return begin_ + (ahead ? static_cast<unsigned>(__builtin_ctzll(ahead)) : 0);
  }
};

}  // namespace tensix
