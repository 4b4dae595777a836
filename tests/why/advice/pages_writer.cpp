// SPDX-License-Identifier: Apache-2.0
// Takes tiles away in pages. ct_args: bytes of a page, accessor; args: address, tiles.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
  const uint32_t address = get_arg_val<uint32_t>(0), tiles = get_arg_val<uint32_t>(1);
  constexpr uint32_t page_bytes = get_compile_time_arg_val(0);
  constexpr auto args = TensorAccessorArgs<1>();
  const auto into = TensorAccessor(args, address, page_bytes);
  const uint32_t pages = get_tile_size(16) / page_bytes;
  for (uint32_t tile = 0; tile < tiles; ++tile) {
    cb_wait_front(16, 1);
    uint32_t from = get_read_ptr(16);
    for (uint32_t page = tile * pages; page < (tile + 1) * pages; ++page) {
      noc_async_write_page(page, into, from);
      from += page_bytes;
    }
    noc_async_write_barrier();
    cb_pop_front(16, 1);
  }
}
