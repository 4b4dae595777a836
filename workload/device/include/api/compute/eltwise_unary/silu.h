// SPDX-License-Identifier: Apache-2.0
// x / (1 + e^-x)
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place. Accuracy, special values, cycles: docs/vector-functions.md.
TENSIX_VECTOR_INIT(silu_tile_init, silu)
TENSIX_VECTOR(silu_tile, silu)

}  // namespace ckernel
using namespace ckernel;
