// SPDX-License-Identifier: Apache-2.0
// Tiles times a word that each brings in its place of a second buffer: T0 reads it and sends it to the others by mailbox.
#include "compute_kernel_api.h"
#include "compute_kernel_api/eltwise_unary/binop_with_scalar.h"
using namespace tt;

void kernel_main() {
  constexpr auto in = CBIndex::c_0, factor = CBIndex::c_1, out = CBIndex::c_16;
  init_sfpu(in, out);
  binop_with_scalar_tile_init();
  for (uint32_t i = 0; i < get_compile_time_arg_val(0); ++i) {
    cb_wait_front(in, 1);
    cb_wait_front(factor, 1);
    const uint32_t by = read_tile_value(factor, 0, 0);
    cb_pop_front(factor, 1);
    tile_regs_acquire();
    copy_tile(in, 0, 0);
    mul_unary_tile(0, by);
    tile_regs_commit();
    cb_pop_front(in, 1);
    cb_reserve_back(out, 1);
    tile_regs_wait();
    pack_tile(0, out);
    cb_push_back(out, 1);
    tile_regs_release();
  }
}
