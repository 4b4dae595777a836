// SPDX-License-Identifier: Apache-2.0
// Buffer 0 to buffer 16, tile by tile of it, --ct-arg TILES BLOCK: blocks of so many through Dst.
#include "compute_kernel_api/pack.h"
#include "compute_kernel_api/unary_init.h"

void kernel_main() {
  constexpr uint32_t tiles = get_compile_time_arg_val(0), block = get_compile_time_arg_val(1);
  constexpr auto in = tt::CBIndex::c_0, out = tt::CBIndex::c_16;
  init_sfpu(in, out);
#ifndef FULL_INIT_ONLY
  copy_tile_init(in);
#endif
  for (uint32_t i = 0; i < tiles; i += block) {
    cb_wait_front(in, block);
    tile_regs_acquire();
    for (uint32_t t = 0; t < block; ++t) copy_tile(in, t, t);
    tile_regs_commit();
    cb_pop_front(in, block);
    cb_reserve_back(out, block);
    tile_regs_wait();
    for (uint32_t t = 0; t < block; ++t) pack_tile(t, out);
    cb_push_back(out, block);
    tile_regs_release();
  }
}
