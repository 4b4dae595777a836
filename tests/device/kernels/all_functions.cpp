// SPDX-License-Identifier: Apache-2.0
// Every function of the vector unit on every tile, results in the order of this list: for the test over all inputs.
#include "compute_kernel_api/common.h"
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"

#define ON_A_TILE(name, ...)         \
  name##_tile_init __VA_ARGS__();    \
  tile_regs_acquire();               \
  copy_tile(CBIndex::c_0, 0, 0);     \
  name##_tile __VA_ARGS__(0);        \
  tile_regs_commit();                \
  cb_reserve_back(CBIndex::c_16, 1); \
  tile_regs_wait();                  \
  pack_tile(0, CBIndex::c_16, 0);    \
  cb_push_back(CBIndex::c_16, 1);    \
  tile_regs_release();

void kernel_main() {
  init_sfpu(CBIndex::c_0, CBIndex::c_16);
  copy_tile_init(CBIndex::c_0);
  for (uint32_t i = 0; i < get_compile_time_arg_val(0); ++i) {
    cb_wait_front(CBIndex::c_0, 1);
    ON_A_TILE(abs)
    ON_A_TILE(square)
    ON_A_TILE(relu)
    ON_A_TILE(negative)
    ON_A_TILE(recip)
    ON_A_TILE(sqrt)
    ON_A_TILE(rsqrt)
    ON_A_TILE(exp)
    ON_A_TILE(log)
    ON_A_TILE(sigmoid)
    ON_A_TILE(tanh)
    ON_A_TILE(gelu, <false>)
    ON_A_TILE(sin)
    ON_A_TILE(cos)
    cb_pop_front(CBIndex::c_0, 1);
  }
}
