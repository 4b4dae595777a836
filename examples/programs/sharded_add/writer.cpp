// The sum stays where it was packed to, in the shard. args: tiles of a shard.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
  const uint32_t tiles = get_arg_val<uint32_t>(0);
  cb_wait_front(16, tiles);
  cb_pop_front(16, tiles);
}
// SPDX-License-Identifier: Apache-2.0
