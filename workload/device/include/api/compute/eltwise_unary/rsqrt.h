// SPDX-License-Identifier: Apache-2.0
// 1 / sqrt(x)
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place. 1 / sqrt(x). Accuracy, special values, cycles: docs/vector-functions.md. `legacy_compat` chooses an
// older algorithm in TT-Metalium, no approximation: here it changes nothing. `fast_and_approx`: the approximate variant, which has
// the same init.
template <bool legacy_compat = false>
ALWI void rsqrt_tile_init() {
  tensix::device::vector_function_init<tensix::vector::function::rsqrt>();
}
template <bool legacy_compat = false, bool fast_and_approx = false>
ALWI void rsqrt_tile(uint32_t idst) {
  called();
  tensix::device::vector_function_tile<tensix::vector::function::rsqrt, fast_and_approx, false>(idst);
}

}  // namespace ckernel
using namespace ckernel;
