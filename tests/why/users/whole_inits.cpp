// SPDX-License-Identifier: Apache-2.0
// The same with the whole init before each of both.
#include "compute_kernel_api.h"
#include "compute_kernel_api/eltwise_binary.h"
using namespace tt;

void kernel_main() {
  constexpr auto a = CBIndex::c_0, b = CBIndex::c_1, sum = CBIndex::c_24, out = CBIndex::c_16;

  for (uint32_t i = 0; i < get_compile_time_arg_val(0); ++i) {
    cb_wait_front(a, 1);
    cb_wait_front(b, 1);
    binary_op_init_common(a, b, sum);
    add_tiles_init(a, b);
    tile_regs_acquire();
    add_tiles(a, b, 0, 0, 0);
    tile_regs_commit();
    cb_pop_front(a, 1);
    cb_reserve_back(sum, 1);
    tile_regs_wait();
    pack_tile(0, sum);
    tile_regs_release();
    cb_push_back(sum, 1);

    cb_wait_front(sum, 1);
    binary_op_init_common(sum, b, out);
    mul_tiles_init(sum, b);
    tile_regs_acquire();
    mul_tiles(sum, b, 0, 0, 0);
    tile_regs_commit();
    cb_pop_front(b, 1);
    cb_pop_front(sum, 1);
    cb_reserve_back(out, 1);
    tile_regs_wait();
    pack_tile(0, out);
    tile_regs_release();
    cb_push_back(out, 1);
  }
}
