// SPDX-License-Identifier: Apache-2.0
// The modified Bessel function of order 1
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place. Accuracy, special values, cycles: docs/vector-functions.md.
TENSIX_VECTOR_INIT(i1_tile_init, i1)
TENSIX_VECTOR(i1_tile, i1)

}  // namespace ckernel
using namespace ckernel;
