// SPDX-License-Identifier: Apache-2.0
// The modified Bessel function of order 0
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place. Accuracy, special values, cycles: docs/vector-functions.md.
TENSIX_VECTOR_INIT(i0_tile_init, i0)
TENSIX_VECTOR(i0_tile, i0)

}  // namespace ckernel
using namespace ckernel;
