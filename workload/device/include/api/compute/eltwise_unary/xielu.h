// SPDX-License-Identifier: Apache-2.0
// The integral of elu, expanded
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place: x / 2 and, above 0, a * x^2, else b * (e^y - 1 - x), y = x, but -10^-6 at most. `param0`: a,
// `param1`: b, FP32 bits. Accuracy, special values, cycles: docs/vector-functions.md.
TENSIX_VECTOR_INIT(xielu_tile_init, xielu)
TENSIX_VECTOR_2(xielu_tile, xielu)

}  // namespace ckernel
using namespace ckernel;
