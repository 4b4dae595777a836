// SPDX-License-Identifier: Apache-2.0
// a + b: one kind of init, in each round or before all of them.
#include "rounds.h"

void kernel_main() {
  const uint32_t rounds = get_arg_val<uint32_t>(0) / ROUND;
  binary_op_init_common(0, 1, 16);
  if (!INITS_IN_THE_LOOP) add_tiles_init(0, 1);
  for (uint32_t r = 0; r < rounds; ++r) {
    take(0, 1);
    if (INITS_IN_THE_LOOP) add_tiles_init(0, 1);
    into(16, [](uint32_t t, uint32_t dst) { add_tiles(0, 1, t, t, dst); });
    cb_pop_front(0, ROUND);
    cb_pop_front(1, ROUND);
  }
}
