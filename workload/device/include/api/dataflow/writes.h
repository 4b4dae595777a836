// SPDX-License-Identifier: Apache-2.0
// Writes: from this tile's L1 to an address on a network. They are on their way when the function returns: what is written may be
// overwritten after noc_async_writes_flushed, and is there after noc_async_write_barrier. Of posted ones nobody says that they are there.
#pragma once
#include "internal/dataflow/dataflow_api_addrgen.h"
#include "tensix/noc_inline.h"

namespace tensix::device {
ALWI noc::write_kind unicast(uint32_t channel, bool posted) { return {.channel = channel, .posted = posted}; }
ALWI noc::write_kind multicast(uint32_t receivers, bool linked, bool to_itself = false) {
  return {
      .channel = NOC_MULTICAST_WRITE_VC, .multicast = true, .linked = linked, .to_itself = to_itself, .receivers = receivers};
}
}  // namespace tensix::device

// At most NOC_MAX_BURST_SIZE bytes; any number, in as many packets as it takes unless `max_page_size` says that it is one.
template <bool enable_noc_tracing = true, bool posted = false>
FORCE_INLINE void noc_async_write_one_packet(uint32_t src_local_l1_addr, uint64_t dst_noc_addr, uint32_t size,
                                             uint8_t noc = noc_index, uint32_t vc = NOC_UNICAST_WRITE_VC) {
  tensix::device::noc::write(noc, write_cmd_buf, tensix::device::unicast(vc, posted), src_local_l1_addr, dst_noc_addr, size);
}
template <uint32_t max_page_size = NOC_MAX_BURST_SIZE + 1, bool enable_noc_tracing = true, bool posted = false>
inline void noc_async_write(uint32_t src_local_l1_addr, uint64_t dst_noc_addr, uint32_t size, uint8_t noc = noc_index,
                            uint32_t vc = NOC_UNICAST_WRITE_VC) {
  using namespace tensix::device;
  if constexpr (max_page_size <= NOC_MAX_BURST_SIZE)
    noc::write(noc, write_cmd_buf, unicast(vc, posted), src_local_l1_addr, dst_noc_addr, size);
  else noc::write_any_length(noc, write_cmd_buf, unicast(vc, posted), src_local_l1_addr, dst_noc_addr, size);
}

// Page `id` of a buffer, or `size` bytes from `offset` on in it.
template <typename AddrGen, bool enable_noc_tracing = true, bool posted = false>
FORCE_INLINE void noc_async_write_page(uint32_t id, const AddrGen& addrgen, uint32_t src_local_l1_addr, uint32_t size = 0,
                                       uint32_t offset = 0, uint8_t noc = noc_index) {
  noc_async_write<NOC_MAX_BURST_SIZE + 1, false, posted>(src_local_l1_addr, addrgen.get_noc_addr(id, offset, noc),
                                                         size ? size : tensix::device::page_bytes(addrgen), noc);
}
template <typename AddrGen>
FORCE_INLINE void noc_async_write_tile(uint32_t id, const AddrGen& addrgen, uint32_t src_local_l1_addr,
                                       uint8_t noc = noc_index) {
  noc_async_write_page(id, addrgen, src_local_l1_addr, 0, 0, noc);
}
template <typename Accessor, bool posted = false>
FORCE_INLINE void noc_async_write_shard(uint32_t shard_id, const Accessor& s, uint32_t src_local_l1_addr,
                                        uint8_t noc = noc_index) {
  noc_async_write<NOC_MAX_BURST_SIZE + 1, false, posted>(src_local_l1_addr, s.get_shard_noc_addr(shard_id, 0, noc),
                                                         s.page_size * s.dspec().shard_volume(), noc);
}

// To all Tensix tiles of a rectangle but this one, `num_dests` of them; ..loopback_src: to this one, too, if it is in it. `linked`: the next
// write of this interface belongs to it.
template <bool enable_noc_tracing = true>
FORCE_INLINE void noc_async_write_multicast_one_packet(uint32_t src_local_l1_addr, uint64_t dst_noc_addr_multicast,
                                                       uint32_t size, uint32_t num_dests, bool linked = false,
                                                       uint8_t noc = noc_index) {
  using namespace tensix::device;
  noc::write(noc, write_cmd_buf, multicast(num_dests, linked), src_local_l1_addr, dst_noc_addr_multicast, size);
}
template <uint32_t max_page_size = NOC_MAX_BURST_SIZE + 1>
inline void noc_async_write_multicast(uint32_t src_local_l1_addr, uint64_t dst_noc_addr_multicast, uint32_t size,
                                      uint32_t num_dests, bool linked = false, uint8_t noc = noc_index) {
  using namespace tensix::device;
  if constexpr (max_page_size <= NOC_MAX_BURST_SIZE)
    noc::write(noc, write_cmd_buf, multicast(num_dests, linked), src_local_l1_addr, dst_noc_addr_multicast, size);
  else noc::write_any_length(noc, write_cmd_buf, multicast(num_dests, linked), src_local_l1_addr, dst_noc_addr_multicast, size);
}
inline void noc_async_write_multicast_loopback_src(uint32_t src_local_l1_addr, uint64_t dst_noc_addr_multicast, uint32_t size,
                                                   uint32_t num_dests, bool linked = false, uint8_t noc = noc_index) {
  using namespace tensix::device;
  noc::write_any_length(noc, write_cmd_buf, multicast(num_dests, linked, true), src_local_l1_addr, dst_noc_addr_multicast,
                        size);
}

