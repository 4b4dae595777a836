// The other cores of a column: get its blocks of B from the first; then each takes its C away.
// ct_args: rows, inner and columns of a block, rows and columns of a sub-block in tiles, semaphores, accessor of C;
// args: address of C, blocks along K, columns of cores, this core's column and row, the first core's place.
#include "multicast.h"
#include "write_c.h"

void kernel_main() {
  constexpr uint32_t rows = get_compile_time_arg_val(0), inner = get_compile_time_arg_val(1),
                     columns = get_compile_time_arg_val(2);
  constexpr uint32_t h = get_compile_time_arg_val(3), w = get_compile_time_arg_val(4);
  constexpr uint32_t ready = get_compile_time_arg_val(5), valid = get_compile_time_arg_val(6);
  constexpr uint32_t cb_b = tt::CBIndex::c_1, cb_c = tt::CBIndex::c_16;
  constexpr auto c_args = TensorAccessorArgs<7>();
  const uint32_t blocks = get_arg_val<uint32_t>(1), across = get_arg_val<uint32_t>(2) * columns;
  const uint32_t column = get_arg_val<uint32_t>(3), row = get_arg_val<uint32_t>(4);
  const uint32_t x = get_arg_val<uint32_t>(5), y = get_arg_val<uint32_t>(6);
  const auto c = TensorAccessor(c_args, get_arg_val<uint32_t>(0), get_tile_size(cb_c));
  for (uint32_t k = 0; k < blocks; ++k) {
    cb_reserve_back(cb_b, inner * columns);
    receive_block(x, y, ready, valid);
    cb_push_back(cb_b, inner * columns);
  }
  noc_async_atomic_barrier();
  write_block<rows, columns, h, w>(c, row * rows, column * columns, across);
}
// SPDX-License-Identifier: Apache-2.0
