// SPDX-License-Identifier: Apache-2.0
// The core as kernels of TT-Metalium's lower layer see it (ckernel.h): mailboxes, semaphores, waiting, time, registers.
#pragma once
#include <cstring>
#include <type_traits>
#include <utility>

#include "ckernel_defs.h"
#include "internal/risc_attribs.h"
#include "tensix.h"
#include "tensix/build_names.h"

#define TT_ALWAYS_INLINE inline __attribute__((always_inline))
#define LIKELY(condition) __builtin_expect(static_cast<bool>(condition), 1)
#define UNLIKELY(condition) __builtin_expect(static_cast<bool>(condition), 0)
#define UNREACHABLE() __builtin_unreachable()
#define UNROLL_LOOP(factor) GCC unroll factor

namespace ckernel {

// Words from core to core, at most four under way. Who reads waits for one; who writes waits for room.
ALWI void mailbox_write(uint8_t thread, uint32_t data) { tensix::device::at(0xFFEC0000 + 0x1000 * thread) = data; }
ALWI uint32_t mailbox_read(uint8_t thread) { return tensix::device::at(0xFFEC0000 + 0x1000 * thread); }
ALWI bool mailbox_not_empty(uint8_t thread) { return tensix::device::at(0xFFEC0004 + 0x1000 * thread) != 0; }

// Until all instructions of this core's thread have been executed.
ALWI void tensix_sync() { tensix::device::sync(); }
// Until its MOP has been expanded.
ALWI void mop_sync() { tensix::device::mop_sync(); }

// Semaphore 0..7, by the core itself: not in the order of its instructions.
ALWI uint8_t semaphore_read(uint8_t index) { return static_cast<uint8_t>(tensix::device::semaphore(index)); }
ALWI void semaphore_post(uint8_t index) { tensix::device::post_semaphore(index); }
ALWI void semaphore_get(uint8_t index) { tensix::device::get_semaphore(index); }

// A memory-mapped register, by its address in bytes.
ALWI uint32_t reg_read(uint32_t addr) { return tensix::device::at(addr); }
ALWI void reg_write(uint32_t addr, uint32_t data) { tensix::device::at(addr) = data; }

// What other cores have written is seen by loads behind it.
ALWI void invalidate_data_cache() { asm volatile("fence" ::: "memory"); }
ALWI void fence_compiler() { asm volatile("" ::: "memory"); }

// The tile's clock: cycles since the beginning.
ALWI uint64_t read_wall_clock() {
  const uint32_t lower = tensix::device::at(0xFFB121F0), upper = tensix::device::at(0xFFB121F8);
  return static_cast<uint64_t>(upper) << 32 | lower;
}
// At least so many cycles.
ALWI void wait(uint32_t cycles) {
  const uint64_t end = read_wall_clock() + cycles;
  while (read_wall_clock() < end) {
  }
}

// A load that has its value, or a store that is in memory, when the function returns.
template <typename T>
ALWI T load_blocking(volatile T* ptr) {
  const T value = *ptr;
  asm volatile("fence" ::: "memory");
  return value;
}
template <typename T, typename U>
ALWI void store_blocking(volatile T* ptr, U&& val) {
  *ptr = static_cast<T>(val);
  load_blocking(ptr);
}

}  // namespace ckernel
// Other names of the same.
ALWI void riscv_wait(uint32_t cycles) { ckernel::wait(cycles); }
ALWI void invalidate_l1_cache() { ckernel::invalidate_data_cache(); }
