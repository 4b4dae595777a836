// Brings the tiles of a tensor, two at a time. ct_args: accessor; args: address, tiles.
#include "api/dataflow/dataflow_api.h"
#include "tools/profiler/kernel_profiler.hpp"

void kernel_main() {
  const uint32_t address = get_arg_val<uint32_t>(0), tiles = get_arg_val<uint32_t>(1);
  const uint32_t bytes = get_tile_size(tt::CBIndex::c_0);
  const auto a = TensorAccessor(TensorAccessorArgs<0>(), address, bytes);

  for (uint32_t first = 0; first < tiles; first += 2) {
    DeviceZoneScopedN("block");
    {
      DeviceZoneScopedN("reserve");
      cb_reserve_back(tt::CBIndex::c_0, 2);
    }
    {
      DeviceZoneScopedN("read");
      const uint32_t to = get_write_ptr(tt::CBIndex::c_0);
      for (uint32_t i = 0; i < 2; ++i) noc_async_read_tile(first + i, a, to + i * bytes);
      noc_async_read_barrier();
    }
    cb_push_back(tt::CBIndex::c_0, 2);
  }
}
// SPDX-License-Identifier: Apache-2.0
