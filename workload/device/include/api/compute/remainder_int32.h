// SPDX-License-Identifier: Apache-2.0
// Remainders of int32, with --fp32-dest.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_division.h"

namespace ckernel {

// Dst tile `idst0` over `idst1` to `odst`, exact, with the sign of the divisor. By 0: no meaning. Cycles: docs/vector-functions.md.
ALWI void remainder_int32_tile_init() {
  tensix::device::init_function_of_tiles<tensix::device::integer_division<tensix::device::division::modulo>>();
}
ALWI void remainder_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
  called();
  tensix::device::run_division<tensix::device::integer_division<tensix::device::division::modulo>>(idst0, idst1, odst);
}

}  // namespace ckernel
using namespace ckernel;
