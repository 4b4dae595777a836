// SPDX-License-Identifier: Apache-2.0
// The larger and the smaller of two tiles of Dst.
#pragma once
#include "api/compute/eltwise_binary_sfpu.h"
#include "tensix/vector_integers.h"

namespace ckernel {

// Of some faces of the tiles: VectorMode::R, those above, C, those on the left, RC, all.
ALWI void binary_max_tile(uint32_t idst0, uint32_t idst1, uint32_t odst, int vector_mode) {
  called();
  using namespace tensix::device;
  run_vector_binary_faces<binary_words<tensix::vector::binary_operation::max>>(idst0, idst1, odst, vector_mode);
}
ALWI void binary_min_tile(uint32_t idst0, uint32_t idst1, uint32_t odst, int vector_mode) {
  called();
  using namespace tensix::device;
  run_vector_binary_faces<binary_words<tensix::vector::binary_operation::min>>(idst0, idst1, odst, vector_mode);
}

// Of integers, with --fp32-dest. No init is needed.
TENSIX_INTEGER_INIT(binary_max_int32_tile_init)
TENSIX_INTEGER_INIT(binary_min_int32_tile_init)
TENSIX_INTEGERS(binary_max_int32_tile, max)
TENSIX_INTEGERS(binary_min_int32_tile, min)
TENSIX_INTEGER_INIT(binary_max_uint32_tile_init)
TENSIX_INTEGER_INIT(binary_min_uint32_tile_init)
TENSIX_INTEGERS_AS(binary_max_uint32_tile, max, uint32)
TENSIX_INTEGERS_AS(binary_min_uint32_tile, min, uint32)

}  // namespace ckernel
using namespace ckernel;
