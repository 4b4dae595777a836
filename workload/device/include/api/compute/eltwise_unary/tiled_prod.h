// SPDX-License-Identifier: Apache-2.0
// Products of what is in the same lane
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place: the product of a lane's datums up to here. A lane has two adjacent columns of every fourth row: face by
// face, four rows after four rows, the even column before the odd one. No init is needed.
TENSIX_VECTOR_INIT(tiled_prod_tile_init, tiled_prod)
TENSIX_VECTOR(tiled_prod_tile, tiled_prod)

}  // namespace ckernel
using namespace ckernel;
