// SPDX-License-Identifier: Apache-2.0
// Where the pages of a sharded tensor are: cut into shards, which go to the banks in turn; in a bank shards lie behind one another, each with
// its pages row by row.
#pragma once
#include <array>
#include <type_traits>

#include "api/tensor/tensor_accessor_args.h"

namespace tensor_accessor {

// In banks, page by page: nothing else is known of it.
template <bool dram>
struct InterleavedSpec {
  static constexpr bool is_interleaved = true, is_dram = dram;
};

template <class Args>
class DistributionSpec {
 public:
  static constexpr bool is_interleaved = false, is_dram = Args::is_dram;
  static constexpr bool has_static_rank = !Args::rank_is_crta;
  // Nothing of it is a common argument.
  static constexpr bool is_static = has_static_rank && !Args::num_banks_is_crta && !Args::tensor_shape_is_crta &&
                                    !Args::shard_shape_is_crta && !Args::bank_coords_is_crta;
  static constexpr uint32_t rank_ct = Args::RankCT, num_banks_ct = Args::NumBanksCT;
  using Shape = std::array<uint32_t, has_static_rank ? rank_ct : MAX_RANK>;

  constexpr explicit DistributionSpec(const Args& args = {})
      : args_(args), rank_(args.get_rank()), banks_(args.get_num_banks()) {
    uint32_t in_tensor = 1, in_shard = 1, in_grid = 1;
    for (uint32_t i = rank(); i-- > 0;) {
      if constexpr (Args::tensor_shape_is_crta) tensor_[i] = get_common_arg_val<uint32_t>(args.tensor_shape_crta_offset() + i);
      else tensor_[i] = get_compile_time_arg_val(Args::TensorShapeCTAOffset + i);
      if constexpr (Args::shard_shape_is_crta) shard_[i] = get_common_arg_val<uint32_t>(args.shard_shape_crta_offset() + i);
      else shard_[i] = get_compile_time_arg_val(Args::ShardShapeCTAOffset + i);
      grid_[i] = (tensor_[i] - 1) / shard_[i] + 1;
      tensor_strides_[i] = in_tensor, shard_strides_[i] = in_shard, grid_strides_[i] = in_grid;
      in_tensor *= tensor_[i], in_shard *= shard_[i], in_grid *= grid_[i];
    }
    tensor_volume_ = in_tensor, shard_volume_ = in_shard;
  }

  constexpr uint32_t rank() const { return has_static_rank ? rank_ct : rank_; }
  constexpr uint32_t num_banks() const { return Args::num_banks_is_crta ? banks_ : num_banks_ct; }
  // In pages; shards along each dimension.
  constexpr const Shape& tensor_shape() const { return tensor_; }
  constexpr const Shape& shard_shape() const { return shard_; }
  constexpr const Shape& tensor_strides() const { return tensor_strides_; }
  constexpr const Shape& shard_strides() const { return shard_strides_; }
  constexpr const Shape& shard_grid() const { return grid_; }
  constexpr const Shape& shard_grid_strides() const { return grid_strides_; }
  constexpr uint32_t tensor_volume() const { return tensor_volume_; }
  constexpr uint32_t shard_volume() const { return shard_volume_; }
  // Of a bank: x << 8 | y; of DRAM the bank's number is x.
  constexpr uint32_t packed_xy(uint32_t bank) const {
    if constexpr (Args::bank_coords_is_crta) {
      using half = const volatile uint16_t __attribute__((may_alias));
      return reinterpret_cast<half*>(get_common_arg_addr(static_cast<int>(args_.bank_coords_crta_offset())))[bank];
    } else {
      return get_compile_time_arg_val(Args::BankCoordsCTAOffset + bank / 2) >> (bank % 2 ? 16 : 0) & 0xffff;
    }
  }

 private:
  [[no_unique_address]] Args args_;
  uint32_t rank_, banks_, tensor_volume_ = 0, shard_volume_ = 0;
  Shape tensor_{}, shard_{}, grid_{}, tensor_strides_{}, shard_strides_{}, grid_strides_{};
};

template <class Args>
using SpecOf = std::conditional_t<Args::is_sharded, DistributionSpec<Args>, InterleavedSpec<Args::is_dram>>;

}  // namespace tensor_accessor
