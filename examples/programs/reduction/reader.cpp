// Brings this core's tiles, and on the core that adds the parts up hands these over when all have come.
// ct_args: tiles of a row, accessor; args: address, this core's number (0 adds up), rows of tiles, parts, their semaphore.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
  constexpr uint32_t across = get_compile_time_arg_val(0), cb_in = 0, cb_parts = 1;
  constexpr auto args = TensorAccessorArgs<1>();
  const auto in = TensorAccessor(args, get_arg_val<uint32_t>(0), get_tile_size(cb_in));
  const uint32_t number = get_arg_val<uint32_t>(1), rows = get_arg_val<uint32_t>(2), first = number * rows * across;
  const uint32_t parts = get_arg_val<uint32_t>(3);
  // Tiles below one another come one behind the other, two at a time: they are summed up.
  for (uint32_t column = 0; column < across; ++column)
    for (uint32_t row = 0; row < rows; row += 2) {
      cb_reserve_back(cb_in, 2);
      const uint32_t to = get_write_ptr(cb_in);
      noc_async_read_tile(first + row * across + column, in, to);
      noc_async_read_tile(first + (row + 1) * across + column, in, to + get_tile_size(cb_in));
      noc_async_read_barrier();
      cb_push_back(cb_in, 2);
    }
  if (number != 0) return;
  noc_semaphore_wait(reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(get_arg_val<uint32_t>(4))), parts);
  cb_reserve_back(cb_parts, parts * across);
  cb_push_back(cb_parts, parts * across);
}
// SPDX-License-Identifier: Apache-2.0
