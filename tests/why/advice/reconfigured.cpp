// SPDX-License-Identifier: Apache-2.0
// Packs to two buffers of different formats in turn, the packer reconfigured before each.
#include "rounds.h"

void kernel_main() {
  const uint32_t rounds = get_arg_val<uint32_t>(0) / ROUND;
  unary_op_init_common(0, 16);
  copy_tile_init(0);
  for (uint32_t r = 0; r < rounds; ++r) {
    cb_wait_front(0, ROUND);
    pack_reconfig_data_format(16);
    into(16, [](uint32_t t, uint32_t dst) { copy_tile(0, t, dst); });
    pack_reconfig_data_format(17);
    into(17, [](uint32_t t, uint32_t dst) { copy_tile(0, t, dst); });
    cb_pop_front(0, ROUND);
  }
}
