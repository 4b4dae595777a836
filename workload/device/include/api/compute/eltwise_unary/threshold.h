// SPDX-License-Identifier: Apache-2.0
// A number where x is small
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place: `param1` where x is not more than `param0`, else x. FP32 bits. No init is needed.
TENSIX_VECTOR_INIT(threshold_tile_init, threshold)
TENSIX_VECTOR_2(threshold_tile, threshold)

}  // namespace ckernel
using namespace ckernel;
