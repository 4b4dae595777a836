// SPDX-License-Identifier: Apache-2.0
// x * x
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place. x * x. Accuracy, special values, cycles: docs/vector-functions.md.
ALWI void square_tile_init() { tensix::device::vector_function_init<tensix::vector::function::square>(); }
ALWI void square_tile(uint32_t idst) {
  called();
  tensix::device::vector_function_tile<tensix::vector::function::square>(idst);
}

}  // namespace ckernel
using namespace ckernel;
