// c = a + b by the matrix unit, a block of tiles in Dst at a time. ct_args: tiles of a block, which Dst holds (8); args: tiles.
#include "api/compute/eltwise_binary.h"

void kernel_main() {
  constexpr uint32_t block = get_compile_time_arg_val(0);
  const uint32_t tiles = get_arg_val<uint32_t>(0);
  constexpr uint32_t cb_a = tt::CBIndex::c_0, cb_b = tt::CBIndex::c_1, cb_c = tt::CBIndex::c_16;

  binary_op_init_common(cb_a, cb_b, cb_c);
  add_tiles_init(cb_a, cb_b);
  for (uint32_t first = 0; first < tiles; first += block) {
    cb_wait_front(cb_a, block);
    cb_wait_front(cb_b, block);
    tile_regs_acquire();
    for (uint32_t i = 0; i < block; ++i) add_tiles(cb_a, cb_b, i, i, i);
    tile_regs_commit();
    cb_pop_front(cb_a, block);
    cb_pop_front(cb_b, block);
    cb_reserve_back(cb_c, block);
    tile_regs_wait();
    for (uint32_t i = 0; i < block; ++i) pack_tile(i, cb_c);
    cb_push_back(cb_c, block);
    tile_regs_release();
  }
}
// SPDX-License-Identifier: Apache-2.0
