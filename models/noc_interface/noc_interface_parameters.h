// SPDX-License-Identifier: Apache-2.0
// Cycles of a network interface. platform/parameters.h has them of all units. No SystemC.
#pragma once
#include <cstdint>

namespace tensix {

struct noc_interface_parameters {
  uint32_t command_cycles = 6;     // from the store to CMD_CTRL to the first-hop virtual channel, if it is free
  uint32_t source_cycles = 1;      // from there to the first flit of a write, whose data are read meanwhile
  uint32_t to_router_cycles = 5;   // from the interface to its router
  uint32_t receive_cycles = 1;     // from the end of a link to memory, for requests and for answers
  uint32_t first_data_cycles = 3;  // of a request for data: from the first beat in L1 to the link
  uint32_t answer_cycles = 0;      // from memory to the link, of answers
  uint32_t packet_gap_cycles = 2;  // on the link between packets with data
};

}  // namespace tensix
