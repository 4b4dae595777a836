// SPDX-License-Identifier: Apache-2.0
// x, and a * (e^x - 1) where it is negative
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place; `param0`: a, FP32 bits. Accuracy, special values, cycles: docs/vector-functions.md.
TENSIX_VECTOR_INIT(elu_tile_init, elu)
TENSIX_VECTOR_1(elu_tile, elu)

}  // namespace ckernel
using namespace ckernel;
