// SPDX-License-Identifier: Apache-2.0
// Between two numbers
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place, as clamp_tile: not less than `param0`, then not more than `param1`. No init is needed.
TENSIX_VECTOR_INIT(hardtanh_tile_init, clamp)
TENSIX_VECTOR_2(hardtanh_tile, clamp)

}  // namespace ckernel
using namespace ckernel;
