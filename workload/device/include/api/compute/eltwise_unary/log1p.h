// SPDX-License-Identifier: Apache-2.0
// log(1 + x)
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place. Accuracy, special values, cycles: docs/vector-functions.md.
// `fast_and_approx` chooses a less exact variant in TT-Metalium; here it changes nothing.
template <bool fast_and_approx = false>
TENSIX_VECTOR_INIT(log1p_tile_init, log1p)
template <bool fast_and_approx = false>
TENSIX_VECTOR(log1p_tile, log1p)

}  // namespace ckernel
using namespace ckernel;
