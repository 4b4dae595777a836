// SPDX-License-Identifier: Apache-2.0
// Buffers 0 and 1 to 16 by the operation OP, --ct-arg TILES BLOCK: blocks of so many through Dst.
#include "compute_kernel_api/eltwise_binary.h"

#define NAMED_(a, b, c) a##b##c
#define NAMED(a, b, c) NAMED_(a, b, c)

namespace NAMESPACE {
void MAIN {
  constexpr uint32_t tiles = get_compile_time_arg_val(0), block = get_compile_time_arg_val(1);
  constexpr auto a = tt::CBIndex::c_0, b = tt::CBIndex::c_1, out = tt::CBIndex::c_16;
  binary_op_init_common(a, b, out);
  NAMED(OP, _tiles_, init)(a, b);
  for (uint32_t i = 0; i < tiles; i += block) {
    cb_wait_front(a, block);
    cb_wait_front(b, block);
    tile_regs_acquire();
    for (uint32_t t = 0; t < block; ++t) NAMED(OP, _, tiles)(a, b, t, t, t);
    tile_regs_commit();
    cb_pop_front(a, block);
    cb_pop_front(b, block);
    cb_reserve_back(out, block);
    tile_regs_wait();
    for (uint32_t t = 0; t < block; ++t) pack_tile(t, out);
    cb_push_back(out, block);
    tile_regs_release();
  }
}
}  // namespace NAMESPACE
