// Brings blocks of A and B for one block of C after the other, along the inner dimension. Each tile that is in L1 is used several times.
// ct_args: rows, inner and columns of a block in tiles, accessors of A and B; args: addresses of A and B, blocks along M, K and N.
#include "api/dataflow/dataflow_api.h"

// A part of a matrix of `across` tiles a row, row by row.
template <class Tensor>
void read_block(const Tensor& tensor, uint32_t first, uint32_t across, uint32_t rows, uint32_t columns, uint32_t cb) {
  const uint32_t bytes = get_tile_size(cb);
  cb_reserve_back(cb, rows * columns);
  uint32_t to = get_write_ptr(cb);
  for (uint32_t r = 0; r < rows; ++r)
    for (uint32_t c = 0; c < columns; ++c) {
      noc_async_read_tile(first + r * across + c, tensor, to);
      to += bytes;
    }
}

void kernel_main() {
  constexpr uint32_t rows = get_compile_time_arg_val(0), inner = get_compile_time_arg_val(1),
                     columns = get_compile_time_arg_val(2);
  constexpr uint32_t cb_a = tt::CBIndex::c_0, cb_b = tt::CBIndex::c_1;
  constexpr auto a_args = TensorAccessorArgs<3>();
  constexpr auto b_args = TensorAccessorArgs<a_args.next_compile_time_args_offset()>();
  const auto a = TensorAccessor(a_args, get_arg_val<uint32_t>(0), get_tile_size(cb_a));
  const auto b = TensorAccessor(b_args, get_arg_val<uint32_t>(1), get_tile_size(cb_b));
  const uint32_t blocks_m = get_arg_val<uint32_t>(2), blocks_k = get_arg_val<uint32_t>(3), blocks_n = get_arg_val<uint32_t>(4);
  const uint32_t across_a = blocks_k * inner, across_b = blocks_n * columns;

  for (uint32_t m = 0; m < blocks_m; ++m)
    for (uint32_t n = 0; n < blocks_n; ++n)
      for (uint32_t k = 0; k < blocks_k; ++k) {
        read_block(a, m * rows * across_a + k * inner, across_a, rows, inner, cb_a);
        read_block(b, k * inner * across_b + n * columns, across_b, inner, columns, cb_b);
        noc_async_read_barrier();
        cb_push_back(cb_a, rows * inner);
        cb_push_back(cb_b, inner * columns);
      }
}
// SPDX-License-Identifier: Apache-2.0
