// SPDX-License-Identifier: Apache-2.0
// Cycles of calls, measured with the wall clock (scripts/compute_api.py, and `tensix-tlm costs`, docs/cost-table.md). They become words
// of the tiles of buffer 16.
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

// For `tensix-tlm costs`: row i has sixteen words, four of each core: the cycles of the first call, of the second, of further ones, and how many these
// are. The first two are without the reading of the clock.
namespace tensix::device {
inline uint32_t clock_of_core() {
  UNPACK((ttinsn<word::stallwait(block::sync, until::unpacker0_done | until::unpacker1_done)>()));
  MATH((ttinsn<word::stallwait(block::sync, until::math_done | until_vector_done)>()));
  PACK((ttinsn<word::stallwait(block::sync, until::packer_done)>()));
  sync();
  return at(0xFFB121F0);
}
inline uint32_t clock_alone() {  // what reading the clock takes
  clock_of_core();
  const uint32_t start = clock_of_core();
  return clock_of_core() - start;
}
inline void cost_row(uint32_t i, uint32_t first, uint32_t second, uint32_t further, uint32_t calls) {
  const uint32_t row = tensix_program::buffers[16].address + 64 * i + 16 * core;
  l1(row) = first;
  l1(row + 4) = second;
  l1(row + 8) = further;
  l1(row + 12) = calls;
}
template <class Calls>
__attribute__((noinline)) uint32_t core_cycles(uint32_t n, Calls calls) {
  const uint32_t start = clock_of_core();
  for (uint32_t k = 0; k < n; ++k) calls();
  return clock_of_core() - start;
}
}  // namespace tensix::device

// A call of one core, alone: seven in all.
template <class Init, class Calls>
__attribute__((noinline)) void cost_of_call(uint32_t i, Init init, Calls calls) {
  using namespace tensix::device;
  init();
  const uint32_t alone = clock_alone();
  const uint32_t first = core_cycles(1, calls) - alone, one = core_cycles(1, calls), five = core_cycles(5, calls);
  cost_row(i, first, one - alone, five - one, 4);
}
// An init, on each core by itself: `other` stands before each, so that there is something to do.
template <class Other, class Init>
__attribute__((noinline)) void cost_of_init(uint32_t i, Other other, Init init) {
  using namespace tensix::device;
  uint32_t took[3];
  const uint32_t alone = clock_alone();
  for (uint32_t k = 0; k < 3; ++k) {
    other();
    took[k] = core_cycles(1, init) - alone;
  }
  cost_row(i, took[0], took[1], took[2], 1);
}
// An operation on tiles by all cores; T1's clock. First and second: a block of one tile, from T1's acquire until its units are idle.
// Further ones: six blocks of as many tiles as a part of Dst holds, less two.
template <class Init, class Call>
__attribute__((noinline)) void cost_of_tiles(uint32_t i, Init init, Call call) {
  using namespace tensix::device;
  init();
  uint32_t took[4] = {};
  [[maybe_unused]] uint32_t alone = 0;
  MATH((alone = clock_alone()));
  for (uint32_t k = 0; k < 4; ++k) {
    const uint32_t tiles = k < 2 ? 1 : dst_tiles;
    MATH((took[k] = clock_of_core()));
    for (uint32_t n = 0; n < (k < 2 ? 1 : 2 + 4 * (k - 2)); ++n) {
      tile_regs_acquire();
      for (uint32_t t = 0; t < tiles; ++t) call(t);
      tile_regs_commit();
      tile_regs_wait();
      for (uint32_t t = 0; t < tiles; ++t) pack_tile<true>(t, 17, t);
      tile_regs_release();
    }
    MATH((took[k] = clock_of_core() - took[k]));
  }
  MATH((cost_row(i, took[0] - alone, took[1] - alone, took[3] - took[2], 4 * dst_tiles)));
}
// Blocks of eight tiles that acquire and release Dst themselves; T1's clock.
template <class Init, class Call>
__attribute__((noinline)) void cost_of_block(uint32_t i, Init init, Call call) {
  using namespace tensix::device;
  init();
  [[maybe_unused]] uint32_t alone = 0, took[4] = {};
  MATH((alone = clock_alone()));
  for (uint32_t k = 0; k < 4; ++k) {
    MATH((took[k] = clock_of_core()));
    for (uint32_t n = 0; n < (k < 2 ? 1 : 2 + 4 * (k - 2)); ++n) call();
    MATH((took[k] = clock_of_core() - took[k]));
  }
  MATH((cost_row(i, took[0] - alone, took[1] - alone, took[3] - took[2], 4 * 8)));
}
