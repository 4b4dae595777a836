// Brings the tiles of two tensors, a block of each at a time: the reads of a block are all on their way before one is waited for.
// ct_args: tiles of a block, accessors of both; args: addresses of both, tiles.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
  const uint32_t a_address = get_arg_val<uint32_t>(0), b_address = get_arg_val<uint32_t>(1), tiles = get_arg_val<uint32_t>(2);
  constexpr uint32_t block = get_compile_time_arg_val(0);
  constexpr uint32_t cb_a = tt::CBIndex::c_0, cb_b = tt::CBIndex::c_1;
  constexpr auto a_args = TensorAccessorArgs<1>();
  constexpr auto b_args = TensorAccessorArgs<a_args.next_compile_time_args_offset()>();
  const uint32_t a_bytes = get_tile_size(cb_a), b_bytes = get_tile_size(cb_b);
  const auto a = TensorAccessor(a_args, a_address, a_bytes);
  const auto b = TensorAccessor(b_args, b_address, b_bytes);

  for (uint32_t first = 0; first < tiles; first += block) {
    cb_reserve_back(cb_a, block);
    cb_reserve_back(cb_b, block);
    const uint32_t to_a = get_write_ptr(cb_a), to_b = get_write_ptr(cb_b);
    for (uint32_t i = 0; i < block; ++i) {
      noc_async_read_tile(first + i, a, to_a + i * a_bytes);
      noc_async_read_tile(first + i, b, to_b + i * b_bytes);
    }
    noc_async_read_barrier();
    cb_push_back(cb_a, block);
    cb_push_back(cb_b, block);
  }
}
// SPDX-License-Identifier: Apache-2.0
