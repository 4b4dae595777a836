// SPDX-License-Identifier: Apache-2.0
// 1 for zeros, else 0
#pragma once
#include "api/compute/eltwise_unary/logical_not.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place. No init is needed.
TENSIX_VECTOR_INIT(logical_not_unary_tile_init, logical_not)
TENSIX_VECTOR(logical_not_unary_tile, logical_not)

}  // namespace ckernel
using namespace ckernel;
