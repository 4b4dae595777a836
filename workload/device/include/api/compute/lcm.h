// SPDX-License-Identifier: Apache-2.0
// Least common multiples of int32, with --fp32-dest.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_division.h"

namespace ckernel {

// Of Dst tile `idst0` and `idst1` to `odst`, of their magnitudes, up to 2^31 - 1: the last 32 bits (TT-Metalium's takes numbers up to
// 2^15 - 1). 0 of 0 and any. Cycles: docs/vector-functions.md.
ALWI void lcm_tile_init() { tensix::device::init_repeated<tensix::device::common_multiple>(); }
ALWI void lcm_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
  called();
  tensix::device::run_repeated<tensix::device::common_multiple>(idst0, idst1, odst);
}

}  // namespace ckernel
using namespace ckernel;
