// The natural logarithm
#pragma once
#include "compute_kernel_api/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place. The natural logarithm. Accuracy, special values, cycles: docs/vector-functions.md.
// `fast_and_approx` makes no difference.
template <bool fast_and_approx = false>
ALWI void log_tile_init(place caller = here()) {
  tensix::device::vector_function_init<tensix::vector::function::log>(caller);
}
template <bool fast_and_approx = false>
ALWI void log_tile(uint32_t idst, place caller = here()) {
  tensix::device::vector_function_tile<tensix::vector::function::log>(idst, caller);
}

}  // namespace ckernel
using namespace ckernel;
