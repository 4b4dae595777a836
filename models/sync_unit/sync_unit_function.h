// SPDX-License-Identifier: Apache-2.0
// What the sync unit computes: semaphores and mutexes. (The wait instructions live in the wait gate of each frontend.) Layer 1.
// Source: ISA documentation, SyncUnit, SEMINIT, SEMPOST, SEMGET, ATGETM, ATRELM.
#pragma once
#include <cstdint>

#include "models/registers/tensix_state.h"

namespace tensix {

class sync_unit_function {
 public:
  static constexpr uint8_t most = 15;  // value of a semaphore: 4 bits
  explicit sync_unit_function(tensix_state& state) : state_(state) {}
  // SEMINIT, SEMPOST, SEMGET: executes at once. A SEMPOST at 15 or a SEMGET at 0 leaves the value as it is (saturation).
  void execute(uint32_t word, unsigned thread);
  // ATGETM: true once `thread` owns the mutex; false: present it again (the unit remembers who waits). ATRELM: frees it; if
  // both other threads wait, the next thread in order (0 1 2 0) is the one that gets it. A mutex that does not exist is
  // reported.
  bool acquire(uint32_t word, unsigned thread);
  void release(uint32_t word, unsigned thread);
  // RISC-V side: storing 0 posts, anything else gets (bit 0 decides).
  void riscv_store(unsigned semaphore_index, uint32_t value);
  // STALLWAIT, SEMWAIT, STREAMWAIT: reports what is undefined. (They wait in the gate of their thread.)
  void check_wait(uint32_t word, unsigned thread);

  static constexpr bool is_mutex(uint32_t index) { return index < mutex_count && index != 1; }
  // Reports a mutex that does not exist.
  bool mutex_exists(uint32_t index, uint32_t word, unsigned thread);

 private:
  tensix_state& state_;
  uint8_t waiting_[mutex_count] = {};   // bit t: thread t tried and failed
  uint8_t promised_[mutex_count] = {};  // 0: to the first that comes, else thread + 1
};

}  // namespace tensix
