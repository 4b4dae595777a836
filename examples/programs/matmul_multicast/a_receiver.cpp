// The other cores of a row: get its blocks of A from the first.
// ct_args: rows and inner of a block in tiles, semaphores; args: blocks along K, the first core's place.
#include "multicast.h"

void kernel_main() {
  constexpr uint32_t tiles = get_compile_time_arg_val(0) * get_compile_time_arg_val(1);
  constexpr uint32_t ready = get_compile_time_arg_val(2), valid = get_compile_time_arg_val(3);
  constexpr uint32_t cb_a = tt::CBIndex::c_0;
  const uint32_t blocks = get_arg_val<uint32_t>(0), x = get_arg_val<uint32_t>(1), y = get_arg_val<uint32_t>(2);
  for (uint32_t k = 0; k < blocks; ++k) {
    cb_reserve_back(cb_a, tiles);
    receive_block(x, y, ready, valid);
    cb_push_back(cb_a, tiles);
  }
  noc_async_atomic_barrier();
}
// SPDX-License-Identifier: Apache-2.0
