// SPDX-License-Identifier: Apache-2.0
// Makes cores slower at chosen places: whatever a core does may take longer on hardware (tensix-tlm races, docs/races.md). No SystemC.
#pragma once
#include <cstdint>

namespace tensix {

// What a core is about to do.
struct core_site {
  unsigned core;    // models/contracts/cores.h
  uint32_t place;   // of compiled code: its pc; of a played stream: the line; without lines: the word pushed, or the address
  bool push;        // a Tensix instruction; otherwise an access
  uint32_t detail;  // the instruction word; the address
};

class core_delays_if {
 public:
  // By how many cycles the core does it later. Called once each time that it does it.
  virtual uint32_t cycles(const core_site& site) = 0;

 protected:
  ~core_delays_if() = default;
};

}  // namespace tensix
