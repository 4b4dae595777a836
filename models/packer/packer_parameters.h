// SPDX-License-Identifier: Apache-2.0
// How the packers are joined, their rates and cycles. platform/parameters.h has them of all units. No SystemC.
#pragma once
#include <cstdint>

#include "models/registers/tensix_state.h"

namespace tensix {

inline constexpr unsigned most_conversion_places = 64;

struct packer_parameters {
  packer_topology topology = packer_topology::read_interfaces;
  uint32_t read_interfaces = 4;       // Dst read interfaces of topology read_interfaces: 1, 2, 4 or 8
  uint32_t interface_bytes = 32;      // bytes a cycle of one Dst read interface
  bool counts_dst_datums = false;     // interface_bytes counts what is read of Dst where that is more than what goes out
  bool widening_takes_cycles = true;  // the late conversion to n times as wide datums takes n cycles for each of the read
  uint32_t conversion_places = 3;     // PACRs that have been read and may wait for the late conversion
  uint32_t write_lanes = 8;           // 16-byte writes a cycle of one output stream
  // Writes that follow one another in L1 go there as one transfer of at most so many cycles. Where clients share ports their turns
  // go by transfers, so that it also says who waits.
  uint32_t longest_transfer_cycles = 16;
  uint32_t pipeline_latency_cycles = 0;  // from the Dst read to the write's first cycle
  uint32_t output_buffer_beats = 16;     // beats that may wait for L1 before PACR is held back
};

}  // namespace tensix
