// SPDX-License-Identifier: Apache-2.0
// x, times a number where it is negative
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place; the number as FP32 bits. No init is needed.
TENSIX_VECTOR_INIT(prelu_tile_init, leaky_relu)
TENSIX_VECTOR_1(prelu_tile, leaky_relu)

}  // namespace ckernel
using namespace ckernel;
