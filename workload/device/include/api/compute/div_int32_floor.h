// SPDX-License-Identifier: Apache-2.0
// Quotients of int32, with --fp32-dest.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_division.h"

namespace ckernel {

// Dst tile `idst0` over `idst1` to `odst`, exact: rounded down, or cut to 0. By 0: no meaning. The inits of both, of remainder_int32.h
// and of fmod_int32_tile are the same. Cycles: docs/vector-functions.md.
ALWI void div_int32_floor_tile_init() {
  tensix::device::init_function_of_tiles<tensix::device::integer_division<tensix::device::division::floor>>();
}
ALWI void div_int32_floor_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
  called();
  tensix::device::run_division<tensix::device::integer_division<tensix::device::division::floor>>(idst0, idst1, odst);
}
ALWI void div_int32_trunc_tile_init() {
  tensix::device::init_function_of_tiles<tensix::device::integer_division<tensix::device::division::cut>>();
}
ALWI void div_int32_trunc_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
  called();
  tensix::device::run_division<tensix::device::integer_division<tensix::device::division::cut>>(idst0, idst1, odst);
}

}  // namespace ckernel
using namespace ckernel;
