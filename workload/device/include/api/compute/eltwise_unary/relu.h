// The larger of x and 0
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place. The larger of x and 0. Accuracy, special values, cycles: docs/vector-functions.md.
ALWI void relu_tile_init() { tensix::device::vector_function_init<tensix::vector::function::relu>(); }
ALWI void relu_tile(uint32_t idst) {
  called();
  tensix::device::vector_function_tile<tensix::vector::function::relu>(idst);
}

}  // namespace ckernel
using namespace ckernel;
