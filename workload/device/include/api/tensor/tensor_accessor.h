// SPDX-License-Identifier: Apache-2.0
// TensorAccessor(TensorAccessorArgs<0>(), address, page_size): where page i of a tensor is, whether it is interleaved or sharded.
#pragma once
#include <array>
#include <tuple>
#include <type_traits>

#include "api/tensor/distribution.h"
#include "api/tensor/pages.h"
#include "internal/dataflow/dataflow_api_addrgen.h"

namespace tensor_accessor {
// GCC 12 keeps a const object with a constructor in memory, and loads from there again and again, unless a member is mutable.
struct kept_in_registers {};
}  // namespace tensor_accessor

// Sharded.
template <class DSpecT>
struct TensorAccessor {
  using DSpec = DSpecT;
  static constexpr bool is_dram = DSpec::is_dram;
  static constexpr uint32_t no_page = 0xffffffff;

  template <size_t CTA_OFFSET, size_t CRTA_OFFSET>
  TensorAccessor(const TensorAccessorArgs<CTA_OFFSET, CRTA_OFFSET>& args, size_t bank_base_address, uint32_t page_size = 0)
      : spec_(args), bank_base_address(bank_base_address), page_size(page_size) {}

  constexpr const DSpec& dspec() const {
    if constexpr (DSpec::is_static) return constant_spec<DSpec>;
    else return spec_.spec;
  }

  struct PageMapping {
    size_t bank_id, bank_page_offset;
  };
  // Page by its number, or by its coordinates (anything that has []).
  PageMapping get_bank_and_offset(uint32_t page_id) const {
    typename DSpec::Shape coordinates{};
    for (uint32_t i = dspec().rank(); i-- > 0;) {
      coordinates[i] = page_id % dspec().tensor_shape()[i];
      page_id /= dspec().tensor_shape()[i];
    }
    return get_bank_and_offset(coordinates);
  }
  template <class Coordinates>
  requires(!std::is_integral_v<Coordinates>) PageMapping get_bank_and_offset(const Coordinates& page)
  const {
    uint32_t shard = 0, in_shard = 0;
    for (uint32_t i = 0; i < dspec().rank(); ++i) {
      shard += page[i] / dspec().shard_shape()[i] * dspec().shard_grid_strides()[i];
      in_shard += page[i] % dspec().shard_shape()[i] * dspec().shard_strides()[i];
    }
    return {shard % dspec().num_banks(), shard / dspec().num_banks() * dspec().shard_volume() + in_shard};
  }

  template <class Page>
  FORCE_INLINE uint64_t get_noc_addr(const Page& page, uint32_t offset = 0, uint8_t noc = noc_index) const {
    return address_of(get_bank_and_offset(page), offset, noc);
  }
  FORCE_INLINE uint64_t get_shard_noc_addr(uint32_t shard_id, uint32_t offset = 0, uint8_t noc = noc_index) const {
    return address_of({shard_id % dspec().num_banks(), shard_id / dspec().num_banks() * dspec().shard_volume()}, offset, noc);
  }
  // The page at a place of a shard, or no_page.
  uint32_t page_of_shard(uint32_t shard, uint32_t place) const {
    uint32_t page = 0;
    for (uint32_t i = dspec().rank(); i-- > 0;) {
      const uint32_t at = shard % dspec().shard_grid()[i] * dspec().shard_shape()[i] + place % dspec().shard_shape()[i];
      if (at >= dspec().tensor_shape()[i]) return no_page;
      page += at * dspec().tensor_strides()[i];
      shard /= dspec().shard_grid()[i];
      place /= dspec().shard_shape()[i];
    }
    return page;
  }

  // Whether that is this tile.
  FORCE_INLINE bool is_local_bank(uint32_t virtual_x, uint32_t virtual_y, uint8_t noc = noc_index) const {
    return virtual_x == my_x[noc] && virtual_y == my_y[noc];
  }
  FORCE_INLINE bool is_local_addr(uint64_t noc_addr, uint8_t noc = noc_index) const {
    return is_local_bank(NOC_UNICAST_ADDR_X(noc_addr), NOC_UNICAST_ADDR_Y(noc_addr), noc);
  }
  FORCE_INLINE bool is_local_page(uint32_t page_id, uint8_t noc = noc_index) const {
    return is_here(get_bank_and_offset(page_id).bank_id, noc);
  }
  FORCE_INLINE bool is_local_shard(uint32_t shard_id, uint8_t noc = noc_index) const {
    return is_here(shard_id % dspec().num_banks(), noc);
  }

  // From .. to the one before .., 0: to the last.
  tensor_accessor::Pages<TensorAccessor> pages(uint32_t start_page_id = 0, uint32_t end_page_id = 0,
                                               uint8_t noc = noc_index) const {
    return {*this, start_page_id, end_page_id ? end_page_id : dspec().tensor_volume(), noc};
  }
  tensor_accessor::ShardPages<TensorAccessor> shard_pages(uint32_t shard_id, uint32_t start_page_offset = 0,
                                                          uint32_t end_page_offset = 0, uint8_t noc = noc_index) const {
    return {*this, shard_id, start_page_offset, end_page_offset ? end_page_offset : dspec().shard_volume(), noc};
  }

