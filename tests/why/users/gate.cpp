// SPDX-License-Identifier: Apache-2.0
// relu(b / (1 + exp(a))): vector functions into an own buffer, a product out of it, packed with ReLU. Argument 0: tiles, 1: of a block.
#include "compute_kernel_api.h"
#include "compute_kernel_api/eltwise_binary.h"
#include "compute_kernel_api/eltwise_unary/binop_with_scalar.h"
#include "compute_kernel_api/eltwise_unary/exp.h"
#include "compute_kernel_api/eltwise_unary/recip.h"
#include "compute_kernel_api/tile_move_copy.h"
using namespace tt;

void kernel_main() {
  constexpr auto a = CBIndex::c_0, b = CBIndex::c_1, mid = CBIndex::c_25, out = CBIndex::c_16;
  constexpr uint32_t n = get_compile_time_arg_val(0), B = get_compile_time_arg_val(1);
  init_sfpu(a, mid);
  for (uint32_t i = 0; i < n; i += B) {
    copy_tile_to_dst_init_short(a);
    cb_wait_front(a, B);
    cb_reserve_back(mid, B);
    for (uint32_t t = 0; t < B; ++t) {
      tile_regs_acquire();
      copy_tile(a, t, 0);
      exp_tile_init();
      exp_tile(0);
      binop_with_scalar_tile_init();
      add_unary_tile(0, 0x3f800000);
      recip_tile_init();
      recip_tile(0);
      tile_regs_commit();
      tile_regs_wait();
      pack_tile(0, mid);
      tile_regs_release();
    }
    cb_push_back(mid, B);
    cb_pop_front(a, B);
    mul_tiles_init(mid, b);
    pack_relu_config(ZERO_RELU);
    cb_wait_front(mid, B);
    cb_wait_front(b, B);
    cb_reserve_back(out, B);
    tile_regs_acquire();
    for (uint32_t t = 0; t < B; ++t) mul_tiles(mid, b, t, t, t);
    tile_regs_commit();
    tile_regs_wait();
    for (uint32_t t = 0; t < B; ++t) pack_tile(t, out);
    tile_regs_release();
    pack_relu_config(NO_RELU);
    cb_push_back(out, B);
    cb_pop_front(mid, B);
    cb_pop_front(b, B);
  }
}
