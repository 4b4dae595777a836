// SPDX-License-Identifier: Apache-2.0
// Buffers 0 (ROWS x INNER tiles) times 1 (INNER x COLUMNS) to 16, in blocks of HEIGHT x WIDTH: --ct-arg in this order. TRANSPOSE:
// the tiles of buffer 1 are.
#include "compute_kernel_api/matmul.h"

void kernel_main() {
  constexpr uint32_t rows = get_compile_time_arg_val(0), inner = get_compile_time_arg_val(1),
                     columns = get_compile_time_arg_val(2);
  constexpr uint32_t height = get_compile_time_arg_val(3), width = get_compile_time_arg_val(4);
  constexpr auto a = CBIndex::c_0, b = CBIndex::c_1, out = CBIndex::c_16;
  mm_block_init(a, b, out, TRANSPOSE, width, height, inner);
  cb_wait_front(a, rows * inner);
  cb_wait_front(b, inner * columns);
  for (uint32_t r = 0; r < rows; r += height)
    for (uint32_t c = 0; c < columns; c += width) {
      tile_regs_acquire();
      for (uint32_t k = 0; k < inner; ++k) {
        if (height * width > 1) matmul_block(a, b, r * inner + k, k * columns + c, 0, TRANSPOSE, width, height, inner);
        else matmul_tiles(a, b, r * inner + k, k * columns + c, 0, TRANSPOSE);
      }
      tile_regs_commit();
      cb_reserve_back(out, height * width);
      tile_regs_wait();
      pack_tile_block(0, out, height * width);
      cb_push_back(out, height * width);
      tile_regs_release();
    }
  cb_pop_front(a, rows * inner);
  cb_pop_front(b, inner * columns);
}
