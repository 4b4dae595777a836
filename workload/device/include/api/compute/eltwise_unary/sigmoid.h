// SPDX-License-Identifier: Apache-2.0
// 1 / (1 + e^-x)
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place. 1 / (1 + e^-x). Accuracy, special values, cycles: docs/vector-functions.md. `vec_mode`: of all of
// the tile, its first 16 rows (R) or its first 16 columns (C). `fast_and_approx`: the approximate variant, the same for both calls.
template <bool fast_and_approx = false>
ALWI void sigmoid_tile_init() {
  tensix::device::vector_function_init<tensix::vector::function::sigmoid, fast_and_approx>();
}
template <int vec_mode = VectorMode::RC, bool fast_and_approx = false>
ALWI void sigmoid_tile(uint32_t idst) {
  called();
  tensix::device::vector_function_tile<tensix::vector::function::sigmoid, fast_and_approx, fast_and_approx, vec_mode>(idst);
}

}  // namespace ckernel
using namespace ckernel;
