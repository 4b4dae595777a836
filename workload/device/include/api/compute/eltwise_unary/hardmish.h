// SPDX-License-Identifier: Apache-2.0
// x * (x + 2.8, between 0 and 5) / 5
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place. Accuracy, special values, cycles: docs/vector-functions.md. No init is needed.
TENSIX_VECTOR_INIT(hardmish_tile_init, hardmish)
TENSIX_VECTOR(hardmish_tile, hardmish)

}  // namespace ckernel
using namespace ckernel;
