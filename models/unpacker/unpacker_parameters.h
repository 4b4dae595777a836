// SPDX-License-Identifier: Apache-2.0
// Cycles and buffers of an unpacker. platform/parameters.h has them of all units. No SystemC.
#pragma once
#include <cstdint>

namespace tensix {

struct unpacker_parameters {
  uint32_t address_phase_cycles = 2;
  uint32_t compressed_address_phase_cycles = 6;
  uint32_t nop_cycles = 1;
  uint32_t behind_clear_cycles = 6;      // from the clearing of a bank until datums behind it may begin to be written
  uint32_t queue_depth = 2;              // instructions that have not finished fetching, before the thread is held back
  uint32_t fetches_in_flight = 64;       // UNPACRs from the beginning of their fetch until their data have come, at most
  uint32_t pipeline_latency_cycles = 0;  // from the last fetched beat to the datums in their register
  uint32_t prefetch_bytes = 0;           // that may be fetched before the bank they are for is the unpacker's
  bool throttle_needs_override = false;  // Throttle_mode counts only with ovrd_default_throttle_mode; otherwise x4
};

}  // namespace tensix
