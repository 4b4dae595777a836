// SPDX-License-Identifier: Apache-2.0
// Reads: from an address on a network to this tile's L1. They are on their way when the function returns; a barrier waits for their data.
// Template arguments named ..tracing are TT-Metalium's, for its profiler. Channels that are asked for are not used by this mode, as there.
#pragma once
#include "internal/dataflow/dataflow_api_addrgen.h"

// At most NOC_MAX_BURST_SIZE bytes; any number, in as many packets as it takes unless `max_page_size` says that it is one.
template <bool enable_noc_tracing = true>
FORCE_INLINE void noc_async_read_one_packet(uint64_t src_noc_addr, uint32_t dst_local_l1_addr, uint32_t size,
                                            uint8_t noc = noc_index, [[maybe_unused]] uint32_t vc = NOC_UNICAST_WRITE_VC) {
  tensix::device::noc::read(noc, src_noc_addr, dst_local_l1_addr, size);
}
template <uint32_t max_page_size = NOC_MAX_BURST_SIZE + 1, bool enable_noc_tracing = true>
inline void noc_async_read(uint64_t src_noc_addr, uint32_t dst_local_l1_addr, uint32_t size, uint8_t noc = noc_index,
                           [[maybe_unused]] uint32_t vc = NOC_UNICAST_WRITE_VC) {
  using namespace tensix::device::noc;
  if constexpr (max_page_size <= NOC_MAX_BURST_SIZE) read(noc, src_noc_addr, dst_local_l1_addr, size);
  else
    in_packets(size,
               [=](uint32_t offset, uint32_t bytes) { read(noc, src_noc_addr + offset, dst_local_l1_addr + offset, bytes); });
}

// Page `id` of a buffer, or what follows `offset` in it.
template <typename AddrGen, bool enable_noc_tracing = true>
FORCE_INLINE void noc_async_read_page(uint32_t id, const AddrGen& addrgen, uint32_t dst_local_l1_addr, uint32_t offset = 0,
                                      uint8_t noc = noc_index) {
  noc_async_read(addrgen.get_noc_addr(id, offset, noc), dst_local_l1_addr, tensix::device::page_bytes(addrgen), noc);
}
template <typename AddrGen>
FORCE_INLINE void noc_async_read_tile(uint32_t id, const AddrGen& addrgen, uint32_t dst_local_l1_addr, uint32_t offset = 0,
                                      uint8_t noc = noc_index) {
  noc_async_read_page(id, addrgen, dst_local_l1_addr, offset, noc);
}
template <typename Accessor>
FORCE_INLINE void noc_async_read_shard(uint32_t shard_id, const Accessor& s, uint32_t dst_local_l1_addr,
                                       uint8_t noc = noc_index) {
  noc_async_read(s.get_shard_noc_addr(shard_id, 0, noc), dst_local_l1_addr, s.page_size * s.dspec().shard_volume(), noc);
}

// Reads alike: coordinates, and the size if it is one for all, are set once; each is two addresses more.
template <bool use_vc = false>
FORCE_INLINE void noc_async_read_one_packet_set_state(uint64_t src_noc_addr, uint32_t size, uint32_t vc = 0,
                                                      uint8_t noc = noc_index) {
  using namespace tensix::device::noc;
  wait_free(noc, read_cmd_buf);
  if constexpr (use_vc) reg(noc, read_cmd_buf, NOC_CTRL) = read_control | NOC_CMD_STATIC_VC(vc);
  set_target_place(noc, read_cmd_buf, src_noc_addr);
  reg(noc, read_cmd_buf, NOC_AT_LEN_BE) = size;
}
template <bool inc_num_issued = true, bool use_vc = false>
FORCE_INLINE void noc_async_read_one_packet_with_state(uint32_t src_local_l1_addr, uint32_t dst_local_l1_addr,
                                                       [[maybe_unused]] uint32_t vc = 0, uint8_t noc = noc_index) {
  tensix::device::noc::read_with_state(noc, src_local_l1_addr, dst_local_l1_addr, inc_num_issued);
}
FORCE_INLINE void noc_async_read_set_state(uint64_t src_noc_addr, uint8_t noc = noc_index) {
  using namespace tensix::device::noc;
  wait_free(noc, read_cmd_buf);
  set_target_place(noc, read_cmd_buf, src_noc_addr);
}
template <bool inc_num_issued = true>
FORCE_INLINE void noc_async_read_with_state(uint32_t src_local_l1_addr, uint32_t dst_local_l1_addr, uint32_t size,
                                            uint8_t noc = noc_index) {
  using namespace tensix::device::noc;
  in_packets(size, [=](uint32_t offset, uint32_t bytes) {
    read_with_state(noc, src_local_l1_addr + offset, dst_local_l1_addr + offset, inc_num_issued, true, bytes);
  });
}
// Reads that were issued and not counted.
FORCE_INLINE void noc_async_read_inc_num_issued(uint32_t num_issued_reads_inc, uint8_t noc = noc_index) {
  noc_reads_num_issued[noc] += num_issued_reads_inc;
}

// Transactions by a number of the kernel's own, 0 to 15: of all reads from here on; of one.
FORCE_INLINE void noc_async_read_set_trid(uint32_t trid = 0, uint8_t noc = noc_index) {
  using namespace tensix::device::noc;
  wait_free(noc, read_cmd_buf);
  set_transaction(noc, read_cmd_buf, trid);
}
// At most half of what an interface counts of a number is under way: beyond, the read waits.
template <bool skip_ptr_update = false, bool skip_cmdbuf_chk = false>
FORCE_INLINE void noc_async_read_one_packet_with_state_with_trid(uint32_t src_base_addr, uint32_t src_addr, uint32_t dest_addr,
                                                                 uint32_t trid = 0, uint8_t noc = noc_index) {
  using namespace tensix::device::noc;
  if constexpr (!skip_cmdbuf_chk) wait_free(noc, read_cmd_buf);
  while (status(noc, NIU_MST_REQS_OUTSTANDING_ID(trid)) > (NOC_MAX_TRANSACTION_ID_COUNT + 1) / 2) {
  }
  reg(noc, read_cmd_buf, NOC_RET_ADDR_LO) = dest_addr;
  reg(noc, read_cmd_buf, NOC_TARG_ADDR_LO) = src_base_addr + src_addr;
  send(noc, read_cmd_buf);
  if constexpr (!skip_ptr_update) noc_reads_num_issued[noc] += 1;
}
FORCE_INLINE uint32_t noc_available_transactions(uint32_t noc, uint32_t trid) {
  return NOC_MAX_TRANSACTION_ID_COUNT - tensix::device::noc::status(noc, NIU_MST_REQS_OUTSTANDING_ID(trid));
}
