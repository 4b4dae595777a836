// c = exp(a), a tile at a time: T0, T1 and T2 each have the zones. args: tiles.
#include "api/compute/eltwise_unary/eltwise_unary.h"
#include "api/compute/eltwise_unary/exp.h"
#include "api/compute/tile_move_copy.h"
#include "tools/profiler/kernel_profiler.hpp"

void kernel_main() {
  const uint32_t tiles = get_arg_val<uint32_t>(0);
  constexpr uint32_t in = tt::CBIndex::c_0, out = tt::CBIndex::c_16;
  {
    DeviceZoneScopedN("init");
    init_sfpu(in, out);
    exp_tile_init();
  }
  for (uint32_t i = 0; i < tiles; ++i) {
    DeviceZoneScopedN("tile");
    cb_wait_front(in, 1);
    tile_regs_acquire();
    copy_tile(in, 0, 0);
    {
      DeviceZoneScopedSumN1("exp");
      exp_tile(0);
    }
    tile_regs_commit();
    cb_pop_front(in, 1);
    cb_reserve_back(out, 1);
    tile_regs_wait();
    pack_tile(0, out);
    tile_regs_release();
    cb_push_back(out, 1);
  }
}
// SPDX-License-Identifier: Apache-2.0
