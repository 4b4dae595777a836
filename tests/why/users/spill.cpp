// SPDX-License-Identifier: Apache-2.0
// Products whose partial sums are spilled to an own buffer after each step of K, and reloaded: argument 0 output tiles, 1 steps.
#include "compute_kernel_api.h"
#include "compute_kernel_api/matmul.h"
using namespace tt;

void kernel_main() {
  constexpr auto a = CBIndex::c_0, b = CBIndex::c_1, partial = CBIndex::c_24, out = CBIndex::c_16;
  constexpr uint32_t tiles = get_compile_time_arg_val(0), steps = get_compile_time_arg_val(1);
  mm_init(a, b, out);
  for (uint32_t i = 0; i < tiles; ++i)
    for (uint32_t k = 0; k < steps; ++k) {
      const uint32_t to = k + 1 == steps ? out : partial;
      tile_regs_acquire();
      if (k != 0) {
        copy_tile_to_dst_init_short(partial);
        cb_wait_front(partial, 1);
        copy_tile(partial, 0, 0);
        cb_pop_front(partial, 1);
        mm_init_short(a, b);
      }
      cb_wait_front(a, 1);
      cb_wait_front(b, 1);
      matmul_tiles(a, b, 0, 0, 0, false);
      cb_pop_front(a, 1);
      cb_pop_front(b, 1);
      tile_regs_commit();
      cb_reserve_back(to, 1);
      tile_regs_wait();
      pack_tile(0, to);
      tile_regs_release();
      cb_push_back(to, 1);
    }
}
