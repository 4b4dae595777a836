// SPDX-License-Identifier: Apache-2.0
// Cycles of commands of the dataflow API, for `tensix-tlm costs` (docs/cost-table.md): on NC or B, which does nothing else.
#pragma once
#include "api/dataflow/dataflow_api.h"

namespace tensix::device {
inline uint32_t wall_clock() { return *reinterpret_cast<volatile uint32_t*>(0xFFB121F0); }
}  // namespace tensix::device

// What calls name: `l1`, a page of this tile's L1, of `bytes`; `dram`, a page in bank 0; `tile`, one in the L1 of the tile to the right;
// `row`, in those of the four to the right; `word`, `words`: a word in front of these pages, `own_word` this tile's.
#define COST_PLACES                                                                                                         \
  constexpr auto data_args = TensorAccessorArgs<0>();                                                                       \
  [[maybe_unused]] const uint32_t l1 = get_write_ptr(0), bytes = get_tile_size(0), out = get_write_ptr(16);                 \
  [[maybe_unused]] const uint32_t x = get_arg_val<uint32_t>(2), y = get_arg_val<uint32_t>(3),                               \
                                  last_x = get_arg_val<uint32_t>(4);                                                        \
  [[maybe_unused]] const uint64_t dram = TensorAccessor(data_args, get_arg_val<uint32_t>(0), bytes).get_noc_addr(0);        \
  [[maybe_unused]] const uint32_t own_word = get_semaphore(get_arg_val<uint32_t>(5));                                       \
  [[maybe_unused]] const auto of_row = [&](uint32_t address) {                                                              \
    return noc_index ? get_noc_multicast_addr(last_x, y, x, y, address) : get_noc_multicast_addr(x, y, last_x, y, address); \
  };                                                                                                                        \
  [[maybe_unused]] const uint64_t tile = get_noc_addr(x, y, l1), row = of_row(l1);                                          \
  [[maybe_unused]] const uint64_t word = get_noc_addr(x, y, own_word), words = of_row(own_word);                            \
  for (uint32_t i = 0; i < 4096; i += 4) *reinterpret_cast<volatile uint32_t*>(out + i) = 0

// The row of words of `tensix/measure.h`: the cycles of the first call with its wait, of the second, of six calls less two, and 4. One
// loop makes all of them, so that the first call alone is new to the core's caches.
template <class Command, class Wait>
__attribute__((always_inline)) inline void cost_of_command(uint32_t row, Command command, Wait wait) {
  using tensix::device::wall_clock;
  const uint32_t begin = wall_clock(), alone = wall_clock() - begin;
  volatile uint32_t* const words = reinterpret_cast<volatile uint32_t*>(row);
  uint32_t before = 0;
#pragma GCC unroll 1
  for (uint32_t k = 0; k < 4; ++k) {
    const uint32_t calls = k < 2 ? 1 : 4 * k - 6;
    const uint32_t start = wall_clock();
#pragma GCC unroll 1
    for (uint32_t n = 0; n < calls; ++n) command();
    wait();
    const uint32_t took = wall_clock() - start;
    words[k < 2 ? k : 2] = k < 2 ? took - alone : took - before;
    before = took;
  }
  words[3] = 4;
}

inline void cost_rows_leave(uint32_t out) {
  constexpr auto out_args = TensorAccessorArgs<TensorAccessorArgs<0>().next_compile_time_args_offset()>();
  noc_async_full_barrier();
  noc_async_write_page(0, TensorAccessor(out_args, get_arg_val<uint32_t>(1), 4096), out);
  noc_async_write_barrier();
}
