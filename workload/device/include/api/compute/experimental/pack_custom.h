// SPDX-License-Identifier: Apache-2.0
// Several tiles with one pack_tile.
#pragma once
#include "api/compute/pack.h"

namespace ckernel {

// From now on pack_tile packs num_tiles tiles of Dst, one behind the other, to as many places (formats without common exponents); with
// num_tiles 1 it is itself again.
ALWI void pack_block_init_custom(uint32_t icb, uint32_t num_tiles) {
  called();
  using namespace tensix::device;
  (void)icb;
  if constexpr (packs) {
    check(packer.started, misuse::not_configured);
    set_pack_tiles(num_tiles);
    packer.op = packing::tile;
  }
}

}  // namespace ckernel
using namespace ckernel;
