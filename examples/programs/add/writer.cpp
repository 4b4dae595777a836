// Takes the tiles of the sum away, a block at a time. ct_args: tiles of a block, accessor; args: address, tiles.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
  const uint32_t c_address = get_arg_val<uint32_t>(0), tiles = get_arg_val<uint32_t>(1);
  constexpr uint32_t block = get_compile_time_arg_val(0);
  constexpr uint32_t cb_c = tt::CBIndex::c_16;
  constexpr auto c_args = TensorAccessorArgs<1>();
  const uint32_t bytes = get_tile_size(cb_c);
  const auto c = TensorAccessor(c_args, c_address, bytes);

  for (uint32_t first = 0; first < tiles; first += block) {
    cb_wait_front(cb_c, block);
    const uint32_t from = get_read_ptr(cb_c);
    for (uint32_t i = 0; i < block; ++i) noc_async_write_tile(first + i, c, from + i * bytes);
    noc_async_writes_flushed();  // they have left: the buffer may be filled again
    cb_pop_front(cb_c, block);
  }
  noc_async_write_barrier();  // they have arrived
}
// SPDX-License-Identifier: Apache-2.0
