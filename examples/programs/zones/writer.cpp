// Takes the tiles of a tensor away, two at a time. ct_args: accessor; args: address, tiles.
#include "api/dataflow/dataflow_api.h"
#include "tools/profiler/kernel_profiler.hpp"

void kernel_main() {
  const uint32_t address = get_arg_val<uint32_t>(0), tiles = get_arg_val<uint32_t>(1);
  const uint32_t bytes = get_tile_size(tt::CBIndex::c_16);
  const auto c = TensorAccessor(TensorAccessorArgs<0>(), address, bytes);

  for (uint32_t first = 0; first < tiles; first += 2) {
    {
      DeviceZoneScopedN("wait");
      cb_wait_front(tt::CBIndex::c_16, 2);
    }
    DeviceZoneScopedN("write");
    const uint32_t from = get_read_ptr(tt::CBIndex::c_16);
    for (uint32_t i = 0; i < 2; ++i) noc_async_write_tile(first + i, c, from + i * bytes);
    noc_async_write_barrier();
    cb_pop_front(tt::CBIndex::c_16, 2);
  }
}
// SPDX-License-Identifier: Apache-2.0
