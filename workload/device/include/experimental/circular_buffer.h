// SPDX-License-Identifier: Apache-2.0
// A circular buffer as an object: the functions of cb_api.h, or those of dataflow_api.h, as its members.
#pragma once
#if defined(TENSIX_MOVE)
#include "experimental/noc.h"
#else
#include "api/compute/cb_api.h"
#endif
#include "experimental/lock.h"

namespace experimental {

class CircularBuffer {
 public:
  enum class AddrSelector { WRITE_PTR, READ_PTR };
  constexpr explicit CircularBuffer(uint32_t cb_id) : cb_id_(cb_id) {}
  constexpr uint32_t get_cb_id() const { return cb_id_; }

  ALWI void reserve_back(int32_t num_pages) const { cb_reserve_back(cb_id_, static_cast<uint32_t>(num_pages)); }
  ALWI void push_back(int32_t num_pages) const { cb_push_back(cb_id_, static_cast<uint32_t>(num_pages)); }
  ALWI void wait_front(int32_t num_pages) const { cb_wait_front(cb_id_, static_cast<uint32_t>(num_pages)); }
  ALWI void pop_front(int32_t num_pages) const { cb_pop_front(cb_id_, static_cast<uint32_t>(num_pages)); }

  ALWI bool pages_available_at_front(int32_t num_pages) const { return cb_pages_available_at_front(cb_id_, num_pages); }
  ALWI bool pages_reservable_at_back(int32_t num_pages) const { return cb_pages_reservable_at_back(cb_id_, num_pages); }

#if !defined(TENSIX_MOVE)
  ALWI uint32_t get_tile_address(uint32_t tile_index) const { return ckernel::get_tile_address(cb_id_, tile_index); }
  ALWI uint32_t read_tile_value(uint32_t tile_index, uint32_t element_offset) const {
    return ckernel::read_tile_value(cb_id_, tile_index, element_offset);
  }
#endif
  // In units of 16 bytes; for B and NC in bytes.
  ALWI uint32_t get_write_ptr() const { return get_local_cb_interface(cb_id_).fifo_wr_ptr; }
  ALWI uint32_t get_read_ptr() const { return get_local_cb_interface(cb_id_).fifo_rd_ptr; }
  // In bytes; datums.
  constexpr uint32_t get_tile_size() const { return static_cast<uint32_t>(::get_tile_size(cb_id_)); }
  constexpr uint32_t get_tile_hw() const { return ::get_tile_hw(cb_id_); }
  constexpr DataFormat get_dataformat() const { return ::get_dataformat(cb_id_); }

  [[nodiscard]] constexpr auto scoped_lock() const {
    return Lock([] {});
  }

 private:
  uint32_t cb_id_;
};

#if defined(TENSIX_MOVE)
// As an end of transfers: data come from its front and go to its back, or to the end that use<..>(cb) names.
template <CircularBuffer::AddrSelector selector>
struct CircularBufferView {
  const CircularBuffer& cb;
  explicit constexpr CircularBufferView(const CircularBuffer& cb) : cb(cb) {}
};
template <CircularBuffer::AddrSelector selector>
constexpr auto use(const CircularBuffer& cb) {
  return CircularBufferView<selector>(cb);
}

struct circular_buffer_end {
  struct src_args_type {
    uint32_t offset_bytes{};
  };
  struct dst_args_type {
    uint32_t offset_bytes{};
  };
  // The same address on all tiles of a rectangle.
  struct dst_args_mcast_type {
    uint32_t noc_x_start{}, noc_y_start{}, noc_x_end{}, noc_y_end{}, offset_bytes{};
  };
  static uint64_t in_rectangle(uint32_t address, const Noc& noc, const dst_args_mcast_type& args) {
    return ::get_noc_multicast_addr(args.noc_x_start, args.noc_y_start, args.noc_x_end, args.noc_y_end,
                                    address + args.offset_bytes, noc.get_noc_id());
  }
  template <Noc::AddressType address_type>
  static constexpr void must_be_here() {
    static_assert(address_type == Noc::AddressType::LOCAL_L1, "a circular buffer is in this tile's L1");
  }
};
template <>
struct noc_traits_t<CircularBuffer> : circular_buffer_end {
  template <Noc::AddressType address_type>
  static uint32_t src_addr(const CircularBuffer& cb, const Noc&, const src_args_type& args) {
    must_be_here<address_type>();
    return cb.get_read_ptr() + args.offset_bytes;
  }
  template <Noc::AddressType address_type>
  static uint32_t dst_addr(const CircularBuffer& cb, const Noc&, const dst_args_type& args) {
    must_be_here<address_type>();
    return cb.get_write_ptr() + args.offset_bytes;
  }
  template <Noc::AddressType>
  static uint64_t dst_addr_mcast(const CircularBuffer& cb, const Noc& noc, const dst_args_mcast_type& args) {
    return in_rectangle(cb.get_write_ptr(), noc, args);
  }
};
template <CircularBuffer::AddrSelector selector>
struct noc_traits_t<CircularBufferView<selector>> : circular_buffer_end {
  using view = CircularBufferView<selector>;
  static uint32_t address(const view& v) {
    return selector == CircularBuffer::AddrSelector::READ_PTR ? v.cb.get_read_ptr() : v.cb.get_write_ptr();
  }
  template <Noc::AddressType address_type>
  static uint32_t src_addr(const view& v, const Noc&, const src_args_type& args) {
    must_be_here<address_type>();
    return address(v) + args.offset_bytes;
  }
  template <Noc::AddressType address_type>
  static uint32_t dst_addr(const view& v, const Noc&, const dst_args_type& args) {
    must_be_here<address_type>();
    return address(v) + args.offset_bytes;
  }
  template <Noc::AddressType>
  static uint64_t dst_addr_mcast(const view& v, const Noc& noc, const dst_args_mcast_type& args) {
    return in_rectangle(address(v), noc, args);
  }
};
#endif

}  // namespace experimental
