// Softmax of each row: e^(x - largest) / sum of these. ct_args: columns in tiles; args: rows in tiles.
#include "api/compute/bcast.h"
#include "api/compute/eltwise_unary/exp.h"
#include "api/compute/eltwise_unary/recip.h"
#include "api/compute/reduce.h"

constexpr uint32_t columns = get_compile_time_arg_val(0);
constexpr uint32_t cb_x = tt::CBIndex::c_0, cb_ones = tt::CBIndex::c_1, cb_out = tt::CBIndex::c_16;
constexpr uint32_t cb_powers = tt::CBIndex::c_24, cb_largest = tt::CBIndex::c_25, cb_inverse = tt::CBIndex::c_26;

// Dst tile 0 to a circular buffer.
void put(uint32_t cb) {
  tile_regs_commit();
  cb_reserve_back(cb, 1);
  tile_regs_wait();
  pack_tile(0, cb);
  cb_push_back(cb, 1);
  tile_regs_release();
}

// Of a row of tiles, into a column of one.
template <PoolType how>
void reduce_row(uint32_t cb_from, uint32_t cb_to) {
  cb_wait_front(cb_from, columns);
  reconfig_data_format(cb_from, cb_ones);
  pack_reconfig_data_format(cb_to);
  reduce_init<how, ReduceDim::REDUCE_ROW>(cb_from, cb_ones, cb_to);
  tile_regs_acquire();
  for (uint32_t c = 0; c < columns; ++c) reduce_tile<how, ReduceDim::REDUCE_ROW>(cb_from, cb_ones, c, 0, 0);
  if constexpr (how == PoolType::SUM) {
    recip_tile_init();
    recip_tile(0);
  }
  put(cb_to);
  reduce_uninit();
}

void kernel_main() {
  const uint32_t rows = get_arg_val<uint32_t>(0);
  binary_op_init_common(cb_x, cb_ones, cb_out);
  cb_wait_front(cb_ones, 1);
  for (uint32_t r = 0; r < rows; ++r) {
    reduce_row<PoolType::MAX>(cb_x, cb_largest);

    cb_wait_front(cb_largest, 1);
    reconfig_data_format(cb_x, cb_largest);
    pack_reconfig_data_format(cb_powers);
    sub_bcast_cols_init_short(cb_x, cb_largest);
    exp_tile_init();
    for (uint32_t c = 0; c < columns; ++c) {
      tile_regs_acquire();
      sub_tiles_bcast_cols(cb_x, cb_largest, c, 0, 0);
      exp_tile(0);
      put(cb_powers);
    }
    cb_pop_front(cb_largest, 1);
    cb_pop_front(cb_x, columns);

    reduce_row<PoolType::SUM>(cb_powers, cb_inverse);

    cb_wait_front(cb_inverse, 1);
    reconfig_data_format(cb_powers, cb_inverse);
    pack_reconfig_data_format(cb_out);
    mul_bcast_cols_init_short(cb_powers, cb_inverse);
    for (uint32_t c = 0; c < columns; ++c) {
      tile_regs_acquire();
      mul_tiles_bcast_cols(cb_powers, cb_inverse, c, 0, 0);
      put(cb_out);
    }
    cb_pop_front(cb_inverse, 1);
    cb_pop_front(cb_powers, columns);
  }
  cb_pop_front(cb_ones, 1);
}
// SPDX-License-Identifier: Apache-2.0
