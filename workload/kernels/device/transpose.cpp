// The transpose of a tensor of --ct-arg ROWS COLUMNS tiles. Buffer 0: all of it; 16: COLUMNS x ROWS tiles.
#include "compute_kernel_api/pack.h"
#include "compute_kernel_api/transpose_wh.h"

void kernel_main() {
  constexpr uint32_t rows = get_compile_time_arg_val(0), columns = get_compile_time_arg_val(1);
  constexpr auto in = CBIndex::c_0, out = CBIndex::c_16;
  transpose_wh_init(in, out);
  cb_wait_front(in, rows * columns);
  for (uint32_t c = 0; c < columns; ++c)
    for (uint32_t r = 0; r < rows; ++r) {
      tile_regs_acquire();
      transpose_wh_tile(in, r * columns + c, 0);
      tile_regs_commit();
      cb_reserve_back(out, 1);
      tile_regs_wait();
      pack_tile(0, out);
      cb_push_back(out, 1);
      tile_regs_release();
    }
  cb_pop_front(in, rows * columns);
}
// SPDX-License-Identifier: Apache-2.0
