// sin(x), cos(x), tanh(x)
#pragma once
#include "api/compute/common.h"
#include "api/compute/eltwise_unary/tanh.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place. x in radians, of magnitude up to 2^17; beyond, no number. Accuracy, special values, cycles:
// docs/vector-functions.md.
ALWI void sin_tile_init() { tensix::device::vector_function_init<tensix::vector::function::sin>(); }
ALWI void sin_tile(uint32_t idst) {
  called();
  tensix::device::vector_function_tile<tensix::vector::function::sin>(idst);
}

ALWI void cos_tile_init() { tensix::device::vector_function_init<tensix::vector::function::cos>(); }
ALWI void cos_tile(uint32_t idst) {
  called();
  tensix::device::vector_function_tile<tensix::vector::function::cos>(idst);
}

}  // namespace ckernel
using namespace ckernel;
