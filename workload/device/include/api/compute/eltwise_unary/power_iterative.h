// SPDX-License-Identifier: Apache-2.0
// x to the power of a whole number
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_power.h"

namespace ckernel {

// Dst tile `idst`, in its place, by squares and products: `param0`, FP32 bits or an integer below 2^23, is not negative; what is
// behind its point does not count. Rounded at the end. No init is needed. Cycles: two a product, and the core's loop.
ALWI void power_iterative_tile_init() {}
ALWI void power_iterative_tile(uint32_t idst, uint32_t param0) {
  called();
  tensix::device::run_power_iterative(idst, param0);
}

}  // namespace ckernel
using namespace ckernel;
