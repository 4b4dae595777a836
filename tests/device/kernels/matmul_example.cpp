// SPDX-License-Identifier: Apache-2.0
// The example of the matrix engine in the guide to compute kernels, but for its comments: eight products of tiles.
#include "compute_kernel_api.h"

void kernel_main() {
  // clang-format off
  mm_init(CBIndex::c_0, CBIndex::c_1, CBIndex::c_16);
  for(int i=0; i < 8; i++) {
    cb_wait_front(CBIndex::c_0, 1); cb_wait_front(CBIndex::c_1, 1);
    tile_regs_acquire();
    matmul_tiles(CBIndex::c_0, CBIndex::c_1, 0 , 0 , 0 , false);
    tile_regs_commit();
    cb_pop_front(CBIndex::c_0, 1); cb_pop_front(CBIndex::c_1, 1);
    cb_reserve_back(CBIndex::c_16, 1);
    tile_regs_wait();
    pack_tile(/*src_dst_idx*/0, CBIndex::c_16, /*tile_offset_in_cb*/0);
    cb_push_back(CBIndex::c_16, 1);
    tile_regs_release();
  }
  // clang-format on
}
