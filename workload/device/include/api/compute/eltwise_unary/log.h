// SPDX-License-Identifier: Apache-2.0
// The natural logarithm
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place. The natural logarithm. Accuracy, special values, cycles: docs/vector-functions.md.
// `fast_and_approx`: the approximate variant, the same for both calls.
template <bool fast_and_approx = false>
ALWI void log_tile_init() {
  tensix::device::vector_function_init<tensix::vector::function::log, fast_and_approx>();
}
template <bool fast_and_approx = false>
ALWI void log_tile(uint32_t idst) {
  called();
  tensix::device::vector_function_tile<tensix::vector::function::log, fast_and_approx>(idst);
}

// Times `base_scale`, FP32 bits: 1 / log(b) for the logarithm to base b. `fast_and_approx` changes nothing.
template <bool fast_and_approx = false>
TENSIX_VECTOR_INIT(log_with_base_tile_init, log_with_base)
template <bool fast_and_approx = false>
TENSIX_VECTOR_1(log_with_base_tile, log_with_base)

}  // namespace ckernel
using namespace ckernel;
