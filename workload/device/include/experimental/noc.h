// SPDX-License-Identifier: Apache-2.0
// A network as an object: its functions are those of dataflow_api.h, with ends that are objects, too. noc_traits_t<T> says what a T is as
// an end: src_args_type and src_addr, dst_args_type and dst_addr, dst_args_mcast_type and dst_addr_mcast.
#pragma once
#include "api/dataflow/dataflow_api.h"

namespace experimental {

template <typename T>
struct noc_traits_t {
  static_assert(sizeof(T) == 0, "a T is no end of a transfer");
};

class Noc {
 public:
  enum class AddressType { NOC, LOCAL_L1 };
  enum class TxnIdMode { ENABLED, DISABLED };
  enum class ResponseMode { NON_POSTED, POSTED };
  enum class BarrierMode { TXN_ID, FULL };
  enum class McastMode { INCLUDE_SRC, EXCLUDE_SRC };
  enum class VcSelection { DEFAULT, CUSTOM };
  static constexpr uint32_t INVALID_TXN_ID = 0xFFFFFFFF;

  constexpr explicit Noc(uint8_t noc_id = noc_index) : noc_(noc_id) {}
  constexpr uint8_t get_noc_id() const { return noc_; }
  // Whether that is this tile.
  bool is_local_bank(uint32_t virtual_x, uint32_t virtual_y) const {
    return virtual_x == my_x[noc_] && virtual_y == my_y[noc_];
  }
  bool is_local_addr(uint64_t noc_addr) const {
    return is_local_bank(NOC_UNICAST_ADDR_X(noc_addr), NOC_UNICAST_ADDR_Y(noc_addr));
  }

 private:
  template <class T>
  using source = typename noc_traits_t<T>::src_args_type;
  template <class T>
  using target = typename noc_traits_t<T>::dst_args_type;
  template <class T>
  using targets = typename noc_traits_t<T>::dst_args_mcast_type;
  template <class T>
  FORCE_INLINE uint64_t from_network(const T& end, const source<T>& args) const {
    return noc_traits_t<T>::template src_addr<AddressType::NOC>(end, *this, args);
  }
  template <class T>
  FORCE_INLINE uint32_t from_l1(const T& end, const source<T>& args) const {
    return static_cast<uint32_t>(noc_traits_t<T>::template src_addr<AddressType::LOCAL_L1>(end, *this, args));
  }
  template <class T>
  FORCE_INLINE uint64_t to_network(const T& end, const target<T>& args) const {
    return noc_traits_t<T>::template dst_addr<AddressType::NOC>(end, *this, args);
  }
  template <class T>
  FORCE_INLINE uint32_t to_l1(const T& end, const target<T>& args) const {
    return static_cast<uint32_t>(noc_traits_t<T>::template dst_addr<AddressType::LOCAL_L1>(end, *this, args));
  }
  template <class T>
  FORCE_INLINE uint64_t to_rectangle(const T& end, const targets<T>& args) const {
    return noc_traits_t<T>::template dst_addr_mcast<AddressType::NOC>(end, *this, args);
  }
  static constexpr bool one_packet(uint32_t max_page_size) { return max_page_size <= NOC_MAX_BURST_SIZE; }

