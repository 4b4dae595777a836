// C = A x B: --ct-arg ROWS INNER COLUMNS in tiles (ROWS x INNER times INNER x COLUMNS). Blocks of SUBBLOCK_H x SUBBLOCK_W tiles of
// C are added up in Dst (--define; they divide ROWS and COLUMNS, and have as many tiles as Dst at most).
// Buffer 0: A, SUBBLOCK_H rows of tiles at a time; 1: all of B; 16: C, SUBBLOCK_H rows of tiles at a time.
#include "compute_kernel_api/matmul.h"

#ifndef SUBBLOCK_H
#define SUBBLOCK_H 1
#endif
#ifndef SUBBLOCK_W
#define SUBBLOCK_W 1
#endif

void kernel_main() {
  constexpr uint32_t rows = get_compile_time_arg_val(0), inner = get_compile_time_arg_val(1),
                     columns = get_compile_time_arg_val(2);
  constexpr uint32_t h = SUBBLOCK_H, w = SUBBLOCK_W;
  static_assert(rows % h == 0 && columns % w == 0, "SUBBLOCK_H and SUBBLOCK_W divide the rows and columns");
  constexpr auto a = CBIndex::c_0, b = CBIndex::c_1, c = CBIndex::c_16;

  mm_block_init(a, b, c, /*transpose*/ false, w, h, inner);
  cb_wait_front(b, inner * columns);
  for (uint32_t row = 0; row < rows; row += h) {
    cb_wait_front(a, h * inner);
    cb_reserve_back(c, h * columns);
    for (uint32_t column = 0; column < columns; column += w) {
      tile_regs_acquire();
      for (uint32_t k = 0; k < inner; ++k)
        matmul_block(a, b, k, k * columns + column, /*dst*/ 0, /*transpose*/ false, w, h, inner);
      tile_regs_commit();
      tile_regs_wait();
      for (uint32_t r = 0; r < h; ++r)
        for (uint32_t t = 0; t < w; ++t) pack_tile<true>(r * w + t, c, r * columns + column + t);
      tile_regs_release();
    }
    cb_push_back(c, h * columns);
    cb_pop_front(a, h * inner);
  }
  cb_pop_front(b, inner * columns);
}
// SPDX-License-Identifier: Apache-2.0
