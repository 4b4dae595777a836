// SPDX-License-Identifier: Apache-2.0
// Until what was issued has come that far. By equality: what was issued is counted by the core, what has come by the network interface.
#pragma once
#include "internal/dataflow/dataflow_api_common.h"

namespace tensix::device {
// What has come is seen by loads behind it.
template <class Done>
ALWI void wait_until(Done done) {
  while (!done()) {
  }
  asm volatile("fence");
}
}  // namespace tensix::device

// Data of all reads are in L1.
inline void noc_async_read_barrier(uint8_t noc = noc_index) {
  tensix::device::wait_until([=] { return tensix::device::noc::reads_done(noc); });
}
// All writes are where they go: answers have come. Posted ones have none.
FORCE_INLINE void noc_async_write_barrier(uint8_t noc = noc_index) {
  tensix::device::wait_until([=] { return tensix::device::noc::writes_done(noc); });
}
// All writes have left: what was written may be overwritten.
FORCE_INLINE void noc_async_writes_flushed(uint8_t noc = noc_index) {
  tensix::device::wait_until([=] { return tensix::device::noc::writes_sent(noc); });
}
FORCE_INLINE void noc_async_posted_writes_flushed(uint8_t noc = noc_index) {
  tensix::device::wait_until([=] { return tensix::device::noc::posted_writes_sent(noc); });
}
// All increments of semaphores have been answered.
FORCE_INLINE void noc_async_atomic_barrier(uint8_t noc = noc_index) {
  tensix::device::wait_until([=] { return tensix::device::noc::atomics_done(noc); });
}
// All of these.
FORCE_INLINE void noc_async_full_barrier(uint8_t noc = noc_index) {
  asm volatile("fence");
  using namespace tensix::device::noc;
  while (!reads_done(noc)) {
  }
  while (!writes_sent(noc)) {
  }
  while (!writes_done(noc)) {
  }
  while (!atomics_done(noc)) {
  }
  while (!posted_writes_sent(noc)) {
  }
}

// Of one number of transactions.
FORCE_INLINE void noc_async_read_barrier_with_trid(uint32_t trid, uint8_t noc = noc_index) {
  tensix::device::wait_until([=] { return tensix::device::noc::status(noc, NIU_MST_REQS_OUTSTANDING_ID(trid)) == 0; });
}
FORCE_INLINE void noc_async_write_barrier_with_trid(uint32_t trid, uint8_t noc = noc_index) {
  tensix::device::wait_until([=] { return tensix::device::noc::status(noc, NIU_MST_REQS_OUTSTANDING_ID(trid)) == 0; });
}
FORCE_INLINE void noc_async_write_flushed_with_trid(uint32_t trid, uint8_t noc = noc_index) {
  tensix::device::wait_until([=] { return tensix::device::noc::status(noc, NIU_MST_WRITE_REQS_OUTGOING_ID(trid)) == 0; });
}
// Numbers in the mask begin at 0 again.
FORCE_INLINE void reset_noc_trid_barrier_counter(uint32_t id_mask = NOC_CLEAR_OUTSTANDING_REQ_MASK, uint32_t noc = noc_index) {
  tensix::device::noc::reg(noc, 0, NOC_CLEAR_OUTSTANDING_REQ_CNT) = id_mask;
}

// What was issued is taken for what has come: at the beginning of a kernel, by itself.
FORCE_INLINE void noc_local_state_init(uint32_t noc) {
  using namespace tensix::device;
  const uint32_t reads = noc::status(noc, NIU_MST_RD_RESP_RECEIVED), writes = noc::status(noc, NIU_MST_NONPOSTED_WR_REQ_SENT),
                 acked = noc::status(noc, NIU_MST_WR_ACK_RECEIVED), atomics = noc::status(noc, NIU_MST_ATOMIC_RESP_RECEIVED),
                 posted = noc::status(noc, NIU_MST_POSTED_WR_REQ_SENT);
  noc_reads_num_issued[noc] = reads;
  noc_nonposted_writes_num_issued[noc] = writes;
  noc_nonposted_writes_acked[noc] = acked;
  noc_nonposted_atomics_acked[noc] = atomics;
  noc_posted_writes_num_issued[noc] = posted;
}
template <uint8_t nocs = NUM_NOCS>
FORCE_INLINE void ncrisc_noc_counters_init() {
  for (uint32_t noc = 0; noc < nocs; ++noc) noc_local_state_init(noc);
}
// Of all networks.
template <uint8_t nocs = NUM_NOCS>
FORCE_INLINE void ncrisc_noc_full_sync() {
  for (uint8_t noc = 0; noc < nocs; ++noc) noc_async_full_barrier(noc);
}
