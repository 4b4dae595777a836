// SPDX-License-Identifier: Apache-2.0
// The error function and what it leaves to 1
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place. Accuracy, special values, cycles: docs/vector-functions.md.
// `fast_and_approx` chooses a less exact variant in TT-Metalium; here it changes nothing.
template <bool fast_and_approx = true>
TENSIX_VECTOR_INIT(erf_tile_init, erf)
template <bool fast_and_approx = true>
TENSIX_VECTOR(erf_tile, erf)
template <bool fast_and_approx = true>
TENSIX_VECTOR_INIT(erfc_tile_init, erfc)
template <bool fast_and_approx = true>
TENSIX_VECTOR(erfc_tile, erfc)

}  // namespace ckernel
using namespace ckernel;
