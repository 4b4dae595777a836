// SPDX-License-Identifier: Apache-2.0
// Semaphores: words of L1, at the same address on all tiles, set and waited for by cores, incremented over a network.
#pragma once
#include "api/dataflow/writes.h"
#include "core_config.h"

// Where it is, in L1.
template <ProgrammableCoreType type = ProgrammableCoreType::TENSIX>
FORCE_INLINE uint32_t get_semaphore(uint32_t semaphore_id) {
  using namespace tensix::device;
  called();
  check(semaphore_id < tensix_program::memory.semaphore_count, misuse::semaphore_not_given, semaphore_id,
        tensix_program::memory.semaphore_count);
  return tensix_program::memory.semaphores + 16 * semaphore_id;
}

// Until this tile's is `val`, or at least that.
FORCE_INLINE void noc_semaphore_wait(volatile tt_l1_ptr uint32_t* sem_addr, uint32_t val) {
  do asm volatile("fence");
  while (*sem_addr != val);
}
FORCE_INLINE void noc_semaphore_wait_min(volatile tt_l1_ptr uint32_t* sem_addr, uint32_t val) {
  do asm volatile("fence");
  while (*sem_addr < val);
}
FORCE_INLINE void noc_semaphore_set(volatile tt_l1_ptr uint32_t* sem_addr, uint32_t val) { *sem_addr = val; }

// Any tile's is increased; noc_async_atomic_barrier waits until it is. Always with an answer.
template <bool posted = false>
FORCE_INLINE void noc_semaphore_inc(uint64_t addr, uint32_t incr, uint8_t noc_id = noc_index,
                                    uint8_t vc = NOC_UNICAST_WRITE_VC) {
  tensix::device::noc::increment(noc_id, addr, incr, vc);
}
// Any tile's becomes what stands in a word of this tile's L1; those of a rectangle do.
inline void noc_semaphore_set_remote(uint32_t src_local_l1_addr, uint64_t dst_noc_addr, uint8_t noc = noc_index) {
  using namespace tensix::device;
  noc::write(noc, write_reg_cmd_buf, unicast(NOC_UNICAST_WRITE_VC, false), src_local_l1_addr, dst_noc_addr, 4);
}
inline void noc_semaphore_set_multicast(uint32_t src_local_l1_addr, uint64_t dst_noc_addr_multicast, uint32_t num_dests,
                                        bool linked = false, uint8_t noc = noc_index) {
  using namespace tensix::device;
  noc::write(noc, write_reg_cmd_buf, multicast(num_dests, linked), src_local_l1_addr, dst_noc_addr_multicast, 4);
}
inline void noc_semaphore_set_multicast_loopback_src(uint32_t src_local_l1_addr, uint64_t dst_noc_addr_multicast,
                                                     uint32_t num_dests, bool linked = false, uint8_t noc = noc_index) {
  using namespace tensix::device;
  noc::write(noc, write_reg_cmd_buf, multicast(num_dests, linked, true), src_local_l1_addr, dst_noc_addr_multicast, 4);
}

// A register of this tile.
inline void wait_for_sync_register_value(uint32_t addr, int32_t val) {
  while (*reinterpret_cast<volatile int32_t*>(addr) != val) {
  }
}
