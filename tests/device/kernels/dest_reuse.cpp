// SPDX-License-Identifier: Apache-2.0
// c_2 - (c_0 + c_1), then (that) * c_0, then that minus c_1: Dst as the second, the first, the first operand.
#include "compute_kernel_api/eltwise_binary.h"

void kernel_main() {
  constexpr auto to_a = EltwiseBinaryReuseDestType::DEST_TO_SRCA, to_b = EltwiseBinaryReuseDestType::DEST_TO_SRCB;
  constexpr uint32_t first = get_compile_time_arg_val(1);  // of Dst's tiles; the other is two further
  binary_op_init_common(CBIndex::c_0, CBIndex::c_1, CBIndex::c_16);
  for (uint32_t i = 0; i < get_compile_time_arg_val(0); ++i) {
    cb_wait_front(CBIndex::c_0, 2);
    cb_wait_front(CBIndex::c_1, 2);
    cb_wait_front(CBIndex::c_2, 2);
    tile_regs_acquire();
    add_tiles_init(CBIndex::c_0, CBIndex::c_1);
    for (uint32_t t = 0; t < 2; ++t) add_tiles(CBIndex::c_0, CBIndex::c_1, t, t, first + 2 * t);
    binary_dest_reuse_tiles_init<ELWSUB, to_b>(CBIndex::c_2);
    for (uint32_t t = 0; t < 2; ++t) binary_dest_reuse_tiles<ELWSUB, to_b>(CBIndex::c_2, t, first + 2 * t);
    binary_dest_reuse_tiles_init<ELWMUL, to_a>(CBIndex::c_0);
    for (uint32_t t = 0; t < 2; ++t) binary_dest_reuse_tiles<ELWMUL, to_a>(CBIndex::c_0, t, first + 2 * t);
    binary_dest_reuse_tiles_init<ELWSUB, to_a>(CBIndex::c_1);
    for (uint32_t t = 0; t < 2; ++t) binary_dest_reuse_tiles<ELWSUB, to_a>(CBIndex::c_1, t, first + 2 * t);
    tile_regs_commit();
    cb_pop_front(CBIndex::c_0, 2);
    cb_pop_front(CBIndex::c_1, 2);
    cb_pop_front(CBIndex::c_2, 2);
    cb_reserve_back(CBIndex::c_16, 2);
    tile_regs_wait();
    pack_tile(first, CBIndex::c_16);
    pack_tile(first + 2, CBIndex::c_16);
    cb_push_back(CBIndex::c_16, 2);
    tile_regs_release();
  }
}