 public:
  template <TxnIdMode txn_id_mode = TxnIdMode::DISABLED, uint32_t max_page_size = NOC_MAX_BURST_SIZE + 1,
            bool enable_noc_tracing = true, typename Src, typename Dst>
  void async_read(const Src& src, const Dst& dst, uint32_t size_bytes, const source<Src>& src_args, const target<Dst>& dst_args,
                  uint32_t read_req_vc = NOC_UNICAST_WRITE_VC, uint32_t trid = INVALID_TXN_ID) const {
    if constexpr (txn_id_mode == TxnIdMode::ENABLED) {
      noc_async_read_set_trid(trid, noc_);
      while (noc_available_transactions(noc_, trid) < (NOC_MAX_TRANSACTION_ID_COUNT + 1) / 2) {
      }
    }
    noc_async_read<max_page_size>(from_network(src, src_args), to_l1(dst, dst_args), size_bytes, noc_, read_req_vc);
  }
  template <VcSelection vc_selection = VcSelection::DEFAULT, uint32_t max_page_size = NOC_MAX_BURST_SIZE + 1, typename Src>
  void set_async_read_state(const Src& src, uint32_t size_bytes, const source<Src>& src_args, uint8_t vc = 0) const {
    constexpr bool use_vc = vc_selection == VcSelection::CUSTOM;
    const uint64_t from = from_network(src, src_args);
    if constexpr (one_packet(max_page_size) || use_vc) noc_async_read_one_packet_set_state<use_vc>(from, size_bytes, vc, noc_);
    else noc_async_read_set_state(from, noc_);
  }
  template <VcSelection vc_selection = VcSelection::DEFAULT, uint32_t max_page_size = NOC_MAX_BURST_SIZE + 1, typename Src,
            typename Dst>
  void async_read_with_state(const Src& src, const Dst& dst, uint32_t size_bytes, const source<Src>& src_args,
                             const target<Dst>& dst_args, uint8_t vc = 0) const {
    const uint32_t from = static_cast<uint32_t>(from_network(src, src_args)), to = to_l1(dst, dst_args);
    if constexpr (one_packet(max_page_size)) noc_async_read_one_packet_with_state(from, to, vc, noc_);
    else noc_async_read_with_state(from, to, size_bytes, noc_);
  }