// Writes alike: coordinates and size are set once; each is two addresses more.
template <bool posted = false>
FORCE_INLINE void noc_async_write_one_packet_set_state(uint64_t dst_noc_addr, uint32_t size, uint8_t noc = noc_index,
                                                       uint8_t vc = NOC_UNICAST_WRITE_VC) {
  using namespace tensix::device;
  noc::set_write_state(noc, write_cmd_buf, unicast(vc, posted), dst_noc_addr);
  noc::reg(noc, write_cmd_buf, NOC_AT_LEN_BE) = size;
}
template <bool posted = false>
FORCE_INLINE void noc_async_write_one_packet_with_state(uint32_t src_local_l1_addr, uint32_t dst_local_l1_addr,
                                                        uint8_t noc = noc_index) {
  using namespace tensix::device;
  noc::write_with_state(noc, write_cmd_buf, unicast(NOC_UNICAST_WRITE_VC, posted), src_local_l1_addr, dst_local_l1_addr);
}

// Transactions by a number of the kernel's own, 0 to 15: of all writes from here on; of one.
FORCE_INLINE void noc_async_write_set_trid(uint32_t trid = 0, uint8_t noc = noc_index) {
  using namespace tensix::device;
  noc::wait_free(noc, write_cmd_buf);
  noc::set_transaction(noc, write_cmd_buf, trid);
}
template <bool update_counter = true, bool posted = false>
FORCE_INLINE void noc_async_write_one_packet_with_trid(uint32_t src_local_l1_addr, uint64_t dst_noc_addr, uint32_t size,
                                                       uint32_t trid, uint8_t cmd_buf = write_cmd_buf, uint8_t noc = noc_index,
                                                       uint8_t vc = NOC_UNICAST_WRITE_VC) {
  tensix::device::noc::write(noc, cmd_buf, tensix::device::unicast(vc, posted), src_local_l1_addr, dst_noc_addr, size, trid);
}
template <bool posted = false>
FORCE_INLINE void noc_async_write_one_packet_with_trid_set_state(uint64_t dst_noc_addr, uint8_t cmd_buf = write_cmd_buf,
                                                                 uint8_t noc = noc_index, uint8_t vc = NOC_UNICAST_WRITE_VC) {
  tensix::device::noc::set_write_state(noc, cmd_buf, tensix::device::unicast(vc, posted), dst_noc_addr);
}
template <bool update_counter = true, bool posted = false>
FORCE_INLINE void noc_async_write_one_packet_with_trid_with_state(uint32_t src_local_l1_addr, uint32_t dst_local_l1_addr,
                                                                  uint32_t size, uint32_t trid, uint8_t cmd_buf = write_cmd_buf,
                                                                  uint8_t noc = noc_index) {
  using namespace tensix::device;
  noc::wait_free(noc, cmd_buf);
  noc::set_transaction(noc, cmd_buf, trid);
  noc::write_with_state(noc, cmd_buf, unicast(NOC_UNICAST_WRITE_VC, posted), src_local_l1_addr, dst_local_l1_addr, true, size);
}

// A word that is in no memory: to a register of any tile; to L1 by way of a place in this tile's. `customized_src_addr`: another place, if
// `flush` is false.
template <InlineWriteDst dst_type = InlineWriteDst::DEFAULT, bool posted = false, bool flush = true>
FORCE_INLINE void noc_inline_dw_write(uint64_t addr, uint32_t val, uint8_t be = 0xF, uint8_t noc = noc_index,
                                      uint8_t vc = NOC_UNICAST_WRITE_VC, uint32_t customized_src_addr = 0) {
  using namespace tensix::device;
  const bool to_register = dst_type == InlineWriteDst::REG ||
                           (dst_type == InlineWriteDst::DEFAULT && static_cast<uint32_t>(addr) >= NOC_REG_SPACE_START_ADDR);
  if (to_register) noc::write_inline(noc, val, addr, be, unicast(vc, posted));
  else noc::write_word(noc, val, addr, unicast(vc, posted), flush ? 0 : customized_src_addr);
}
// Words alike, to registers.
template <bool posted = false, bool set_val = false>
FORCE_INLINE void noc_inline_dw_write_set_state(uint64_t addr, uint32_t val = 0, uint8_t be = 0xF,
                                                uint8_t cmd_buf = write_at_cmd_buf, uint8_t noc = noc_index,
                                                uint8_t vc = NOC_UNICAST_WRITE_VC) {
  using namespace tensix::device;
  noc::wait_free(noc, cmd_buf);
  if constexpr (set_val) noc::reg(noc, cmd_buf, NOC_AT_DATA) = val;
  noc::set_inline(noc, cmd_buf, addr, be, unicast(vc, posted));
}
// `addr`: the lower word of the address, or the coordinates, that are new.
template <bool update_addr_lo = false, bool update_counter = true, bool posted = false, bool update_addr_hi = false,
          bool update_val = false, InlineWriteDst dst_type = InlineWriteDst::DEFAULT>
FORCE_INLINE void noc_inline_dw_write_with_state(uint32_t val, uint32_t addr = 0, uint8_t cmd_buf = write_at_cmd_buf,
                                                 uint8_t noc = noc_index) {
  using namespace tensix::device;
  static_assert(!(update_addr_lo && update_addr_hi), "one half of the address at a time");
  noc::wait_free(noc, cmd_buf);
  if constexpr (update_addr_lo) {
    noc::reg(noc, cmd_buf, NOC_TARG_ADDR_LO) = addr;
    if constexpr (dst_type != InlineWriteDst::REG) noc::reg(noc, cmd_buf, NOC_AT_LEN_BE) = noc::bytes_enabled(addr, 0xF);
  }
  if constexpr (update_addr_hi) noc::reg(noc, cmd_buf, NOC_TARG_ADDR_HI) = addr;
  if constexpr (update_val) noc::reg(noc, cmd_buf, NOC_AT_DATA) = val;
  noc::send(noc, cmd_buf);
  unicast(NOC_UNICAST_WRITE_VC, posted).count(noc);
}
