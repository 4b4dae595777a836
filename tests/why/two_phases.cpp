// SPDX-License-Identifier: Apache-2.0
// Tiles that are copied, and then tiles whose exponential is taken, for predictions_test.py.
#include "compute_kernel_api.h"
#include "compute_kernel_api/eltwise_unary/exp.h"
#include "compute_kernel_api/tile_move_copy.h"
template <bool exponential>
void tiles(int count) {
  for (int i = 0; i < count; i++) {
    cb_wait_front(tt::CBIndex::c_0, 1);
    tile_regs_acquire();
    copy_tile(tt::CBIndex::c_0, 0, 0);
    if (exponential) exp_tile(0);
    tile_regs_commit();
    cb_pop_front(tt::CBIndex::c_0, 1);
    cb_reserve_back(tt::CBIndex::c_16, 1);
    tile_regs_wait();
    pack_tile(0, tt::CBIndex::c_16);
    cb_push_back(tt::CBIndex::c_16, 1);
    tile_regs_release();
  }
}
void kernel_main() {
  unary_op_init_common(tt::CBIndex::c_0, tt::CBIndex::c_16);
  copy_tile_init(tt::CBIndex::c_0);
  exp_tile_init();
  tiles<false>(2400);
  tiles<true>(600);
}
