// SPDX-License-Identifier: Apache-2.0
// Every operation on tiles but those of the vector unit, each after another one: tests/device/data_test.py knows what comes out.
// Buffers 0 and 1: two tiles each; 2: a tile of ones; 16: results, one tile each; 17: some in another format; 24: its own.
#include "compute_kernel_api.h"

constexpr auto a = CBIndex::c_0, b = CBIndex::c_1, ones = CBIndex::c_2, out = CBIndex::c_16, other = CBIndex::c_17,
               own = CBIndex::c_24;
constexpr uint32_t last = tensix::device::dst_tiles - 1;

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
template <PoolType type, ReduceDim dim>
void reduced() {
  reduce_init<type, dim>(a, ones, out);
  result(last, [] {
    reduce_tile<type, dim>(a, ones, 0, 0, last);
    reduce_tile<type, dim>(a, ones, 1, 0, last);
  });
  reduce_uninit();
}

void kernel_main() {
  compute_kernel_hw_startup(a, b, out);
  cb_wait_front(a, 2);
  cb_wait_front(b, 2);
  cb_wait_front(ones, 1);

  copy_tile_init(a);
  result(0, [] { copy_tile(a, 1, 0); });
  add_tiles_init(a, b);
  result(1, [] { add_tiles(a, b, 0, 1, 1); });
  sub_tiles_init(a, b);
  result(last, [] { sub_tiles(a, b, 1, 0, last); });
  mul_tiles_init(a, b);
  result(last, [] { mul_tiles(a, b, 1, 0, last); });
  result(2, [] {  // they add up
    mul_tiles(a, b, 0, 0, 2);
    mul_tiles(a, b, 1, 1, 2);
  });
  add_tiles_init(a, b, true);
  result(0, [] {
    add_tiles(a, b, 0, 0, 0);
    add_tiles(a, b, 1, 1, 0);
  });
  sub_tiles_init(a, b, true);
  result(0, [] {
    sub_tiles(a, b, 0, 0, 0);
    sub_tiles(a, b, 1, 1, 0);
  });

  add_bcast_rows_init_short(a, b);
  result(0, [] { add_tiles_bcast_rows(a, b, 0, 0, 0); });
  add_bcast_cols_init_short(a, b);
  result(0, [] { add_tiles_bcast_cols(a, b, 0, 0, 0); });
  add_bcast_scalar_init_short(a, b);
  result(0, [] { add_tiles_bcast_scalar(a, b, 0, 0, 0); });
  sub_bcast_rows_init_short(a, b);
  result(1, [] { sub_tiles_bcast<BroadcastType::ROW>(a, b, 0, 0, 1); });
  sub_bcast_cols_init_short(a, b);
  result(1, [] { sub_tiles_bcast<BroadcastType::COL>(a, b, 0, 0, 1); });
  sub_tiles_bcast_scalar_init_short(a, b);
  result(1, [] { sub_tiles_bcast_scalar(a, b, 0, 0, 1); });
  mul_bcast_rows_init_short(a, b);
  result(last, [] { mul_tiles_bcast<BroadcastType::ROW>(a, b, 1, 1, last); });
  mul_bcast_cols_init_short(a, b);
  result(last, [] { mul_tiles_bcast_cols(a, b, 1, 1, last); });
  mul_tiles_bcast_scalar_init_short(a, b);
  result(last, [] { mul_tiles_bcast_scalar(a, b, 1, 1, last); });

  mm_init_short(a, b);
  result(0, [] {
    matmul_tiles(a, b, 0, 0, 0);
    matmul_tiles(a, b, 1, 1, 0);
  });
  mm_block_init_short(a, b, false, 2, 1, 1);  // tile 0 of a by both of b
  result(1, [] { matmul_block(a, b, 0, 0, 0, false, 2, 1, 1); });
  mm_block_init_short(a, b, false, 1, 2, 1);  // both of a by tile 1 of b
  result(1, [] { matmul_block(a, b, 0, 1, 0, false, 1, 2, 1); });

#ifndef INTEGERS
  mm_init_short(a, b, true);
  result(0, [] { matmul_tiles(a, b, 0, 1, 0, true); });
  transpose_wh_init_short(a);
  result(0, [] { transpose_wh_tile(a, 1, 0); });
  reduced<PoolType::SUM, ReduceDim::REDUCE_ROW>();
  reduced<PoolType::SUM, ReduceDim::REDUCE_COL>();
  reduced<PoolType::SUM, ReduceDim::REDUCE_SCALAR>();
  reduced<PoolType::MAX, ReduceDim::REDUCE_ROW>();
  reduced<PoolType::MAX, ReduceDim::REDUCE_COL>();
  reduced<PoolType::MAX, ReduceDim::REDUCE_SCALAR>();
#endif

  // Several tiles at once, places out of order, another format, a buffer of its own.
  copy_tile_to_dst_init_short(a);
  tile_regs_acquire();
  copy_tile(a, 0, 0);
  copy_tile(a, 1, 1);
  tile_regs_commit();
  cb_reserve_back(out, 2);
  cb_reserve_back(other, 2);
  cb_reserve_back(own, 2);
  tile_regs_wait();
  pack_tile<true>(0, out, 1);
  pack_tile<true>(1, out, 0);
  cb_push_back(out, 2);
  pack_reconfig_data_format(out, other);
  pack_tile_block(0, other, 2);
  cb_push_back(other, 2);
  pack_reconfig_data_format(own);
  pack_tile_block(0, own, 2);
  cb_push_back(own, 2);
  tile_regs_release();
  pack_reconfig_data_format(out);

  reconfig_data_format(own, own);
  copy_tile_init(own);
  cb_wait_front(own, 2);
  acquire_dst();
  copy_tile(own, 1, 0);
  cb_reserve_back(out, 1);
  pack_tile(0, out);
  cb_push_back(out, 1);
  release_dst();
  cb_pop_front(own, 2);

  // The packer's own arithmetic: ReLU, then L1 += Dst.
  copy_tile_init(a);
  pack_relu_config(ReluType::ZERO_RELU);
  result(0, [] { copy_tile(a, 0, 0); });
  pack_relu_config(ReluType::NO_RELU);
#ifdef ACCUMULATES
  tile_regs_acquire();
  copy_tile(a, 0, 0);
  copy_tile(a, 1, 1);
  tile_regs_commit();
  cb_reserve_back(out, 1);
  tile_regs_wait();
  pack_tile<true>(0, out, 0);
  pack_reconfig_l1_acc(1);
  pack_tile<true>(1, out, 0);
  pack_reconfig_l1_acc(0);
  cb_push_back(out, 1);
  tile_regs_release();
#endif
  cb_pop_front(a, 2);
  cb_pop_front(b, 2);
  cb_pop_front(ones, 1);
}
