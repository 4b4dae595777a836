// SPDX-License-Identifier: Apache-2.0
// The step function
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place: 0 below 0, the number (its bits as FP32) at 0, 1 above. No init is needed.
TENSIX_VECTOR_INIT(heaviside_tile_init, heaviside)
TENSIX_VECTOR_1(heaviside_tile, heaviside)

}  // namespace ckernel
using namespace ckernel;
