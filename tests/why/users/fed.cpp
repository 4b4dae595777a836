// SPDX-License-Identifier: Apache-2.0
// Differences of what two inputs bring, tile by tile: the second is waited for first, and the output's place before the computing.
#include "compute_kernel_api.h"
#include "compute_kernel_api/eltwise_binary.h"
using namespace tt;

void kernel_main() {
  constexpr auto a = CBIndex::c_2, b = CBIndex::c_3, out = CBIndex::c_17;
  binary_op_init_common(a, b, out);
  sub_tiles_init(a, b);
  for (uint32_t tile = 0; tile < get_compile_time_arg_val(0); ++tile) {
    cb_reserve_back(out, 1);
    cb_wait_front(b, 1);
    cb_wait_front(a, 1);
    tile_regs_acquire();
    sub_tiles(a, b, 0, 0, 0);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, out);
    tile_regs_release();
    cb_pop_front(b, 1);
    cb_pop_front(a, 1);
    cb_push_back(out, 1);
  }
}
