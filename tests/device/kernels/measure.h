// Cycles of calls, measured by T1 with the wall clock: MEASURE(i, init, call) puts those of four calls into word i of the first tile
// of buffer 16. (scripts/compute_api.py)
#pragma once
#include "tensix/program.h"

namespace tensix::device {
inline uint32_t clock_when_idle() {
  ttinsn<word::stallwait(block::sync, until::math_done | until_vector_done)>();
  sync();
  return at(0xFFB121F0);
}
}  // namespace tensix::device
using tensix::device::clock_when_idle;

inline void begin() {
  unary_op_init_common(0, 16);
  copy_tile_init(0);
  cb_wait_front(0, 1);
  tile_regs_acquire();
  for (uint32_t tile = 0; tile < 4; ++tile) copy_tile(0, 0, tile);
}

template <class Calls>
__attribute__((noinline)) uint32_t cycles_of(uint32_t n, Calls calls) {
  const uint32_t start = clock_when_idle();
  for (uint32_t k = 0; k < n; ++k) calls();
  return clock_when_idle() - start;
}

template <class Init, class Calls>
__attribute__((noinline)) void measure(uint32_t i, Init init, Calls calls) {
  init();
  cycles_of(1, calls);  // its instructions are in the cache then
  const uint32_t one = cycles_of(1, calls), five = cycles_of(5, calls);
  tensix::device::l1(tensix_program::buffers[16].address + 4 * i) = five - one;
}
#define MEASURE(i, init, call) MATH((measure(i, [] { init; }, [] { call; })));

inline void end() {
  MATH((clock_when_idle()));
  tile_regs_commit();
  cb_pop_front(0, 1);
  cb_reserve_back(16, 1);
  tile_regs_wait();
  cb_push_back(16, 1);
  tile_regs_release();
}
