// C = A x B, a block of C at a time: sub-blocks of it are computed in Dst, and wait in c_24 for the next block along the inner dimension.
// ct_args: rows, inner and columns of a block, rows and columns of a sub-block (which divide those), all in tiles; args: blocks of C,
// blocks along the inner dimension.
#include "api/compute/matmul.h"
#include "api/compute/tile_move_copy.h"

constexpr uint32_t rows = get_compile_time_arg_val(0), inner = get_compile_time_arg_val(1),
                   columns = get_compile_time_arg_val(2);
constexpr uint32_t h = get_compile_time_arg_val(3), w = get_compile_time_arg_val(4);
constexpr uint32_t cb_a = tt::CBIndex::c_0, cb_b = tt::CBIndex::c_1, cb_c = tt::CBIndex::c_16, cb_sums = tt::CBIndex::c_24;

// What was summed up before, back to Dst.
void take_sums_back() {
  copy_tile_to_dst_init_short_with_dt(cb_b, cb_sums);
  cb_wait_front(cb_sums, h * w);
  for (uint32_t t = 0; t < h * w; ++t) copy_tile(cb_sums, t, t);
  cb_pop_front(cb_sums, h * w);
  mm_block_init_short_with_dt(cb_a, cb_b, cb_sums, /*transpose*/ false, w, h, inner);
}

void multiply(uint32_t row, uint32_t column, bool first, uint32_t cb_to) {
  tile_regs_acquire();
  if (!first) take_sums_back();
  for (uint32_t k = 0; k < inner; ++k)
    matmul_block(cb_a, cb_b, row * inner + k, k * columns + column, /*dst*/ 0, /*transpose*/ false, w, h, inner);
  tile_regs_commit();
  cb_reserve_back(cb_to, h * w);
  tile_regs_wait();
  for (uint32_t t = 0; t < h * w; ++t) pack_tile(t, cb_to);
  cb_push_back(cb_to, h * w);
  tile_regs_release();
}

void kernel_main() {
  const uint32_t blocks = get_arg_val<uint32_t>(0), blocks_k = get_arg_val<uint32_t>(1);
  mm_block_init(cb_a, cb_b, cb_c, /*transpose*/ false, w, h, inner);
  for (uint32_t block = 0; block < blocks; ++block)
    for (uint32_t k = 0; k < blocks_k; ++k) {
      const bool last = k + 1 == blocks_k;
      cb_wait_front(cb_a, rows * inner);
      cb_wait_front(cb_b, inner * columns);
      pack_reconfig_data_format(last ? cb_c : cb_sums);
      for (uint32_t r = 0; r < rows; r += h)
        for (uint32_t c = 0; c < columns; c += w) multiply(r, c, k == 0, last ? cb_c : cb_sums);
      cb_pop_front(cb_a, rows * inner);
      cb_pop_front(cb_b, inner * columns);
    }
}
// SPDX-License-Identifier: Apache-2.0
