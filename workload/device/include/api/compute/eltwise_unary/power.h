// SPDX-License-Identifier: Apache-2.0
// x^p
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place; `param0`: p, FP32 bits. Of negative numbers with its sign where p is whole, else no number.
// Accuracy, special values, cycles: docs/vector-functions.md.
TENSIX_VECTOR_INIT(power_tile_init, power)
ALWI void power_tile(uint32_t idst, uint32_t param0) {
  called();
  const uint32_t negative_base = tensix::vector::power_function::negative_base_bits(param0);
  tensix::device::vector_function_tile<tensix::vector::function::power>(idst, param0, negative_base);
}

}  // namespace ckernel
using namespace ckernel;