 private:
  template <class D>
  static constexpr D constant_spec{};
  struct no_spec {
    template <class Args>
    constexpr explicit no_spec(const Args&) {}
  };
  struct own_spec {
    DSpec spec;
    template <class Args>
    constexpr explicit own_spec(const Args& args) : spec(args) {}
  };
  [[no_unique_address]] std::conditional_t<DSpec::is_static, no_spec, own_spec> spec_;

  FORCE_INLINE bool is_here(uint32_t bank, uint8_t noc) const {
    const uint32_t xy = dspec().packed_xy(bank);
    return is_local_bank(xy >> 8, xy & 0xff, noc);
  }
  FORCE_INLINE uint64_t address_of(const PageMapping& page, uint32_t offset, uint8_t noc) const {
    const uint32_t xy = dspec().packed_xy(page.bank_id);
    const uint32_t address = bank_base_address + page.bank_page_offset * page_size + offset;
    if constexpr (is_dram) return tensix::device::banks::address_in<true>(xy >> 8, address, noc);
    else return NOC_XY_ADDR(DYNAMIC_NOC_X(noc, xy >> 8), DYNAMIC_NOC_Y(noc, xy & 0xff), address);
  }

  [[no_unique_address]] mutable tensor_accessor::kept_in_registers kept_in_registers_;

 public:
  const size_t bank_base_address;
  const uint32_t page_size;
};

// Interleaved.
template <class DSpecT>
requires(DSpecT::is_interleaved) struct TensorAccessor<DSpecT> : InterleavedAddrGen<DSpecT::is_dram> {
  using DSpec = DSpecT;

  template <size_t CTA_OFFSET, size_t CRTA_OFFSET>
  TensorAccessor(const TensorAccessorArgs<CTA_OFFSET, CRTA_OFFSET>&, size_t bank_base_address, uint32_t page_size = 0)
      : InterleavedAddrGen<DSpecT::is_dram>{static_cast<uint32_t>(bank_base_address), page_size} {}

  // How many pages there are nobody knows.
  tensor_accessor::Pages<TensorAccessor> pages(uint32_t start_page_id, uint32_t end_page_id, uint8_t noc = noc_index) const {
    return {*this, start_page_id, end_page_id, noc};
  }

 private:
  [[no_unique_address]] mutable tensor_accessor::kept_in_registers kept_in_registers_;
};

template <size_t CTA_OFFSET, size_t CRTA_OFFSET>
TensorAccessor(const TensorAccessorArgs<CTA_OFFSET, CRTA_OFFSET>&, size_t, uint32_t)
    -> TensorAccessor<tensor_accessor::SpecOf<TensorAccessorArgs<CTA_OFFSET, CRTA_OFFSET>>>;
template <size_t CTA_OFFSET, size_t CRTA_OFFSET>
TensorAccessor(const TensorAccessorArgs<CTA_OFFSET, CRTA_OFFSET>&, size_t)
    -> TensorAccessor<tensor_accessor::SpecOf<TensorAccessorArgs<CTA_OFFSET, CRTA_OFFSET>>>;

// Of several tensors: addresses are arguments, page sizes compile-time arguments, from these numbers on.
namespace tensor_accessor {
template <class... Args, size_t... i>
auto tuple_of_accessors(const std::tuple<Args...>& args, uint32_t address_argument, uint32_t page_size_argument,
                        std::index_sequence<i...>) {
  return std::make_tuple(TensorAccessor(std::get<i>(args), get_arg_val<uint32_t>(address_argument + i),
                                        get_compile_time_arg_val(page_size_argument + i))...);
}
}  // namespace tensor_accessor
template <class... Args>
auto make_tensor_accessor_tuple(const std::tuple<Args...>& args, uint32_t address_rt_arg_index_start,
                                uint32_t page_size_ct_arg_index_start) {
  return tensor_accessor::tuple_of_accessors(args, address_rt_arg_index_start, page_size_ct_arg_index_start,
                                             std::index_sequence_for<Args...>());
}

// Any accessor: which one is known when the program runs.
class AbstractTensorAccessorWrapper {
 public:
  AbstractTensorAccessorWrapper() = default;
  template <class Accessor>
  AbstractTensorAccessorWrapper(const Accessor& accessor)
      : accessor_(&accessor), address_([](const void* a, uint32_t page, uint32_t offset, uint8_t noc) {
          return static_cast<const Accessor*>(a)->get_noc_addr(page, offset, noc);
        }) {}
  uint64_t get_noc_addr(uint32_t page_idx, uint32_t offset = 0, uint8_t noc = noc_index) const {
    return address_(accessor_, page_idx, offset, noc);
  }

 private:
  const void* accessor_ = nullptr;
  uint64_t (*address_)(const void*, uint32_t, uint32_t, uint8_t) = nullptr;
};
template <class... Accessors>
auto make_abstract_tensor_accessor_wrappers(const std::tuple<Accessors...>& accessors) {
  return std::apply(
      [](const auto&... a) {
        return std::array<AbstractTensorAccessorWrapper, sizeof...(Accessors)>{AbstractTensorAccessorWrapper(a)...};
      },
      accessors);
}
