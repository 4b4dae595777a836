// SPDX-License-Identifier: Apache-2.0
// Other ways to say what tour.cpp says: full and older inits, scalars from a buffer, rows packed from Dst. Buffers 0 and 1: two
// tiles each; 2: ones; 3: INT32 words (which tile of buffer 0 first, where it goes); 16: results; 17: rows.
#include "compute_kernel_api.h"

constexpr auto a = CBIndex::c_0, b = CBIndex::c_1, ones = CBIndex::c_2, words = CBIndex::c_3, out = CBIndex::c_16,
               rows = CBIndex::c_17;

template <class Compute>
void result(Compute compute) {
  tile_regs_acquire();
  compute();
  tile_regs_commit();
  cb_reserve_back(out, 1);
  tile_regs_wait();
  pack_tile(0, out);
  cb_push_back(out, 1);
  tile_regs_release();
}

void kernel_main() {
  compute_kernel_hw_startup(a, out);
  cb_wait_front(a, 2);
  cb_wait_front(b, 2);
  cb_wait_front(ones, 1);
  cb_wait_front(words, 1);

  init_bcast<ELWSUB, BroadcastType::COL>(a, b, out);
  result([] { sub_tiles_bcast_cols(a, b, 0, 1, 0); });
  binary_tiles_init<true, ELWMUL>(a, b);
  result([] { mul_tiles(a, b, 0, 1, 0); });
  binary_op_init_common(a, a, out);
  add_tiles_init(a, a);
  reconfig_data_format(a, a, a, b);
  result([] { add_tiles(a, b, 0, 1, 0); });
  reconfig_data_format_srca(b);
  result([] { add_tiles(b, b, 0, 1, 0); });
  reconfig_data_format_srca(b, a);
  reconfig_data_format_srcb(b, ones);
  result([] { add_tiles(a, ones, 0, 0, 0); });
  mm_init(a, b, out, true);
  result([] { matmul_tiles(a, b, 0, 0, 0, true); });
  mm_init_short_with_dt(a, b, ones);
  result([] { matmul_tiles(a, b, 1, 0, 0); });
  mm_block_init_short_with_dt(a, b, ones, 0, 1, 1, 1);
  result([] { matmul_block(a, b, 1, 1, 0, 0, 1, 1, 1); });
  reduce_init_delta<false, PoolType::SUM, ReduceDim::REDUCE_COL>(a, ones, out);
  result([] { reduce_tile<PoolType::SUM, ReduceDim::REDUCE_COL>(a, ones, 0, 0, 0); });
  reduce_revert_delta<ReduceDim::REDUCE_COL>(out);
  copy_tile_to_dst_init_short(a, 1, 1);
  result([] { copy_tile(a, 0, 0); });
  unary_op_init_common(a, out);
  copy_tile_init(a);

  // Each core has the words.
  const uint32_t first = read_tile_value(words, 0, 0), place = read_tile_value(words, 0, 1);
  tile_regs_acquire();
  copy_tile(a, first, 0);
  copy_tile(a, 1 - first, 1);
  tile_regs_commit();
  cb_reserve_back(out, 2);
  tile_regs_wait();
  pack_tile<true>(0, out, place);
  pack_tile<true>(1, out, 1 - tensix::device::l1(get_tile_address(words, 0) + 4));
  cb_push_back(out, 2);
  tile_regs_release();

  // Two tiles of Dst, four of a block: its two halves.
  cb_reserve_back(rows, 6);
  pack_untilize_dst_init_short<2, 4>(rows);
  for (uint32_t half = 0; half < 2; ++half) {
    tile_regs_acquire();
    copy_tile(a, half, 1);
    copy_tile(a, 1 - half, 2);
    tile_regs_commit();
    tile_regs_wait();
    pack_untilize_dst<2, 4>(rows, 1, half, 1);
    tile_regs_release();
  }
  pack_untilize_uninit(rows);
  cb_push_back(rows, 4);
  pack_untilize_init<2>(a, rows);
  pack_untilize_block<2>(a, 1, rows);
  cb_push_back(rows, 2);
  pack_untilize_uninit(rows);
  copy_tile_init(a);
  result([] { copy_tile(a, 1, 0); });

  cb_pop_front(a, 2);
  cb_pop_front(b, 2);
  cb_pop_front(ones, 1);
  cb_pop_front(words, 1);
}
