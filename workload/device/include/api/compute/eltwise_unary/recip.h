// SPDX-License-Identifier: Apache-2.0
// 1 / x
#pragma once
#include "api/compute/common.h"
#include "tensix/vector.h"

namespace ckernel {

// Dst tile `idst`, in its place. 1 / x. Accuracy, special values, cycles: docs/vector-functions.md. `legacy_compat` chooses an older
// algorithm in TT-Metalium, no approximation: here it changes nothing. `vector_mode`: of all of the tile, its first 16 rows (R) or its
// first 16 columns (C), one face (None).
template <bool legacy_compat = true>
ALWI void recip_tile_init() {
  tensix::device::vector_function_init<tensix::vector::function::recip>();
}
template <bool legacy_compat = true>
ALWI void recip_tile(uint32_t idst, int vector_mode = (int)VectorMode::RC) {
  called();
  tensix::device::vector_function_faces<tensix::vector::function::recip>(idst, vector_mode);
}

}  // namespace ckernel
using namespace ckernel;
