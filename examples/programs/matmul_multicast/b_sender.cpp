// The first core of a column: brings the column's blocks of B, sends each to the other cores of the column; then takes its C away.
// ct_args: rows, inner and columns of a block, rows and columns of a sub-block in tiles, semaphores, accessors of B and C;
// args: addresses of B and C, blocks along K, columns of cores, this core's column and row, receivers.
#include "multicast.h"
#include "write_c.h"

void kernel_main() {
  constexpr uint32_t rows = get_compile_time_arg_val(0), inner = get_compile_time_arg_val(1),
                     columns = get_compile_time_arg_val(2);
  constexpr uint32_t h = get_compile_time_arg_val(3), w = get_compile_time_arg_val(4);
  constexpr uint32_t ready = get_compile_time_arg_val(5), valid = get_compile_time_arg_val(6);
  constexpr uint32_t cb_b = tt::CBIndex::c_1, cb_c = tt::CBIndex::c_16;
  constexpr auto b_args = TensorAccessorArgs<7>();
  constexpr auto c_args = TensorAccessorArgs<b_args.next_compile_time_args_offset()>();
  const uint32_t bytes = get_tile_size(cb_b), blocks = get_arg_val<uint32_t>(2);
  const uint32_t across = get_arg_val<uint32_t>(3) * columns, column = get_arg_val<uint32_t>(4), row = get_arg_val<uint32_t>(5);
  const auto b = TensorAccessor(b_args, get_arg_val<uint32_t>(0), bytes);
  const auto c = TensorAccessor(c_args, get_arg_val<uint32_t>(1), get_tile_size(cb_c));
  block_sender others(6, ready, valid);
  for (uint32_t k = 0; k < blocks; ++k) {
    cb_reserve_back(cb_b, inner * columns);
    const uint32_t to = get_write_ptr(cb_b);
    read_block(b, k * inner * across + column * columns, across, inner, columns, to, bytes);
    others.send(to, inner * columns * bytes);
    cb_push_back(cb_b, inner * columns);
  }
  write_block<rows, columns, h, w>(c, row * rows, column * columns, across);
}
// SPDX-License-Identifier: Apache-2.0