  template <TxnIdMode txn_id_mode = TxnIdMode::DISABLED, ResponseMode response_mode = ResponseMode::NON_POSTED,
            uint32_t max_page_size = NOC_MAX_BURST_SIZE + 1, bool enable_noc_tracing = true, typename Src, typename Dst>
  void async_write(const Src& src, const Dst& dst, uint32_t size_bytes, const source<Src>& src_args,
                   const target<Dst>& dst_args, uint32_t vc = NOC_UNICAST_WRITE_VC, uint32_t trid = INVALID_TXN_ID) const {
    using namespace tensix::device;
    constexpr bool posted = response_mode == ResponseMode::POSTED;
    const uint32_t from = from_l1(src, src_args);
    const uint64_t to = to_network(dst, dst_args);
    if constexpr (txn_id_mode == TxnIdMode::DISABLED)
      noc_async_write<max_page_size, true, posted>(from, to, size_bytes, noc_, vc);
    else if constexpr (one_packet(max_page_size))
      noc::write(noc_, write_cmd_buf, unicast(vc, posted), from, to, size_bytes, trid);
    else noc::write_any_length(noc_, write_cmd_buf, unicast(vc, posted), from, to, size_bytes, trid);
  }
  template <McastMode mcast_mode = McastMode::EXCLUDE_SRC, TxnIdMode txn_id_mode = TxnIdMode::DISABLED,
            ResponseMode response_mode = ResponseMode::NON_POSTED, uint32_t max_page_size = NOC_MAX_BURST_SIZE + 1,
            bool enable_noc_tracing = true, typename Src, typename Dst>
  void async_write_multicast(const Src& src, const Dst& dst, uint32_t size_bytes, uint32_t num_dsts,
                             const source<Src>& src_args, const targets<Dst>& dst_args, bool linked = false,
                             uint32_t = INVALID_TXN_ID) const {
    static_assert(txn_id_mode == TxnIdMode::DISABLED && response_mode == ResponseMode::NON_POSTED,
                  "a multicast has no transaction id and is not posted");
    const uint32_t from = from_l1(src, src_args);
    const uint64_t to = to_rectangle(dst, dst_args);
    if constexpr (mcast_mode == McastMode::INCLUDE_SRC)
      noc_async_write_multicast_loopback_src(from, to, size_bytes, num_dsts, linked, noc_);
    else noc_async_write_multicast<max_page_size>(from, to, size_bytes, num_dsts, linked, noc_);
  }
  template <ResponseMode response_mode = ResponseMode::NON_POSTED, uint32_t max_page_size = NOC_MAX_BURST_SIZE + 1,
            typename Dst>
  void set_async_write_state(const Dst& dst, uint32_t size_bytes, const target<Dst>& dst_args,
                             uint8_t vc = NOC_UNICAST_WRITE_VC) const {
    constexpr bool posted = response_mode == ResponseMode::POSTED;
    const uint64_t to = to_network(dst, dst_args);
    if constexpr (one_packet(max_page_size)) noc_async_write_one_packet_set_state<posted>(to, size_bytes, noc_, vc);
    else noc_async_write_one_packet_with_trid_set_state<posted>(to, write_cmd_buf, noc_, vc);
  }
  template <ResponseMode response_mode = ResponseMode::NON_POSTED, uint32_t max_page_size = NOC_MAX_BURST_SIZE + 1,
            typename Src, typename Dst>
  void async_write_with_state(const Src& src, const Dst& dst, uint32_t size_bytes, const source<Src>& src_args,
                              const target<Dst>& dst_args, uint8_t vc = NOC_UNICAST_WRITE_VC) const {
    using namespace tensix::device;
    constexpr bool posted = response_mode == ResponseMode::POSTED;
    const uint32_t from = from_l1(src, src_args), to = static_cast<uint32_t>(to_network(dst, dst_args));
    if constexpr (one_packet(max_page_size)) noc_async_write_one_packet_with_state<posted>(from, to, noc_);
    else
      noc::in_packets(size_bytes, [=, this](uint32_t offset, uint32_t bytes) {
        noc::write_with_state(noc_, write_cmd_buf, unicast(vc, posted), from + offset, to + offset, true, bytes);
      });
  }
  template <TxnIdMode txn_id_mode = TxnIdMode::DISABLED, InlineWriteDst dst_type = InlineWriteDst::DEFAULT,
            ResponseMode response_mode = ResponseMode::NON_POSTED, typename Dst>
  void inline_dw_write(const Dst& dst, uint32_t val, const target<Dst>& dst_args, uint8_t be = 0xF,
                       uint32_t vc = NOC_UNICAST_WRITE_VC, uint32_t = INVALID_TXN_ID) const {
    static_assert(txn_id_mode == TxnIdMode::DISABLED, "a word has no transaction id");
    noc_inline_dw_write<dst_type, response_mode == ResponseMode::POSTED>(to_network(dst, dst_args), val, be, noc_,
                                                                         static_cast<uint8_t>(vc));
  }

  template <BarrierMode barrier_type = BarrierMode::FULL>
  void async_read_barrier(uint32_t trid = INVALID_TXN_ID) const {
    if constexpr (barrier_type == BarrierMode::FULL) noc_async_read_barrier(noc_);
    else noc_async_read_barrier_with_trid(trid, noc_);
  }
  template <BarrierMode barrier_type = BarrierMode::FULL>
  void async_write_barrier(uint32_t trid = INVALID_TXN_ID) const {
    if constexpr (barrier_type == BarrierMode::FULL) noc_async_write_barrier(noc_);
    else noc_async_write_barrier_with_trid(trid, noc_);
  }
  template <ResponseMode response_mode = ResponseMode::NON_POSTED, BarrierMode barrier_type = BarrierMode::FULL>
  void async_writes_flushed(uint32_t trid = INVALID_TXN_ID) const {
    if constexpr (response_mode == ResponseMode::POSTED) noc_async_posted_writes_flushed(noc_);
    else if constexpr (barrier_type == BarrierMode::FULL) noc_async_writes_flushed(noc_);
    else noc_async_write_flushed_with_trid(trid, noc_);
  }
  void async_atomic_barrier() const { noc_async_atomic_barrier(noc_); }
  void async_full_barrier() const { noc_async_full_barrier(noc_); }

 private:
  uint8_t noc_;
};

}  // namespace experimental

#include "experimental/tensor.h"  // pages of tensors are ends, too
