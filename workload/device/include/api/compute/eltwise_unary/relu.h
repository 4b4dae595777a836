// SPDX-License-Identifier: Apache-2.0
// The larger of x and a number
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_integers.h"

namespace ckernel {

// Dst tile `idst`, in its place. The larger of x and 0. Accuracy, special values, cycles: docs/vector-functions.md.
ALWI void relu_tile_init() { tensix::device::vector_function_init<tensix::vector::function::relu>(); }
ALWI void relu_tile(uint32_t idst) {
  called();
  tensix::device::vector_function_tile<tensix::vector::function::relu>(idst);
}

// Dst tile `idst`, in its place, and a number, FP32 bits, rounded to what Dst holds: x between 0 and the number; the larger of both; x
// times the number where x is negative. No init is needed.
TENSIX_VECTOR_INIT(relu_max_tile_init, relu_max)
TENSIX_VECTOR_1(relu_max_tile, relu_max)
TENSIX_VECTOR_INIT(relu_min_tile_init, relu_min)
TENSIX_VECTOR_1(relu_min_tile, relu_min)
TENSIX_VECTOR_INIT(leaky_relu_tile_init, leaky_relu)
ALWI void leaky_relu_tile(uint32_t idst, uint32_t slope = 0) {
  called();
  tensix::device::vector_function_tile<tensix::vector::function::leaky_relu>(idst, slope);
}

// Of int32, with --fp32-dest. As in TT-Metalium the number is one for relu_min, the bits of an FP32 number, which is cut, for relu_max.
TENSIX_INTEGER_UNARY(relu_tile_int32, relu)
ALWI void relu_max_tile_int32(uint32_t idst, uint32_t fp32_bits) {
  called();
  const auto number = static_cast<int32_t>(__builtin_bit_cast(float, fp32_bits));
  tensix::device::run_clamp(idst, 0, number < 0 ? 0 : static_cast<uint32_t>(number));
}
TENSIX_INTEGER(relu_min_tile_int32, max)

}  // namespace ckernel
using namespace ckernel;
