// C = A x B, a tile of C at a time, from tiles that come in the order in which they are wanted: --ct-arg ROWS INNER COLUMNS in
// tiles. For each tile of C (row by row) buffer 0 brings INNER tiles of A's row, buffer 1 INNER of B's column; nothing is kept. With
// --cb 0=a.npy:bf16:order=ROWSxINNER,COLUMNSx0,INNERx1 and 1=b.npy:bf16:order=ROWSx0,COLUMNSx1,INNERxCOLUMNS. Buffer 16: C.
#include "compute_kernel_api/matmul.h"

void kernel_main() {
  constexpr uint32_t rows = get_compile_time_arg_val(0), inner = get_compile_time_arg_val(1),
                     columns = get_compile_time_arg_val(2);
  constexpr auto a = CBIndex::c_0, b = CBIndex::c_1, c = CBIndex::c_16;
  mm_init(a, b, c);
  for (uint32_t tile = 0; tile < rows * columns; ++tile) {
    tile_regs_acquire();
    for (uint32_t k = 0; k < inner; ++k) {
      cb_wait_front(a, 1);
      cb_wait_front(b, 1);
      matmul_tiles(a, b, 0, 0, 0, false);
      cb_pop_front(a, 1);
      cb_pop_front(b, 1);
    }
    tile_regs_commit();
    cb_reserve_back(c, 1);
    tile_regs_wait();
    pack_tile(0, c);
    cb_push_back(c, 1);
    tile_regs_release();
  }
}
// SPDX-License-Identifier: Apache-2.0
