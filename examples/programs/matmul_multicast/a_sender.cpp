// The first core of a row: brings the row's blocks of A, and sends each to the other cores of the row.
// ct_args: rows and inner of a block in tiles, semaphores, accessor of A; args: address of A, blocks along K, row of cores, receivers.
#include "multicast.h"

void kernel_main() {
  constexpr uint32_t rows = get_compile_time_arg_val(0), inner = get_compile_time_arg_val(1);
  constexpr uint32_t ready = get_compile_time_arg_val(2), valid = get_compile_time_arg_val(3);
  constexpr uint32_t cb_a = tt::CBIndex::c_0;
  constexpr auto a_args = TensorAccessorArgs<4>();
  const uint32_t bytes = get_tile_size(cb_a), blocks = get_arg_val<uint32_t>(1), row = get_arg_val<uint32_t>(2);
  const auto a = TensorAccessor(a_args, get_arg_val<uint32_t>(0), bytes);
  block_sender others(3, ready, valid);
  for (uint32_t k = 0; k < blocks; ++k) {
    cb_reserve_back(cb_a, rows * inner);
    const uint32_t to = get_write_ptr(cb_a);
    read_block(a, row * rows * blocks * inner + k * inner, blocks * inner, rows, inner, to, bytes);
    others.send(to, rows * inner * bytes);
    cb_push_back(cb_a, rows * inner);
  }
  noc_async_write_barrier();
}
// SPDX-License-Identifier: Apache-2.0
