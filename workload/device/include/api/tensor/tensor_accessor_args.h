// SPDX-License-Identifier: Apache-2.0
// How a tensor lies in banks, as the host says it in compile-time arguments from number CTA_OFFSET on: a word of flags, and if it is sharded
// rank, number of banks, shape of the tensor and of a shard in pages, coordinates of the banks (two of 16 bits a word). Flags say which of
// these are common arguments instead, from number CRTA_OFFSET on, or from what is given when the program runs.
#pragma once
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

#include "api/compile_time_args.h"
#include "tensix/run_time_arguments.h"

namespace tensor_accessor {

inline constexpr size_t MAX_RANK = 8, UNKNOWN = static_cast<size_t>(-1);

// Flags.
enum class ArgConfig : uint8_t {
  None = 0,
  Sharded = 1 << 0,
  IsDram = 1 << 1,
  RuntimeRank = 1 << 2,
  RuntimeNumBanks = 1 << 3,
  RuntimeTensorShape = 1 << 4,
  RuntimeShardShape = 1 << 5,
  RuntimeBankCoords = 1 << 6
};

}  // namespace tensor_accessor

template <size_t CTA_OFFSET, size_t CRTA_OFFSET = tensor_accessor::UNKNOWN>
class TensorAccessorArgs {
  static constexpr uint32_t flags = get_compile_time_arg_val(CTA_OFFSET);
  static constexpr bool has(tensor_accessor::ArgConfig flag) { return flags & static_cast<uint32_t>(flag); }
  // Of sharded tensors a number that is a compile-time argument; 0: it is none.
  static constexpr uint32_t constant(uint32_t index, bool common) {
    return is_sharded && !common ? get_compile_time_arg_val(index) : 0;
  }

 public:
  static constexpr bool is_sharded = has(tensor_accessor::ArgConfig::Sharded);
  static constexpr bool is_dram = has(tensor_accessor::ArgConfig::IsDram);
  // What is a common argument.
  static constexpr bool rank_is_crta = has(tensor_accessor::ArgConfig::RuntimeRank);
  static constexpr bool num_banks_is_crta = has(tensor_accessor::ArgConfig::RuntimeNumBanks);
  static constexpr bool tensor_shape_is_crta = has(tensor_accessor::ArgConfig::RuntimeTensorShape);
  static constexpr bool shard_shape_is_crta = has(tensor_accessor::ArgConfig::RuntimeShardShape);
  static constexpr bool bank_coords_is_crta = has(tensor_accessor::ArgConfig::RuntimeBankCoords);
  static_assert(!is_sharded || !rank_is_crta || (tensor_shape_is_crta && shard_shape_is_crta),
                "where the rank is a common argument, so are the shapes");
  static_assert(!is_sharded || !num_banks_is_crta || bank_coords_is_crta,
                "where the number of banks is a common argument, so are their coordinates");

  // Where each stands among the compile-time arguments.
  static constexpr uint32_t RankCTAOffset = CTA_OFFSET + 1;
  static constexpr uint32_t RankCT = constant(RankCTAOffset, rank_is_crta);
  static constexpr uint32_t NumBanksCTAOffset = RankCTAOffset + !rank_is_crta;
  static constexpr uint32_t NumBanksCT = constant(NumBanksCTAOffset, num_banks_is_crta);
  static constexpr uint32_t TensorShapeCTAOffset = NumBanksCTAOffset + !num_banks_is_crta;
  static constexpr uint32_t ShardShapeCTAOffset = TensorShapeCTAOffset + (tensor_shape_is_crta ? 0 : RankCT);
  static constexpr uint32_t BankCoordsCTAOffset = ShardShapeCTAOffset + (shard_shape_is_crta ? 0 : RankCT);
  static constexpr uint32_t NumArgsCT =
      is_sharded ? BankCoordsCTAOffset + (bank_coords_is_crta ? 0 : (NumBanksCT + 1) / 2) - CTA_OFFSET : 1;
  static_assert(!is_sharded || rank_is_crta || (RankCT > 0 && RankCT <= tensor_accessor::MAX_RANK), "rank: 1 to 8");
  static_assert(!is_sharded || num_banks_is_crta || NumBanksCT > 0, "a sharded tensor has a bank at least");

  constexpr TensorAccessorArgs() = default;
  constexpr explicit TensorAccessorArgs(uint32_t crta_offset) : given_offset_(crta_offset) {
    static_assert(CRTA_OFFSET == tensor_accessor::UNKNOWN, "the number of the first common argument is given twice");
  }

  static constexpr uint32_t num_compile_time_args() { return NumArgsCT; }
  static constexpr uint32_t next_compile_time_args_offset() { return CTA_OFFSET + NumArgsCT; }

  constexpr uint32_t crta_offset() const { return CRTA_OFFSET == tensor_accessor::UNKNOWN ? given_offset_ : CRTA_OFFSET; }
  constexpr uint32_t get_rank() const {
    if constexpr (rank_is_crta) return get_common_arg_val<uint32_t>(crta_offset());
    else return RankCT;
  }
  constexpr uint32_t get_num_banks() const {
    if constexpr (num_banks_is_crta) return get_common_arg_val<uint32_t>(num_banks_crta_offset());
    else return NumBanksCT;
  }
  // Where each stands among the common arguments.
  constexpr uint32_t num_banks_crta_offset() const { return crta_offset() + rank_is_crta; }
  constexpr uint32_t tensor_shape_crta_offset() const { return num_banks_crta_offset() + num_banks_is_crta; }
  constexpr uint32_t shard_shape_crta_offset() const {
    return tensor_shape_crta_offset() + (tensor_shape_is_crta ? get_rank() : 0);
  }
  constexpr uint32_t bank_coords_crta_offset() const {
    return shard_shape_crta_offset() + (shard_shape_is_crta ? get_rank() : 0);
  }
  constexpr uint32_t num_common_runtime_args() const {
    if constexpr (!is_sharded) return 0;
    else return bank_coords_crta_offset() + (bank_coords_is_crta ? (get_num_banks() + 1) / 2 : 0) - crta_offset();
  }
  constexpr uint32_t next_common_runtime_args_offset() const { return crta_offset() + num_common_runtime_args(); }

 private:
  uint32_t given_offset_ = 0;
};

namespace tensor_accessor {
// Of tensor `number` of those whose arguments follow one another from CTA_OFFSET on.
template <uint32_t number, uint32_t CTA_OFFSET>
constexpr uint32_t offset_of_args() {
  if constexpr (number == 0) return CTA_OFFSET;
  else return TensorAccessorArgs<offset_of_args<number - 1, CTA_OFFSET>()>::next_compile_time_args_offset();
}
template <uint32_t CTA_OFFSET, uint32_t... number>
constexpr auto tuple_of_args(std::integer_sequence<uint32_t, number...>) {
  return std::make_tuple(TensorAccessorArgs<offset_of_args<number, CTA_OFFSET>()>()...);
}
}  // namespace tensor_accessor

template <uint32_t NUM_TENSORS, uint32_t CTA_OFFSET>
constexpr auto make_tensor_accessor_args_tuple() {
  return tensor_accessor::tuple_of_args<CTA_OFFSET>(std::make_integer_sequence<uint32_t, NUM_TENSORS>());
}
