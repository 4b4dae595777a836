// SPDX-License-Identifier: Apache-2.0
// e^x - 1
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place. Accuracy, special values, cycles: docs/vector-functions.md. `approx` chooses a less exact
// variant in TT-Metalium; here it changes nothing.
template <bool approx = false>
TENSIX_VECTOR_INIT(expm1_tile_init, expm1)
template <bool approx = false>
TENSIX_VECTOR(expm1_tile, expm1)

}  // namespace ckernel
using namespace ckernel;
