// Takes the result away, a tile at a time as it comes. ct_args: accessor; args: address, tiles.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
  constexpr uint32_t cb_out = tt::CBIndex::c_16;
  constexpr auto out_args = TensorAccessorArgs<0>();
  const auto out = TensorAccessor(out_args, get_arg_val<uint32_t>(0), get_tile_size(cb_out));
  const uint32_t tiles = get_arg_val<uint32_t>(1);

  for (uint32_t tile = 0; tile < tiles; ++tile) {
    cb_wait_front(cb_out, 1);
    noc_async_write_tile(tile, out, get_read_ptr(cb_out));
    noc_async_writes_flushed();
    cb_pop_front(cb_out, 1);
  }
  noc_async_write_barrier();
}
// SPDX-License-Identifier: Apache-2.0
