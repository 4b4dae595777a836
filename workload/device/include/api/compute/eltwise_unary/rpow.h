// SPDX-License-Identifier: Apache-2.0
// b^x
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place; `base_val`: b, FP32 bits. Of a negative b with the sign of whole powers, no number of others.
// Accuracy, special values, cycles: docs/vector-functions.md. `vector_mode` as for exp_tile.
TENSIX_VECTOR_INIT(rpow_tile_init, rpow)
ALWI void rpow_tile(uint32_t idst, uint32_t base_val, int vector_mode = (int)VectorMode::RC) {
  called();
  using tensix::vector::function;
  if (base_val >> 31)
    tensix::device::vector_function_faces<function::rpow_negative, function::rpow>(idst, vector_mode, base_val);
  else tensix::device::vector_function_faces<function::rpow>(idst, vector_mode, base_val);
}

}  // namespace ckernel
using namespace ckernel;
