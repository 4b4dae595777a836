// SPDX-License-Identifier: Apache-2.0
// The inverse of erf
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place. Accuracy, special values, cycles: docs/vector-functions.md.
TENSIX_VECTOR_INIT(erfinv_tile_init, erfinv)
TENSIX_VECTOR(erfinv_tile, erfinv)

}  // namespace ckernel
using namespace ckernel;
