// SPDX-License-Identifier: Apache-2.0
// The square root
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place. The square root. Accuracy, special values, cycles: docs/vector-functions.md.
// `fast_and_approx`: the approximate variant, which has the same init.
ALWI void sqrt_tile_init() { tensix::device::vector_function_init<tensix::vector::function::sqrt>(); }
template <bool fast_and_approx = false>
ALWI void sqrt_tile(uint32_t idst) {
  called();
  tensix::device::vector_function_tile<tensix::vector::function::sqrt, fast_and_approx, false>(idst);
}

}  // namespace ckernel
using namespace ckernel;
