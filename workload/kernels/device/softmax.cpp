// Softmax of each row of a matrix of --ct-arg ROWS COLUMNS tiles: e^(x - largest) / sum of these. Buffers 0: the matrix
// (capacity at least COLUMNS); 1: a tile of ones; 16: the result; the kernel's own, of one tile each but 24: 24: the
// exponentials (COLUMNS), 25: the largest of each row, 26: 1 / sums. With --fp32-dest the differences are exact.
#include "compute_kernel_api.h"
#include "compute_kernel_api/eltwise_unary/exp.h"
#include "compute_kernel_api/eltwise_unary/recip.h"

constexpr uint32_t rows = get_compile_time_arg_val(0), columns = get_compile_time_arg_val(1);
constexpr auto in = CBIndex::c_0, ones = CBIndex::c_1, out = CBIndex::c_16;
constexpr auto exponentials = CBIndex::c_24, largest = CBIndex::c_25, inverse_sum = CBIndex::c_26;

// T2's part of a tile in Dst.
ALWI void pack_one(uint32_t to) {
  tile_regs_commit();
  cb_reserve_back(to, 1);
  tile_regs_wait();
  pack_tile(0, to);
  cb_push_back(to, 1);
  tile_regs_release();
}

ALWI void find_largest() {
  cb_wait_front(in, columns);
  reduce_init<PoolType::MAX, ReduceDim::REDUCE_ROW>(in, ones, largest);
  tile_regs_acquire();
  for (uint32_t c = 0; c < columns; ++c) reduce_tile<PoolType::MAX, ReduceDim::REDUCE_ROW>(in, ones, c, 0, 0);
  pack_one(largest);
  reduce_uninit();
}

ALWI void take_exponentials() {
  cb_wait_front(largest, 1);
  sub_bcast_cols_init_short(in, largest);
  pack_reconfig_data_format(exponentials);
  exp_tile_init();
  for (uint32_t c = 0; c < columns; ++c) {
    tile_regs_acquire();
    sub_tiles_bcast_cols(in, largest, c, 0, 0);
    exp_tile(0);
    pack_one(exponentials);
  }
  cb_pop_front(largest, 1);
  cb_pop_front(in, columns);
}

ALWI void invert_sum() {
  cb_wait_front(exponentials, columns);
  reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW>(exponentials, ones, inverse_sum);
  recip_tile_init();
  tile_regs_acquire();
  for (uint32_t c = 0; c < columns; ++c) reduce_tile<PoolType::SUM, ReduceDim::REDUCE_ROW>(exponentials, ones, c, 0, 0);
  recip_tile(0);
  pack_one(inverse_sum);
  reduce_uninit();
}

ALWI void divide() {
  cb_wait_front(inverse_sum, 1);
  mul_bcast_cols_init_short(exponentials, inverse_sum);
  pack_reconfig_data_format(out);
  for (uint32_t c = 0; c < columns; ++c) {
    tile_regs_acquire();
    mul_tiles_bcast_cols(exponentials, inverse_sum, c, 0, 0);
    pack_one(out);
  }
  cb_pop_front(inverse_sum, 1);
  cb_pop_front(exponentials, columns);
}

void kernel_main() {
  binary_op_init_common(in, ones, out);
  cb_wait_front(ones, 1);
  for (uint32_t r = 0; r < rows; ++r) {
    find_largest();
    take_exponentials();
    invert_sum();
    divide();
  }
  cb_pop_front(ones, 1);
}
// SPDX-License-Identifier: Apache-2.0
