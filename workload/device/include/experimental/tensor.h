// SPDX-License-Identifier: Apache-2.0
// Tensors as ends of transfers: a page or a shard of one.
#pragma once
#include "api/tensor/tensor_accessor.h"
#include "experimental/noc.h"

template <typename Accessor>
struct PageView {
  const Accessor& accessor;
  explicit PageView(const Accessor& accessor) : accessor(accessor) {}
  uint64_t get_noc_addr(uint32_t page_id, uint32_t offset, uint8_t noc) const {
    return accessor.get_noc_addr(page_id, offset, noc);
  }
};
template <typename Accessor>
struct ShardView {
  const Accessor& accessor;
  explicit ShardView(const Accessor& accessor) : accessor(accessor) {}
  bool is_local_shard(uint32_t shard_id, uint8_t noc) const { return accessor.is_local_shard(shard_id, noc); }
  uint64_t get_noc_addr(uint32_t shard_id, uint32_t offset, uint8_t noc) const {
    return accessor.get_shard_noc_addr(shard_id, offset, noc);
  }
};

namespace experimental {

// An end that knows addresses on a network; as one in L1 it is this tile's.
template <class T>
struct pages_as_ends {
  struct src_args_type {
    uint32_t page_id{}, offset_bytes = 0;
  };
  struct dst_args_type {
    uint32_t page_id{}, offset_bytes = 0;
  };
  template <Noc::AddressType>
  static uint64_t src_addr(const T& end, const Noc& noc, const src_args_type& args) {
    return end.get_noc_addr(args.page_id, args.offset_bytes, noc.get_noc_id());
  }
  template <Noc::AddressType>
  static uint64_t dst_addr(const T& end, const Noc& noc, const dst_args_type& args) {
    return end.get_noc_addr(args.page_id, args.offset_bytes, noc.get_noc_id());
  }
};
template <class DSpecT>
struct noc_traits_t<TensorAccessor<DSpecT>> : pages_as_ends<TensorAccessor<DSpecT>> {};
template <class Accessor>
struct noc_traits_t<PageView<Accessor>> : pages_as_ends<PageView<Accessor>> {};

template <class Accessor>
struct noc_traits_t<ShardView<Accessor>> {
  struct src_args_type {
    uint32_t shard_id{}, offset_bytes = 0;
  };
  struct dst_args_type {
    uint32_t shard_id{}, offset_bytes = 0;
  };
  template <Noc::AddressType>
  static uint64_t src_addr(const ShardView<Accessor>& end, const Noc& noc, const src_args_type& args) {
    return end.get_noc_addr(args.shard_id, args.offset_bytes, noc.get_noc_id());
  }
  template <Noc::AddressType>
  static uint64_t dst_addr(const ShardView<Accessor>& end, const Noc& noc, const dst_args_type& args) {
    return end.get_noc_addr(args.shard_id, args.offset_bytes, noc.get_noc_id());
  }
};
template <>
struct noc_traits_t<tensor_accessor::Page> {
  struct src_args_type {
    uint32_t offset_bytes = 0;
  };
  struct dst_args_type {
    uint32_t offset_bytes = 0;
  };
  template <Noc::AddressType>
  static uint64_t src_addr(const tensor_accessor::Page& end, const Noc&, const src_args_type& args) {
    return end.noc_addr() + args.offset_bytes;
  }
  template <Noc::AddressType>
  static uint64_t dst_addr(const tensor_accessor::Page& end, const Noc&, const dst_args_type& args) {
    return end.noc_addr() + args.offset_bytes;
  }
};

}  // namespace experimental
