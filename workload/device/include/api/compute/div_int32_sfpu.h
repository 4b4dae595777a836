// SPDX-License-Identifier: Apache-2.0
// Quotients of int32 as FP32 numbers, with --fp32-dest.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_division.h"

namespace ckernel {

// Dst tile `idst0` over `idst1` to `odst`: of the FP32 numbers nearest to them, within a place; by 0 infinity, 0 / 0 no number. Cycles:
// docs/vector-functions.md.
ALWI void div_int32_tile_init() { tensix::device::init_function_of_tiles<tensix::device::integer_quotient>(); }
ALWI void div_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
  called();
  tensix::device::run_division<tensix::device::integer_quotient>(idst0, idst1, odst);
}

}  // namespace ckernel
using namespace ckernel;
