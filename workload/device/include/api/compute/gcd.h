// SPDX-License-Identifier: Apache-2.0
// Greatest common divisors of int32, with --fp32-dest.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_division.h"

namespace ckernel {

// Of Dst tile `idst0` and `idst1` to `odst`, of their magnitudes, up to 2^31 - 1; of 0 and x it is |x|. Cycles:
// docs/vector-functions.md.
ALWI void gcd_tile_init() {}
ALWI void gcd_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
  called();
  tensix::device::run_repeated<tensix::device::common_divisor>(idst0, idst1, odst);
}

}  // namespace ckernel
using namespace ckernel;
