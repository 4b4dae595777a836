// SPDX-License-Identifier: Apache-2.0
// Activation functions
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"
#include "tensix/vector_softsign.h"

namespace ckernel {

// Dst tile `idst`, in its place. Accuracy, special values, cycles: docs/vector-functions.md.
// (x + 3) / 6, between 0 and 1. No init is needed.
TENSIX_VECTOR_INIT(hardsigmoid_tile_init, hardsigmoid)
TENSIX_VECTOR(hardsigmoid_tile, hardsigmoid)
// Nearer to 0 by the number (FP32 bits, not negative), or 0. No init is needed.
TENSIX_VECTOR_INIT(softshrink_tile_init, softshrink)
TENSIX_VECTOR_1(softshrink_tile, softshrink)
// x, and a * (e^(x * b) - 1) where it is negative; `param0`: a, `param1`: b, in general 1 / a, FP32 bits.
TENSIX_VECTOR_INIT(celu_tile_init, celu)
TENSIX_VECTOR_2(celu_tile, celu)
// x / (1 + |x|): BF16 within 1 place, FP32 within 3.
ALWI void softsign_tile_init() { tensix::device::init_function_of_tiles<tensix::device::softsign_function>(); }
ALWI void softsign_tile(uint32_t idst) {
  called();
  tensix::device::run_pair<tensix::device::softsign_function>(idst, idst, idst);
}

}  // namespace ckernel
using namespace ckernel;
