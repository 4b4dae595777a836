// SPDX-License-Identifier: Apache-2.0
// The sum of sixteen pairs of tiles, for predictions_test.py.
#include "compute_kernel_api.h"
#include "compute_kernel_api/eltwise_binary.h"
void kernel_main() {
  binary_op_init_common(tt::CBIndex::c_0, tt::CBIndex::c_1, tt::CBIndex::c_16);
  add_tiles_init(tt::CBIndex::c_0, tt::CBIndex::c_1);
  for (int i = 0; i < 16; i++) {
    cb_wait_front(tt::CBIndex::c_0, 1);
    cb_wait_front(tt::CBIndex::c_1, 1);
    tile_regs_acquire();
    add_tiles(tt::CBIndex::c_0, tt::CBIndex::c_1, 0, 0, 0);
    tile_regs_commit();
    cb_pop_front(tt::CBIndex::c_0, 1);
    cb_pop_front(tt::CBIndex::c_1, 1);
    cb_reserve_back(tt::CBIndex::c_16, 1);
    tile_regs_wait();
    pack_tile(0, tt::CBIndex::c_16);
    cb_push_back(tt::CBIndex::c_16, 1);
    tile_regs_release();
  }
}
