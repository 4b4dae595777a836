// Layer normalisation of each row of a matrix of --ct-arg ROWS COLUMNS EPSILON tiles (EPSILON: bits of an FP32 number):
// (x - mean) / sqrt(variance + epsilon) * gamma + beta. Buffers 0: the matrix (capacity at least COLUMNS); 1: a tile of 1
// / (32 x COLUMNS); 2, 3: gamma and beta, COLUMNS tiles each, of which row 0 counts; 16: the result; the kernel's own:
// 24, 25 (COLUMNS tiles): x - mean, its square; 26 to 28 (one): mean, 1 / deviation, and what is multiplied. Products
// take --fidelity hifi2 or more.
#include "compute_kernel_api.h"
#include "compute_kernel_api/eltwise_unary/binop_with_scalar.h"
#include "compute_kernel_api/eltwise_unary/rsqrt.h"
#include "compute_kernel_api/eltwise_unary/square.h"

constexpr uint32_t rows = get_compile_time_arg_val(0), columns = get_compile_time_arg_val(1),
                   epsilon = get_compile_time_arg_val(2);
constexpr auto in = CBIndex::c_0, average = CBIndex::c_1, gamma = CBIndex::c_2, beta = CBIndex::c_3, out = CBIndex::c_16;
constexpr auto centred = CBIndex::c_24, squares = CBIndex::c_25, mean = CBIndex::c_26, inverse = CBIndex::c_27,
               scaled = CBIndex::c_28;

// T2's part of a tile in Dst.
ALWI void pack_one(uint32_t to, uint32_t tile = 0) {
  cb_reserve_back(to, 1);
  tile_regs_wait();
  pack_tile(tile, to);
  cb_push_back(to, 1);
}

ALWI void find_mean() {
  cb_wait_front(in, columns);
  reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW>(in, average, mean);
  tile_regs_acquire();
  for (uint32_t c = 0; c < columns; ++c) reduce_tile<PoolType::SUM, ReduceDim::REDUCE_ROW>(in, average, c, 0, 0);
  tile_regs_commit();
  pack_one(mean);
  tile_regs_release();
  reduce_uninit();
}

// x - mean, and its square.
ALWI void centre() {
  cb_wait_front(mean, 1);
  sub_bcast_cols_init_short(in, mean);
  square_tile_init();
  for (uint32_t c = 0; c < columns; ++c) {
    tile_regs_acquire();
    sub_tiles_bcast_cols(in, mean, c, 0, 0);
    sub_tiles_bcast_cols(in, mean, c, 0, 1);
    square_tile(1);
    tile_regs_commit();
    cb_reserve_back(centred, 1);
    cb_reserve_back(squares, 1);
    tile_regs_wait();
    pack_reconfig_data_format(centred);
    pack_tile(0, centred);
    pack_reconfig_data_format(squares);
    pack_tile(1, squares);
    cb_push_back(centred, 1);
    cb_push_back(squares, 1);
    tile_regs_release();
  }
  cb_pop_front(mean, 1);
  cb_pop_front(in, columns);
}

ALWI void find_inverse_deviation() {
  cb_wait_front(squares, columns);
  reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW>(squares, average, inverse);
  tile_regs_acquire();
  for (uint32_t c = 0; c < columns; ++c) reduce_tile<PoolType::SUM, ReduceDim::REDUCE_ROW>(squares, average, c, 0, 0);
  binop_with_scalar_tile_init();
  add_unary_tile(0, epsilon);
  rsqrt_tile_init();
  rsqrt_tile(0);
  tile_regs_commit();
  pack_one(inverse);
  tile_regs_release();
  reduce_uninit();
  cb_pop_front(squares, columns);
}

ALWI void normalise() {
  cb_wait_front(inverse, 1);
  cb_wait_front(centred, columns);
  for (uint32_t c = 0; c < columns; ++c) {
    mul_bcast_cols_init_short(centred, inverse);
    pack_reconfig_data_format(scaled);
    tile_regs_acquire();
    mul_tiles_bcast_cols(centred, inverse, c, 0, 0);
    tile_regs_commit();
    pack_one(scaled);
    tile_regs_release();

    cb_wait_front(scaled, 1);
    mul_bcast_rows_init_short(scaled, gamma);
    tile_regs_acquire();
    mul_tiles_bcast_rows(scaled, gamma, 0, c, 0);
    tile_regs_commit();
    pack_one(scaled);
    tile_regs_release();
    cb_pop_front(scaled, 1);

    cb_wait_front(scaled, 1);
    add_bcast_rows_init_short(scaled, beta);
    pack_reconfig_data_format(out);
    tile_regs_acquire();
    add_tiles_bcast_rows(scaled, beta, 0, c, 0);
    tile_regs_commit();
    pack_one(out);
    tile_regs_release();
    cb_pop_front(scaled, 1);
  }
  cb_pop_front(inverse, 1);
  cb_pop_front(centred, columns);
}

void kernel_main() {
  binary_op_init_common(in, average, out);
  cb_wait_front(average, 1);
  cb_wait_front(gamma, columns);
  cb_wait_front(beta, columns);
  for (uint32_t r = 0; r < rows; ++r) {
    find_mean();
    centre();
    find_inverse_deviation();
    normalise();
  }
  cb_pop_front(average, 1);
  cb_pop_front(gamma, columns);
  cb_pop_front(beta, columns);
}
// SPDX-License-Identifier: Apache-2.0
