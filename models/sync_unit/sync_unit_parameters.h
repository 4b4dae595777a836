// SPDX-License-Identifier: Apache-2.0
// Cycles of the sync unit. platform/parameters.h has them of all units. No SystemC.
#pragma once
#include <cstdint>

namespace tensix {

struct sync_unit_parameters {
  uint32_t latency_cycles = 1;  // from acceptance to the changed semaphore or mutex
};

}  // namespace tensix
