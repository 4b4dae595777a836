// SPDX-License-Identifier: Apache-2.0
// A tile without what a mask says.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_tiles.h"
#include "tensix_types.h"

namespace ckernel {

ALWI void mask_tile_init() {}
// Datums of Dst tile `idst_data` become 0 where those of the mask are (all bits: -0 is none). As in TT-Metalium the mask is the tile
// behind the data, whatever `idst2_mask` says, and floats and Int32 are both bits of Dst. 4 cycles for 32 datums.
ALWI void mask_tile(uint32_t idst_data, uint32_t idst2_mask, DataFormat data_format = DataFormat::Float16_b) {
  called();
  (void)idst2_mask, (void)data_format;
  using namespace tensix::device;
  if constexpr (computes) {
    check_mask(idst_data);
    run_steps<mask_words<false>>(idst_data);
  }
}
// The same: they become infinity.
ALWI void mask_posinf_tile(uint32_t idst_data, uint32_t idst2_mask) {
  called();
  (void)idst2_mask;
  using namespace tensix::device;
  if constexpr (computes) {
    check_mask(idst_data);
    run_scalar_steps<mask_words<true>, false>(idst_data, tensix::vector::positive_infinity);
  }
}

}  // namespace ckernel
using namespace ckernel;
