// Makes a tile of ones, and brings a matrix, a row of tiles at a time. ct_args: columns in tiles, accessor; args: address, rows in tiles.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
  constexpr uint32_t columns = get_compile_time_arg_val(0);
  constexpr uint32_t cb_x = tt::CBIndex::c_0, cb_ones = tt::CBIndex::c_1;
  constexpr auto x_args = TensorAccessorArgs<1>();
  const uint32_t bytes = get_tile_size(cb_x);
  const auto x = TensorAccessor(x_args, get_arg_val<uint32_t>(0), bytes);
  const uint32_t rows = get_arg_val<uint32_t>(1);

  cb_reserve_back(cb_ones, 1);
  volatile tt_l1_ptr uint32_t* const ones = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(cb_ones));
  for (uint32_t i = 0; i < get_tile_size(cb_ones) / 4; ++i) ones[i] = 0x3F803F80;  // two of BF16
  cb_push_back(cb_ones, 1);

  for (uint32_t r = 0; r < rows; ++r) {
    cb_reserve_back(cb_x, columns);
    const uint32_t to = get_write_ptr(cb_x);
    for (uint32_t c = 0; c < columns; ++c) noc_async_read_tile(r * columns + c, x, to + c * bytes);
    noc_async_read_barrier();
    cb_push_back(cb_x, columns);
  }
}
// SPDX-License-Identifier: Apache-2.0
