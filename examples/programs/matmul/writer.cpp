// Takes C away as its sub-blocks come. ct_args: rows and columns of a block, rows and columns of a sub-block, in tiles, accessor of C;
// args: address of C, blocks along M and N.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
  constexpr uint32_t rows = get_compile_time_arg_val(0), columns = get_compile_time_arg_val(1);
  constexpr uint32_t h = get_compile_time_arg_val(2), w = get_compile_time_arg_val(3);
  constexpr uint32_t cb_c = tt::CBIndex::c_16;
  constexpr auto c_args = TensorAccessorArgs<4>();
  const uint32_t bytes = get_tile_size(cb_c);
  const auto c = TensorAccessor(c_args, get_arg_val<uint32_t>(0), bytes);
  const uint32_t blocks_m = get_arg_val<uint32_t>(1), blocks_n = get_arg_val<uint32_t>(2), across = blocks_n * columns;

  for (uint32_t row = 0; row < blocks_m * rows; row += rows)
    for (uint32_t column = 0; column < across; column += columns)
      for (uint32_t r = row; r < row + rows; r += h)
        for (uint32_t s = column; s < column + columns; s += w) {
          cb_wait_front(cb_c, h * w);
          uint32_t from = get_read_ptr(cb_c);
          for (uint32_t i = 0; i < h; ++i)
            for (uint32_t j = 0; j < w; ++j) {
              noc_async_write_tile((r + i) * across + s + j, c, from);
              from += bytes;
            }
          noc_async_writes_flushed();
          cb_pop_front(cb_c, h * w);
        }
  noc_async_write_barrier();
}
// SPDX-License-Identifier: Apache-2.0
