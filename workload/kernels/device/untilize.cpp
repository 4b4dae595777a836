// Tiles to row-major data: --ct-arg BLOCKS WIDTH, blocks of WIDTH tiles side by side. Buffer 0: the tiles; 16: 32 rows a block.
#include "compute_kernel_api/untilize.h"

void kernel_main() {
  constexpr uint32_t blocks = get_compile_time_arg_val(0), width = get_compile_time_arg_val(1);
  constexpr auto in = CBIndex::c_0, out = CBIndex::c_16;
  untilize_init(in, out);
  for (uint32_t b = 0; b < blocks; ++b) {
    cb_wait_front(in, width);
    cb_reserve_back(out, width);
    untilize_block(in, width, out);
    cb_push_back(out, width);
    cb_pop_front(in, width);
  }
  untilize_uninit(in);
}
// SPDX-License-Identifier: Apache-2.0
