// Cycles of calls, measured by T1 with the wall clock (scripts/compute_api.py). They become words of the tiles of buffer 16.
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
  tile_regs_commit();
  tile_regs_wait();
  tile_regs_release();
}

template <class Calls>
__attribute__((noinline)) uint32_t cycles_of(uint32_t n, Calls calls) {
  const uint32_t start = clock_when_idle();
  for (uint32_t k = 0; k < n; ++k) calls();
  return clock_when_idle() - start;
}

// T1: word i is the cycles of four calls.
template <class Init, class Calls>
__attribute__((noinline)) void measure(uint32_t i, Init init, Calls calls) {
  init();
  cycles_of(1, calls);  // its instructions are in the cache then
  const uint32_t one = cycles_of(1, calls), five = cycles_of(5, calls);
  tensix::device::l1(tensix_program::buffers[16].address + 4 * i) = five - one;
}
// The same of a loop over blocks of tiles, `call(t)` for each tile t: 32 tiles (32-bit Dst: 16), as what six blocks take more than two.
// Operands stay in front of their buffers; results go to the same places of buffer 17.
template <class Call>
__attribute__((noinline)) void measure_blocks(uint32_t i, Call call) {
  [[maybe_unused]] uint32_t took[2] = {};
  for (uint32_t k = 0; k < 2; ++k) {
    MATH((took[k] = clock_when_idle()));
    for (uint32_t n = 0; n < 2 + 4 * k; ++n) {
      tile_regs_acquire();
      for (uint32_t t = 0; t < tensix::device::dst_tiles; ++t) call(t);
      tile_regs_commit();
      tile_regs_wait();
      for (uint32_t t = 0; t < tensix::device::dst_tiles; ++t) pack_tile<true>(t, 17, t);
      tile_regs_release();
    }
    MATH((took[k] = clock_when_idle() - took[k]));
  }
  MATH((tensix::device::l1(tensix_program::buffers[16].address + 4 * i) = took[1] - took[0]));
}

inline void begin_blocks() {
  compute_kernel_hw_startup(0, 1, 17);
  cb_wait_front(0, 8);
  cb_wait_front(1, 8);
}

inline void end() {
  tile_regs_acquire();
  MATH((clock_when_idle()));
  tile_regs_commit();
  cb_reserve_back(16, 1);
  tile_regs_wait();
  cb_push_back(16, 1);
  tile_regs_release();
}
