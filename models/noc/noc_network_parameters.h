// SPDX-License-Identifier: Apache-2.0
// Cycles of a packet's way from router to router (docs/parameters.md, `noc.*`). No SystemC.
#pragma once
#include <cstdint>

namespace tensix {

struct noc_network_parameters {
  uint32_t hop_cycles = 9;             // from router to router
  uint32_t from_router_cycles = 5;     // from the last router to the interface
  uint32_t buffer_flits = 32;          // of a virtual channel at the end of each link
  uint32_t reserve_answer_cycles = 7;  // of a reservation's answer: from router to router, on its way back
  // One that has failed tries again after 1 to (pause << failures, at most doublings) cycles, at random by `seed`.
  uint32_t reserve_pause_cycles = 16, reserve_pause_doublings = 6;
  uint32_t seed = 1;
};

}  // namespace tensix
