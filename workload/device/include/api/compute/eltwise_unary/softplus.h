// SPDX-License-Identifier: Apache-2.0
// log(1 + e^x)
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place: log(1 + e^(beta * x)) / beta where beta * x is less than `threshold`, else x. FP32 bits of beta,
// its reciprocal, the threshold. Accuracy, special values, cycles: docs/vector-functions.md.
TENSIX_VECTOR_INIT(softplus_tile_init, softplus)
ALWI void softplus_tile(uint32_t idst, uint32_t beta, uint32_t beta_reciprocal, uint32_t threshold) {
  called();
  tensix::device::vector_function_tile<tensix::vector::function::softplus>(idst, beta, beta_reciprocal, threshold);
}

}  // namespace ckernel
using namespace ckernel;
