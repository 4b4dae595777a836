// SPDX-License-Identifier: Apache-2.0
// Remainders of two tiles, with the sign of the dividend: of int32 (fmod_int32.h), of floats.
#pragma once
#include "api/compute/common.h"
#include "api/compute/fmod_int32.h"
#include "tensix/vector_pairs.h"

namespace ckernel {

// Dst tile `idst0` over `idst1` to `odst`: exact as long as quotient and divisor have 27 bits together. No number by 0. Cycles:
// docs/vector-functions.md.
ALWI void fmod_binary_tile_init() { tensix::device::init_function_of_tiles<tensix::device::remainder_function>(); }
ALWI void fmod_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
  called();
  tensix::device::run_pair<tensix::device::remainder_function>(idst0, idst1, odst);
}

}  // namespace ckernel
using namespace ckernel;
