// SPDX-License-Identifier: Apache-2.0
// Trigonometric and hyperbolic functions
#pragma once
#include "api/compute/common.h"
#include "api/compute/eltwise_unary/tanh.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place. x in radians, of magnitude up to 2^17; beyond, no number. Accuracy, special values, cycles:
// docs/vector-functions.md.
ALWI void sin_tile_init() { tensix::device::vector_function_init<tensix::vector::function::sin>(); }
ALWI void sin_tile(uint32_t idst) {
  called();
  tensix::device::vector_function_tile<tensix::vector::function::sin>(idst);
}

ALWI void cos_tile_init() { tensix::device::vector_function_init<tensix::vector::function::cos>(); }
ALWI void cos_tile(uint32_t idst) {
  called();
  tensix::device::vector_function_tile<tensix::vector::function::cos>(idst);
}

// Dst tile `idst`, in its place. tan: x of magnitude up to 2^17, as sin. Accuracy, special values, cycles: docs/vector-functions.md.
TENSIX_VECTOR_INIT(tan_tile_init, tan)
TENSIX_VECTOR(tan_tile, tan)
TENSIX_VECTOR_INIT(asin_tile_init, asin)
TENSIX_VECTOR(asin_tile, asin)
TENSIX_VECTOR_INIT(acos_tile_init, acos)
TENSIX_VECTOR(acos_tile, acos)
TENSIX_VECTOR_INIT(atan_tile_init, atan)
TENSIX_VECTOR(atan_tile, atan)
TENSIX_VECTOR_INIT(sinh_tile_init, sinh)
TENSIX_VECTOR(sinh_tile, sinh)
TENSIX_VECTOR_INIT(cosh_tile_init, cosh)
TENSIX_VECTOR(cosh_tile, cosh)
TENSIX_VECTOR_INIT(asinh_tile_init, asinh)
TENSIX_VECTOR(asinh_tile, asinh)
TENSIX_VECTOR_INIT(acosh_tile_init, acosh)
TENSIX_VECTOR(acosh_tile, acosh)
TENSIX_VECTOR_INIT(atanh_tile_init, atanh)
TENSIX_VECTOR(atanh_tile, atanh)

}  // namespace ckernel
using namespace ckernel;
