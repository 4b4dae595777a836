// SPDX-License-Identifier: Apache-2.0
// Sums and differences into two outputs of different formats, the packer reconfigured in between. Argument 0: tiles, 1: of a block.
#include "compute_kernel_api.h"
#include "compute_kernel_api/eltwise_binary.h"
#include "compute_kernel_api/pack.h"
using namespace tt;

void kernel_main() {
  constexpr auto a = CBIndex::c_0, b = CBIndex::c_1, s = CBIndex::c_16, d = CBIndex::c_17;
  constexpr uint32_t n = get_compile_time_arg_val(0), B = get_compile_time_arg_val(1);
  binary_op_init_common(a, b, s);
  for (uint32_t i = 0; i < n; i += B) {
    cb_wait_front(a, B);
    cb_wait_front(b, B);
    add_tiles_init(a, b);
    cb_reserve_back(s, B);
    tile_regs_acquire();
    for (uint32_t t = 0; t < B; ++t) add_tiles(a, b, t, t, t);
    tile_regs_commit();
    tile_regs_wait();
    pack_reconfig_data_format(s);
    for (uint32_t t = 0; t < B; ++t) pack_tile(t, s);
    tile_regs_release();
    cb_push_back(s, B);
    sub_tiles_init(a, b);
    cb_reserve_back(d, B);
    tile_regs_acquire();
    for (uint32_t t = 0; t < B; ++t) sub_tiles(a, b, t, t, t);
    tile_regs_commit();
    tile_regs_wait();
    pack_reconfig_data_format(d);
    for (uint32_t t = 0; t < B; ++t) pack_tile(t, d);
    tile_regs_release();
    cb_push_back(d, B);
    cb_pop_front(a, B);
    cb_pop_front(b, B);
  }
}
