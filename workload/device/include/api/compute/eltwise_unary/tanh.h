// SPDX-License-Identifier: Apache-2.0
// tanh(x)
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place. tanh(x). Accuracy, special values, cycles: docs/vector-functions.md.
// `fast_and_approx`: the approximate variant, the same for both calls.
template <bool fast_and_approx = false>
ALWI void tanh_tile_init() {
  tensix::device::vector_function_init<tensix::vector::function::tanh, fast_and_approx>();
}
template <bool fast_and_approx = false>
ALWI void tanh_tile(uint32_t idst) {
  called();
  tensix::device::vector_function_tile<tensix::vector::function::tanh, fast_and_approx>(idst);
}

}  // namespace ckernel
using namespace ckernel;
