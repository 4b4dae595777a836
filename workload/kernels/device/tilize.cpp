// Row-major data to tiles: --ct-arg BLOCKS WIDTH, blocks of 32 rows of WIDTH tiles. Buffer 0: the rows; 16: the tiles.
#include "compute_kernel_api/tilize.h"

void kernel_main() {
  constexpr uint32_t blocks = get_compile_time_arg_val(0), width = get_compile_time_arg_val(1);
  constexpr auto in = CBIndex::c_0, out = CBIndex::c_16;
  tilize_init(in, width, out);
  for (uint32_t b = 0; b < blocks; ++b) {
    cb_wait_front(in, width);
    cb_reserve_back(out, width);
    tilize_block(in, width, out);
    cb_push_back(out, width);
    cb_pop_front(in, width);
  }
  tilize_uninit(in, out);
}
// SPDX-License-Identifier: Apache-2.0
