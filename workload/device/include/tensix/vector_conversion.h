// SPDX-License-Identifier: Apache-2.0
// T1: the vector unit turns floats into integers and back, and quantises.
#pragma once
#include "tensix/vector_integers.h"
#include "tensix/vector_pairs.h"
#include "workload/kernels/turn_in_dst.h"
#include "workload/vector/conversion.h"

namespace tensix::device {

using vector::datum;
constexpr datum datum_of(DataFormat f) {
  switch (f) {
    case DataFormat::Int32: return datum::int32;
    case DataFormat::UInt32: return datum::uint32;
    case DataFormat::UInt16: return datum::uint16;
    case DataFormat::UInt8: return datum::uint8;
    default: return datum::floating;
  }
}
// Of floats the unpacker and the packer make all formats of one another, but BF16 of FP32 that is to be rounded to even.
constexpr bool rounds_to_even(DataFormat in, DataFormat out) {
  return fp32_dst && in == DataFormat::Float32 && out == DataFormat::Float16_b;
}
constexpr bool needs_conversion(DataFormat in, DataFormat out) {
  const datum from = datum_of(in), to = datum_of(out);
  if (from == datum::floating && to == datum::floating) return rounds_to_even(in, out);
  if (from == datum::uint8) return to != datum::uint8 && to != datum::int32 && to != datum::uint32;
  return from != to && !(from == datum::int32 && to == datum::uint32) && !(from == datum::uint32 && to == datum::int32);
}
template <DataFormat in, DataFormat out>
struct conversion {
  static constexpr vector::program program = rounds_to_even(in, out)
                                                 ? vector::round_to_even()
                                                 : vector::convert(datum_of(in), datum_of(out), out != DataFormat::Float32);
  struct tile {
    static constexpr const vector::sequence& words() { return program.tile; }
  };
  struct step {
    static constexpr const vector::sequence& words() { return program.step; }
  };
};
constexpr bool has_32_bits(datum d) { return d == datum::int32 || d == datum::uint32 || d == datum::uint8; }

template <DataFormat in, DataFormat out>
inline __attribute__((noinline)) void run_conversion_steps(uint32_t tile) {
  begin_vector(tile);
  issue<typename conversion<in, out>::tile>();
  for (uint32_t i = 0; i < vector::tile_steps; ++i) issue<typename conversion<in, out>::step>();
  ttinsn<setrwc(0, rwc_dst)>();
  end_vector();
}
template <DataFormat in, DataFormat out>
ALWI void init_conversion() {
  // In a 32-bit Dst integers of 16 bits are the upper halves.
  if constexpr (computes && fp32_dst && (in == DataFormat::UInt16 || out == DataFormat::UInt16))
    at(riscv_address::feature_disable) = turning::narrow_is_upper_half;
}
template <DataFormat in, DataFormat out>
ALWI void run_conversion(uint32_t tile) {
  if constexpr (computes) {
    if constexpr (!fp32_dst && (has_32_bits(datum_of(in)) || has_32_bits(datum_of(out)))) integers_want_a_32_bit_dst();
    check_math(true, tile);
    if constexpr (needs_conversion(in, out)) run_conversion_steps<in, out>(tile);
  }
}

enum class quantising : uint32_t { quant, requant, dequant };
template <quantising what>
struct quantising_function {
  static constexpr uint32_t number = 0x105 + static_cast<uint32_t>(what);
  static constexpr vector::program program() {
    return what == quantising::quant     ? vector::quantisation()
           : what == quantising::requant ? vector::requantisation()
                                         : vector::dequantisation();
  }
};
template <quantising what>
ALWI void init_quantising(uint32_t zero_point) {
  if constexpr (computes) {
    push_number<vector::c11>(zero_point);
    if constexpr (checked) vector_unit.initialised = quantising_function<what>::number;
  }
}
template <quantising what>
ALWI void run_quantising(uint32_t a, uint32_t b, uint32_t out) {
  want_width_of<integer_format::int32>();
  if constexpr (computes) {
    check_two_tiles(vector_unit.initialised == quantising_function<what>::number, a, b, out);
    run_function_steps<quantising_function<what>>(a, b, b, out);
  }
}

}  // namespace tensix::device
