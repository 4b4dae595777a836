// SPDX-License-Identifier: Apache-2.0
// Operations beside tour.cpp's, each after another one: tests/device/forms_test.py knows what comes out. Buffers 0: two tiles; 1: a tile
// of ones; 2: 32 rows of two tiles, row by row; 16: results, a tile each; 17: rows.
#define REDUCE_OP PoolType::MAX
#define REDUCE_DIM ReduceDim::REDUCE_COL
#include "api/compute/copy_dest_values.h"
#include "api/compute/experimental/matmul_custom.h"
#include "api/compute/experimental/mul_reduce_scalar.h"
#include "api/compute/experimental/pack_custom.h"
#include "api/compute/experimental/sdpa_sub_custom.h"
#include "api/compute/experimental/tile_move_copy_custom.h"
#include "api/compute/reduce_custom.h"
#include "api/compute/transpose_wh_dest.h"
#include "compute_kernel_api.h"

constexpr auto in = tt::CBIndex::c_0, ones = tt::CBIndex::c_1, block = tt::CBIndex::c_2, out = tt::CBIndex::c_16,
               rows = tt::CBIndex::c_17;

template <class Compute>
void result(uint32_t dst, Compute compute) {
  tile_regs_acquire();
  compute();
  tile_regs_commit();
  cb_reserve_back(out, 1);
  tile_regs_wait();
  pack_tile(dst, out);
  cb_push_back(out, 1);
  tile_regs_release();
}
template <BroadcastType kind>
void repeated(uint32_t tile, uint32_t dst) {
  unary_bcast_init<kind>(in, out);
  result(dst, [=] { unary_bcast<kind>(in, tile, dst); });
  unary_bcast_uninit<kind>(in);
}

void kernel_main() {
  cb_wait_front(in, 2);
  cb_wait_front(ones, 1);
  repeated<BroadcastType::ROW>(0, 0);
  repeated<BroadcastType::COL>(1, 1);
  repeated<BroadcastType::SCALAR>(1, 3);
  repeated<BroadcastType::NONE>(0, 2);
  repeated<BroadcastType::ROW>(1, 3);
  reconfigure_unary_bcast<BroadcastType::ROW, BroadcastType::COL>(in, in, out, out);
  result(2, [] { unary_bcast<BroadcastType::COL>(in, 0, 2); });
  repeated<BroadcastType::SCALAR>(0, 0);

  copy_tile_init(in);
  tile_regs_acquire();
  copy_tile(in, 0, 0);
  copy_tile(in, 1, 3);
  transpose_wh_dest_init_short<DST_ACCUM_MODE>();
  transpose_wh_dest<DST_ACCUM_MODE>(0);
  copy_dest_values_init();
  copy_dest_values(3, 1);
  transpose_wh_dest<DST_ACCUM_MODE>(3);
  tile_regs_commit();
  tile_regs_wait();
  cb_reserve_back(out, 3);
  pack_tile(0, out, 2);  // the place is ignored
  pack_tile(3, out, 2);
  pack_tile<true>(1, out, 2);
  tile_regs_release();
  cb_push_back(out, 3);
  copy_tile_to_dst_init_short(in, 1);  // faces 1 and 2 change places
  result(0, [] { copy_tile(in, 1, 0); });
#ifndef INTEGERS
  reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW>(in, ones, out);
  reduce_uninit();
  reduce_block_max_row_init<2>();
  result(2, [] { reduce_block_max_row<2>(in, ones, 0, 2); });
  reduce_block_max_row_uninit(in);
  reduce_block_max_row_init_runtime(1);
  result(0, [] { reduce_block_max_row_runtime(in, ones, 1, 0); });
  reduce_block_max_row_uninit_runtime(in);

  // Of rows: 9 of two faces each, the largest; all 32, their sums.
  cb_wait_front(block, 2);
  tilizeA_B_reduce_init<true, false>(block, ones, 2, rows, 2, 9);
  pack_untilize_dest_init<2>(rows, 1, 2);
  tile_regs_acquire();
  unpack_tilizeA_B_block<true, true, false, false>(block, ones, 2, 0, 2, 9);
  for (uint32_t t = 0; t < 2; ++t) reduce_tile_math(t, 2);
  tile_regs_commit();
  tile_regs_wait();
  cb_reserve_back(rows, 1);
  pack_untilize_dest<2>(rows, 1, 0, 1, 2);
  cb_push_back(rows, 1);
  tile_regs_release();
  pack_untilize_uninit(rows);
  unpack_tilizeA_B_uninit(block);
  UNPACK((llk_unpack_tilizeA_B_init<false, true, false, true>(block, ones, 2, 4, 16, 1)));
  MATH((llk_math_reduce_init<PoolType::SUM, REDUCE_DIM, DST_ACCUM_MODE, MATH_FIDELITY>()));
  tile_regs_acquire();
  unpack_tilizeA_B_block<false, true, false, true>(block, ones, 2, 0);
  for (uint32_t t = 0; t < 2; ++t) reduce_tile_math<PoolType::SUM>(t);
  tile_regs_commit();
  tile_regs_wait();
  cb_reserve_back(rows, 1);
  pack_rows_init(1);
  pack_rows(1, rows);
  pack_rows_uninit();
  cb_push_back(rows, 1);
  tile_regs_release();

  // Between differences a copy that disturbs none of them; three tiles with one pack_tile.
  reconfig_data_format(in, in);
  sub_bcast_cols_init_short_custom(in, in, 2);
  tile_regs_acquire();
  sub_tiles_bcast_cols_custom(in, in, 0, 1, 0, 2);
  copy_tile_custom(in, 1, 2);
  sub_tiles_bcast_cols_custom(in, in, 1, 0, 3, 1);
  tile_regs_commit();
  tile_regs_wait();
  cb_reserve_back(out, 4);
  pack_block_init_custom(out, 3);
  pack_tile<true>(0, out, 0);
  pack_block_init_custom(out, 1);
  pack_tile<true>(3, out, 3);
  cb_push_back(out, 4);
  tile_regs_release();
  mm_no_mop_init_short(in, in, true);
  result(1, [] { matmul_block_no_mop(in, in, 0, 1, 1, true, 1, 1, 1); });
  mul_bcast_rows_init_short(in, in);
  result(0, [] {  // products add up
    mul_tiles_bcast_rows(in, in, 0, 1, 0, 21);
    any_tiles_bcast<ELWMUL, BroadcastType::ROW>(in, in, 1, 0, 0, 3);
  });
  reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW, true>(in, ones, out);
  result(1, [] {
    reduce_tile<PoolType::SUM, ReduceDim::REDUCE_ROW, true>(in, ones, 0, 0, 1);
    reduce_tile<PoolType::SUM, ReduceDim::REDUCE_ROW, true>(in, ones, 1, 0, 1);
  });
  reduce_uninit<true>(in);
  mul_reduce_scalar_init(in, in);
  result(0, [] { mul_reduce_scalar_tile(in, in, 2, 0.5f); });
  mul_reduce_scalar_uninit();
#endif
}
