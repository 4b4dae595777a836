// out = gelu(in), --ct-arg TILES of them. Buffer 0: in; 16: out.
#include "compute_kernel_api/eltwise_unary/gelu.h"
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"

void kernel_main() {
  constexpr uint32_t tiles = get_compile_time_arg_val(0);
  constexpr auto in = CBIndex::c_0, out = CBIndex::c_16;

  init_sfpu(in, out);
  copy_tile_init(in);
  gelu_tile_init<false>();  // as exact as the format; without <false> as in TT-Metalium: approximate
  for (uint32_t i = 0; i < tiles; ++i) {
    cb_wait_front(in, 1);
    tile_regs_acquire();
    copy_tile(in, 0, 0);
    gelu_tile<false>(0);
    tile_regs_commit();
    cb_pop_front(in, 1);
    cb_reserve_back(out, 1);
    tile_regs_wait();
    pack_tile(0, out);
    cb_push_back(out, 1);
    tile_regs_release();
  }
}
// SPDX-License-Identifier: Apache-2.0
