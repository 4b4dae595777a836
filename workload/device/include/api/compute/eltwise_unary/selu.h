// SPDX-License-Identifier: Apache-2.0
// elu, scaled
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place: a * x, and a * b * (e^x - 1) where x is negative; `param0`: a, `param1`: b, FP32 bits.
// Accuracy, special values, cycles: docs/vector-functions.md.
TENSIX_VECTOR_INIT(selu_tile_init, selu)
TENSIX_VECTOR_2(selu_tile, selu)

}  // namespace ckernel
using namespace ckernel;
