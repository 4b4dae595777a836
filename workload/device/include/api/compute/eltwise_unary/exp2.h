// SPDX-License-Identifier: Apache-2.0
// 2^x
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place. Accuracy, special values, cycles: docs/vector-functions.md.
TENSIX_VECTOR_INIT(exp2_tile_init, exp2)
TENSIX_VECTOR(exp2_tile, exp2)

}  // namespace ckernel
using namespace ckernel;
