// SPDX-License-Identifier: Apache-2.0
// Each row of tiles less its sum: argument 0 rows of tiles, 1 tiles a row. Buffer 1: a tile of scalers.
#include "compute_kernel_api.h"
using namespace tt;

void kernel_main() {
  constexpr auto in = CBIndex::c_0, scaler = CBIndex::c_1, sums = CBIndex::c_24, out = CBIndex::c_16;
  constexpr uint32_t rows = get_compile_time_arg_val(0), columns = get_compile_time_arg_val(1);
  compute_kernel_hw_startup(in, scaler, sums);
  cb_wait_front(scaler, 1);
  for (uint32_t r = 0; r < rows; ++r) {
    cb_wait_front(in, columns);
    reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW>(in, scaler, sums);
    tile_regs_acquire();
    for (uint32_t c = 0; c < columns; ++c) reduce_tile<PoolType::SUM, ReduceDim::REDUCE_ROW>(in, scaler, c, 0, 0);
    tile_regs_commit();
    cb_reserve_back(sums, 1);
    tile_regs_wait();
    pack_tile(0, sums);
    cb_push_back(sums, 1);
    tile_regs_release();
    reduce_uninit();
    cb_wait_front(sums, 1);
    sub_bcast_cols_init_short(in, sums);
    for (uint32_t c = 0; c < columns; ++c) {
      tile_regs_acquire();
      sub_tiles_bcast_cols(in, sums, c, 0, 0);
      tile_regs_commit();
      cb_reserve_back(out, 1);
      tile_regs_wait();
      pack_tile(0, out);
      cb_push_back(out, 1);
      tile_regs_release();
    }
    cb_pop_front(sums, 1);
    cb_pop_front(in, columns);
  }
}
