// SPDX-License-Identifier: Apache-2.0
// A chain of vector functions in Dst, each with its init, a tile at a time.
#include "compute_kernel_api.h"
#include "compute_kernel_api/eltwise_unary/binop_with_scalar.h"
#include "compute_kernel_api/eltwise_unary/exp.h"
#include "compute_kernel_api/eltwise_unary/recip.h"
#include "compute_kernel_api/eltwise_unary/relu.h"
using namespace tt;

void kernel_main() {
  constexpr auto in = CBIndex::c_0, out = CBIndex::c_16;
  init_sfpu(in, out);
  for (uint32_t i = 0; i < get_compile_time_arg_val(0); ++i) {
    cb_wait_front(in, 1);
    tile_regs_acquire();
    copy_tile(in, 0, 0);
    relu_tile_init();
    relu_tile(0);
    binop_with_scalar_tile_init();
    mul_unary_tile(0, 0x3f000000);
    exp_tile_init();
    exp_tile(0);
    recip_tile_init();
    recip_tile(0);
    tile_regs_commit();
    cb_pop_front(in, 1);
    cb_reserve_back(out, 1);
    tile_regs_wait();
    pack_tile(0, out);
    cb_push_back(out, 1);
    tile_regs_release();
  }
}
