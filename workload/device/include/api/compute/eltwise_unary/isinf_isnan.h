// SPDX-License-Identifier: Apache-2.0
// What kind of number it is: 1 or 0
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place. No init is needed. A 16-bit Dst of FP16 has none but finite numbers.
TENSIX_VECTOR_INIT(isinf_tile_init, isinf)
TENSIX_VECTOR(isinf_tile, isinf)
TENSIX_VECTOR_INIT(isposinf_tile_init, isposinf)
TENSIX_VECTOR(isposinf_tile, isposinf)
TENSIX_VECTOR_INIT(isneginf_tile_init, isneginf)
TENSIX_VECTOR(isneginf_tile, isneginf)
TENSIX_VECTOR_INIT(isnan_tile_init, isnan)
TENSIX_VECTOR(isnan_tile, isnan)
TENSIX_VECTOR_INIT(isfinite_tile_init, isfinite)
TENSIX_VECTOR(isfinite_tile, isfinite)

}  // namespace ckernel
using namespace ckernel;
