// SPDX-License-Identifier: Apache-2.0
// Buffers c_0 .. to c_16 .., of any formats: of BUFFERS (--ct-arg 0) pairs so many tiles (--ct-arg 1 ..). After each of them
// 2 (c_6 + c_7) to c_30 and the sums of the rows of c_6 (scaler: c_8) to c_31, which must not mind what went before.
#include "compute_kernel_api.h"

namespace {

void hand_over(uint32_t out) {
  tile_regs_commit();
  cb_reserve_back(out, 1);
  tile_regs_wait();
  pack_reconfig_data_format(out);
  pack_tile(0, out);
  cb_push_back(out, 1);
  tile_regs_release();
}

void copies(uint32_t in, uint32_t out, uint32_t tiles) {
  copy_tile_to_dst_init_short(in);
  for (uint32_t tile = 0; tile < tiles; ++tile) {
    cb_wait_front(in, 1);
    tile_regs_acquire();
    copy_tile(in, 0, 0);
    cb_pop_front(in, 1);
    hand_over(out);
  }
}

// 2 (c_6 + c_7), the sum of its rows.
void floats() {
  reconfig_data_format(CBIndex::c_6, CBIndex::c_7);
  add_tiles_init(CBIndex::c_6, CBIndex::c_7);
  tile_regs_acquire();
  add_tiles(CBIndex::c_6, CBIndex::c_7, 0, 0, 0);
  binary_dest_reuse_tiles_init<ELWADD, EltwiseBinaryReuseDestType::DEST_TO_SRCA>(CBIndex::c_6);
  binary_dest_reuse_tiles<ELWADD, EltwiseBinaryReuseDestType::DEST_TO_SRCA>(CBIndex::c_6, 0, 0);
  binary_dest_reuse_tiles_init<ELWADD, EltwiseBinaryReuseDestType::DEST_TO_SRCB>(CBIndex::c_7);
  binary_dest_reuse_tiles<ELWADD, EltwiseBinaryReuseDestType::DEST_TO_SRCB>(CBIndex::c_7, 0, 0);
  hand_over(CBIndex::c_30);
  reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW>(CBIndex::c_6, CBIndex::c_8, CBIndex::c_31);
  tile_regs_acquire();
  reduce_tile<PoolType::SUM, ReduceDim::REDUCE_ROW>(CBIndex::c_6, CBIndex::c_8, 0, 0, 0);
  hand_over(CBIndex::c_31);
  reduce_uninit();
}

}  // namespace

void kernel_main() {
  init_sfpu(CBIndex::c_0, CBIndex::c_16);
  cb_wait_front(CBIndex::c_6, 1);
  cb_wait_front(CBIndex::c_7, 1);
  cb_wait_front(CBIndex::c_8, 1);
  for (uint32_t i = 0; i < get_compile_time_arg_val(0); ++i) {
    copies(i, 16 + i, get_compile_time_arg_val(1 + i));
    floats();
  }
  cb_pop_front(CBIndex::c_6, 1);
  cb_pop_front(CBIndex::c_7, 1);
  cb_pop_front(CBIndex::c_8, 1);
}
