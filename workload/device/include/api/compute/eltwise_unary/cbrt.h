// SPDX-License-Identifier: Apache-2.0
// The cube root of |x|
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place: of the magnitude, without x's sign, as TT-Metalium's: kernels multiply by that.
// Accuracy, special values, cycles: docs/vector-functions.md.
TENSIX_VECTOR_INIT(cbrt_tile_init, cbrt)
TENSIX_VECTOR(cbrt_tile, cbrt)

}  // namespace ckernel
using namespace ckernel;
