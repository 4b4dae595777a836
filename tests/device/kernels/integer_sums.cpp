// SPDX-License-Identifier: Apache-2.0
// Sums of integers of two tiles (c_0): of columns of the first, of rows of the second, and of both. To c_16.
#include "api/compute/eltwise_unary/sfpu_int_sum.h"
#include "compute_kernel_api.h"

void kernel_main() {
  constexpr auto in = tt::CBIndex::c_0, out = tt::CBIndex::c_16;
  unary_op_init_common(in, out);
  copy_tile_init(in);
  cb_wait_front(in, 2);
  for (uint32_t way = 0; way < 3; way++) {
    tile_regs_acquire();
    copy_tile(in, 0, 1);
    copy_tile(in, 1, 2);
    sfpu_sum_int_init();
    if (way == 0) sfpu_sum_int_col(1);
    else if (way == 1) sfpu_sum_int_row(2);
    else sfpu_add_int(1, 1);
    tile_regs_commit();
    cb_reserve_back(out, 1);
    tile_regs_wait();
    pack_tile(way == 1 ? 2 : 1, out);
    tile_regs_release();
    cb_push_back(out, 1);
  }
  cb_pop_front(in, 2);
}
