// c_16 = c_0 + c_1, up to eight tiles in Dst at once. args: tiles of a shard.
#include "api/compute/eltwise_binary.h"

void kernel_main() {
  const uint32_t tiles = get_arg_val<uint32_t>(0);
  binary_op_init_common(0, 1, 16);
  add_tiles_init(0, 1);
  cb_wait_front(0, tiles);
  cb_wait_front(1, tiles);
  cb_reserve_back(16, tiles);
  for (uint32_t first = 0; first < tiles; first += 8) {
    const uint32_t block = tiles - first < 8 ? tiles - first : 8;
    tile_regs_acquire();
    for (uint32_t i = 0; i < block; ++i) add_tiles(0, 1, first + i, first + i, i);
    tile_regs_commit();
    tile_regs_wait();
    for (uint32_t i = 0; i < block; ++i) pack_tile(i, 16);
    tile_regs_release();
  }
  cb_push_back(16, tiles);
  cb_pop_front(0, tiles);
  cb_pop_front(1, tiles);
}
// SPDX-License-Identifier: Apache-2.0
