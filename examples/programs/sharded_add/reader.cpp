// The shards of both operands are in this core's L1 already: their tiles are handed over. args: tiles of a shard.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
  const uint32_t tiles = get_arg_val<uint32_t>(0);
  for (const uint32_t cb : {0u, 1u}) {
    cb_reserve_back(cb, tiles);
    cb_push_back(cb, tiles);
  }
}
// SPDX-License-Identifier: Apache-2.0
