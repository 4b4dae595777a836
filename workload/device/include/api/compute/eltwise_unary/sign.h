// SPDX-License-Identifier: Apache-2.0
// Signs
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_integers.h"

namespace ckernel {

// Dst tile `idst`, in its place: -1, 0 or 1; 1 where the sign is set (of -0, too), else 0. Cycles: docs/vector-functions.md. No init
// is needed.
TENSIX_VECTOR_INIT(sign_tile_init, sign)
TENSIX_VECTOR(sign_tile, sign)
TENSIX_VECTOR_INIT(signbit_tile_init, signbit)
TENSIX_VECTOR(signbit_tile, signbit)
TENSIX_INTEGER_WITH_ZERO(signbit_tile_int32, lt, int32)

}  // namespace ckernel
using namespace ckernel;
