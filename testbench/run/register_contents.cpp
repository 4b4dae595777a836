// SPDX-License-Identifier: Apache-2.0
#include "testbench/run/register_contents.h"

#include <cmath>
#include <cstring>

#include "models/formats/data_format.h"

namespace tensix {
namespace {

float float_of_bits(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

// Exponents of 5 bits: 31 is one as others are.
float float_of_fp16(bool negative, unsigned exponent, unsigned mantissa) {
  const float value =
      std::ldexp(static_cast<float>(exponent ? 1024 + mantissa : mantissa), static_cast<int>(exponent ? exponent : 1) - 25);
  return negative ? -value : value;
}

// Of 19 bits in a bank (models/registers/src_registers.h).
float src_number(uint32_t datum, data_format format) {
  const bool negative = datum >> 18 & 1;
  const unsigned exponent = datum >> 10 & 0xff, mantissa = datum & 0x3ff;
  switch (format) {
    case data_format::int8:
      if (!exponent) return 0;
      return negative ? -static_cast<float>(mantissa) : static_cast<float>(mantissa);
    case data_format::fp16:
    case data_format::bfp8a:
    case data_format::bfp4a:
    case data_format::bfp2a:
    case data_format::fp8: return float_of_fp16(negative, exponent & 31, mantissa);
    default: return float_of_bits(uint32_t{negative} << 31 | exponent << 23 | mantissa << 13);
  }
}

}  // namespace

register_contents::register_contents(const tensix_state& state, const vector_unit_function& vector_unit)
    : dst_(state.dst), srca_(state.srca), srcb_(state.srcb) {
  const uint32_t* const config = state.bank(1);
  remap_ = cfg::DEST_ACCESS_CFG_remap_addrs(config);
  swizzle_ = cfg::DEST_ACCESS_CFG_swizzle_32b(config);
  fp32_ = cfg::ALU_ACC_CTRL_Fp32_enabled(config);
  int8_ = cfg::ALU_ACC_CTRL_INT8_math_enabled(config);
  static_assert(sizeof lreg_ == sizeof vector_unit.lreg);
  std::memcpy(lreg_, vector_unit.lreg, sizeof lreg_);
}

tensor register_contents::dst(std::optional<tile_format> wanted) const {
  const tile_format format = wanted ? *wanted : int8_ ? tile_format::int32 : fp32_ ? tile_format::fp32 : tile_format::bf16;
  const bool wide = format == tile_format::fp32 || format == tile_format::int32;
  tensor t(wide ? dst_rows / 2 : dst_rows, row_datums);
  t.integers = is_integer(format);
  for (uint32_t row = 0; row < t.rows; ++row) {
    const unsigned there = wide ? dst_register::adj32(row, remap_, swizzle_) : dst_.row16(row, remap_, swizzle_);
    if (!dst_.row_valid[there]) continue;
    for (uint32_t column = 0; column < row_datums; ++column) {
      const uint16_t bits = dst_.bits[there][column];
      float& value = t.at(row, column);
      if (wide) {
        const uint32_t word = dst_decode_fp32(uint32_t{bits} << 16 | dst_.bits[there + 8][column]);
        value = float_of_bits(t.integers && word >> 31 ? 0 - (word & 0x7fffffff) : word);
      } else if (format == tile_format::bf16) {
        value = float_of_bits(uint32_t{dst_decode_bf16(bits)} << 16);
      } else {
        const uint16_t number = dst_decode_fp16(bits);
        value = float_of_fp16(number >> 15, number >> 10 & 31, number & 0x3ff);
      }
    }
  }
  return t;
}

tensor register_contents::src() const {
  tensor t(4 * src_rows, row_datums);
  for (uint32_t row = 0; row < t.rows; ++row) {
    const src_bank& bank = (row < 2 * src_rows ? srca_ : srcb_).bank[row / src_rows % 2];
    for (uint32_t column = 0; column < row_datums; ++column)
      t.at(row, column) = src_number(bank.row[row % src_rows][column], static_cast<data_format>(bank.format));
  }
  return t;
}

tensor register_contents::lregs(bool integers) const {
  tensor t(17, lanes);
  t.integers = integers;
  std::memcpy(t.data.data(), lreg_, sizeof lreg_);
  return t;
}

}  // namespace tensix
