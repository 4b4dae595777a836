// A chain of element-wise operations on a tile that stays in Dst: out = scale x relu(a + b).
// --ct-arg TILES SCALE, the scale as the bits of an FP32 number (0x40000000 is 2). Buffers 0, 1: a, b; 16: out.
#include "compute_kernel_api/eltwise_binary.h"
#include "compute_kernel_api/eltwise_unary/binop_with_scalar.h"
#include "compute_kernel_api/eltwise_unary/relu.h"
#include "compute_kernel_api/pack.h"

void kernel_main() {
  constexpr uint32_t tiles = get_compile_time_arg_val(0), scale = get_compile_time_arg_val(1);
  constexpr auto a = CBIndex::c_0, b = CBIndex::c_1, out = CBIndex::c_16;

  binary_op_init_common(a, b, out);
  add_tiles_init(a, b);
  for (uint32_t i = 0; i < tiles; ++i) {
    cb_wait_front(a, 1);
    cb_wait_front(b, 1);
    tile_regs_acquire();
    add_tiles(a, b, 0, 0, 0);
    relu_tile_init();
    relu_tile(0);
    binop_with_scalar_tile_init();
    mul_unary_tile(0, scale);
    tile_regs_commit();
    cb_pop_front(a, 1);
    cb_pop_front(b, 1);
    cb_reserve_back(out, 1);
    tile_regs_wait();
    pack_tile(0, out);
    cb_push_back(out, 1);
    tile_regs_release();
  }
}
// SPDX-License-Identifier: Apache-2.0
