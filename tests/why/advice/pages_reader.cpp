// SPDX-License-Identifier: Apache-2.0
// Brings tiles that lie in pages: as many reads a tile. ct_args: bytes of a page, accessor; args: address, tiles.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
  const uint32_t address = get_arg_val<uint32_t>(0), tiles = get_arg_val<uint32_t>(1);
  constexpr uint32_t page_bytes = get_compile_time_arg_val(0);
  constexpr auto args = TensorAccessorArgs<1>();
  const auto from = TensorAccessor(args, address, page_bytes);
  const uint32_t pages = get_tile_size(0) / page_bytes;
  for (uint32_t tile = 0; tile < tiles; ++tile) {
    cb_reserve_back(0, 1);
    uint32_t to = get_write_ptr(0);
    for (uint32_t page = tile * pages; page < (tile + 1) * pages; ++page) {
      noc_async_read_page(page, from, to);
      to += page_bytes;
    }
    noc_async_read_barrier();
    cb_push_back(0, 1);
  }
}
