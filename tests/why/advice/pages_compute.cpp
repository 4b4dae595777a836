// SPDX-License-Identifier: Apache-2.0
// Hands tiles on. args: tiles.
#include "api/compute/common.h"
#include "api/compute/compute_kernel_api.h"
#include "api/compute/eltwise_unary/eltwise_unary.h"
#include "api/compute/tile_move_copy.h"

void kernel_main() {
  unary_op_init_common(0, 16);
  copy_tile_init(0);
  for (uint32_t tile = 0; tile < get_arg_val<uint32_t>(0); ++tile) {
    cb_wait_front(0, 1);
    cb_reserve_back(16, 1);
    tile_regs_acquire();
    copy_tile(0, 0, 0);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    tile_regs_release();
    cb_pop_front(0, 1);
    cb_push_back(16, 1);
  }
}
