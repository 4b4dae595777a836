// SPDX-License-Identifier: Apache-2.0
// Complex numbers: real parts in even columns, imaginary parts in odd ones
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place: times i. No init is needed.
TENSIX_VECTOR_INIT(alt_complex_rotate90_tile_init, rotate90)
TENSIX_VECTOR(alt_complex_rotate90_tile, rotate90)

}  // namespace ckernel
using namespace ckernel;
