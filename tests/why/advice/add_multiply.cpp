// SPDX-License-Identifier: Apache-2.0
// (a + b) * b through an own buffer: two kinds of inits in each round.
#include "rounds.h"

void kernel_main() {
  const uint32_t rounds = get_arg_val<uint32_t>(0) / ROUND;
  binary_op_init_common(0, 1, 16);
  for (uint32_t r = 0; r < rounds; ++r) {
    take(0, 1);
    add_tiles_init(0, 1);
    into(24, [](uint32_t t, uint32_t dst) { add_tiles(0, 1, t, t, dst); });
    cb_wait_front(24, ROUND);
    mul_tiles_init(24, 1);
    into(16, [](uint32_t t, uint32_t dst) { mul_tiles(24, 1, t, t, dst); });
    cb_pop_front(24, ROUND);
    cb_pop_front(0, ROUND);
    cb_pop_front(1, ROUND);
  }
}
