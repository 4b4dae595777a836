// SPDX-License-Identifier: Apache-2.0
// Cycles of TDMA-RISC. platform/parameters.h has them of all units. No SystemC.
#pragma once
#include <cstdint>

namespace tensix {

struct tdma_risc_parameters {
  uint32_t command_cycles = 1;  // cycles from one command to the next (assumption)
};

}  // namespace tensix
