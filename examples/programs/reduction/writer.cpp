// Sends this core's part to its place on the core that adds them up, and counts it there; that core takes the sum away.
// ct_args: tiles of a row, accessor of the sum; args: this core's number (0 adds up), that core's place, its semaphore, address of the sum.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
  constexpr uint32_t across = get_compile_time_arg_val(0), cb_parts = 1, cb_part = 16, cb_sum = 17;
  constexpr auto sum_args = TensorAccessorArgs<1>();
  const uint32_t number = get_arg_val<uint32_t>(0), x = get_arg_val<uint32_t>(1), y = get_arg_val<uint32_t>(2);
  const uint32_t bytes = across * get_tile_size(cb_part);
  cb_wait_front(cb_part, across);
  // c_1 is empty, and at the same address everywhere.
  noc_async_write(get_read_ptr(cb_part), get_noc_addr(x, y, get_write_ptr(cb_parts) + number * bytes), bytes);
  noc_async_write_barrier();
  noc_semaphore_inc(get_noc_addr(x, y, get_semaphore(get_arg_val<uint32_t>(3))), 1);
  noc_async_atomic_barrier();
  cb_pop_front(cb_part, across);
  if (number != 0) return;
  const auto sum = TensorAccessor(sum_args, get_arg_val<uint32_t>(4), get_tile_size(cb_sum));
  for (uint32_t column = 0; column < across; ++column) {
    cb_wait_front(cb_sum, 1);
    noc_async_write_tile(column, sum, get_read_ptr(cb_sum));
    noc_async_write_barrier();
    cb_pop_front(cb_sum, 1);
  }
}
// SPDX-License-Identifier: Apache-2.0
