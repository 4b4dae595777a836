// SPDX-License-Identifier: Apache-2.0
// The banks of SrcA and SrcB, and cycles of handing one over. platform/parameters.h has them of all units. No SystemC.
#pragma once
#include <cstdint>

namespace tensix {

struct hand_over_parameters {
  uint32_t banks = 2;              // of SrcA, and of SrcB
  uint32_t latency_cycles = 1;     // >= 1: from giving a bank up to its use by the other side
  uint32_t set_dvalid_cycles = 1;  // >= 1: SETDVALID gives banks up at the end of so many cycles
};

}  // namespace tensix
