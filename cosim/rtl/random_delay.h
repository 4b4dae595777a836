// SPDX-License-Identifier: Apache-2.0
// How long an adapter of RTL puts off what it might do at once: the same numbers on every machine for the same seed and name. What is
// put off is what the protocol at its pins lets come in any later cycle (docs/cosim.md, "Backpressure at random").
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>

#include "models/time/cycle.h"
#include "platform/unit_sources.h"

namespace tensix {

class random_delay {
 public:
  // `name`: of the adapter, and of what it puts off; each has numbers of its own.
  random_delay(const rtl_random_parameters& parameters, const std::string& name) : parameters_(parameters) {
    state_ = 0xcbf29ce484222325;
    for (const char letter : name) state_ = (state_ ^ static_cast<uint8_t>(letter)) * 0x100000001b3;
    state_ ^= uint64_t{parameters.seed} * 0x9e3779b97f4a7c15;
  }

  bool off() const { return parameters_.stall_percent == 0; }
  // The first cycle in which what could happen in `cycle` does. One draw; `cycle` does not fall.
  cycle_t from(cycle_t cycle) {
    if (off()) return cycle;
    if (parameters_.distribution == rtl_random_distribution::bursts) {
      if (cycle >= burst_until_ && below(100) < parameters_.stall_percent)
        burst_until_ = cycle + 1 + below(parameters_.most_cycles);
      return std::max(cycle, burst_until_);
    }
    if (below(100) >= parameters_.stall_percent) return cycle;
    if (parameters_.distribution == rtl_random_distribution::uniform) return cycle + 1 + below(parameters_.most_cycles);
    uint32_t longer = 1;  // geometric: each cycle is the last with one half
    while (longer < parameters_.most_cycles && below(2)) ++longer;
    return cycle + longer;
  }

 private:
  const rtl_random_parameters parameters_;
  uint64_t state_;
  cycle_t burst_until_ = 0;  // all that comes before is put off until then

  uint32_t below(uint32_t n) {  // splitmix64
    uint64_t x = state_ += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return static_cast<uint32_t>((x ^ x >> 31) % n);
  }
};

// Of one thing that is asked for again and again until it may happen: its delay is drawn when it is asked for first.
class delayed_once {
 public:
  bool may(random_delay& delay, cycle_t cycle) { return from(delay, cycle) <= cycle; }
  cycle_t from(random_delay& delay, cycle_t cycle) {
    if (delay.off()) return cycle;
    if (from_ == never) from_ = delay.from(cycle);
    return from_;
  }
  void happened() { from_ = never; }

 private:
  cycle_t from_ = never;
};

}  // namespace tensix
