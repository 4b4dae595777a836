// SPDX-License-Identifier: Apache-2.0
#include "workload/tensors/tile_layout.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "workload/tensors/host_clones.h"

namespace tensix {
namespace {

uint32_t bits_of(float f) {
  uint32_t u;
  std::memcpy(&u, &f, 4);
  return u;
}
float float_of(uint32_t u) {
  float f;
  std::memcpy(&f, &u, 4);
  return f;
}
// value >> shift, rounded to the nearest, ties to even; shift 1..31.
uint32_t round_shift(uint32_t value, unsigned shift) {
  const uint32_t half = 1u << (shift - 1), rest = value & ((1u << shift) - 1), kept = value >> shift;
  return kept + ((rest > half || (rest == half && (kept & 1))) ? 1 : 0);
}

bool is_nan(uint32_t u) { return static_cast<int32_t>(u & 0x7fffffff) > 0x7f800000; }

// BF16: 16 values without branches, so that the compiler converts several at once; of whole tiles in one go, which takes a third of
// the instructions that it takes row by row.
[[gnu::always_inline]] inline void round_to_bf16(const float* __restrict values, uint8_t* __restrict bytes) {
#pragma GCC unroll 1  // unrolled first, it would not be
  for (uint32_t i = 0; i < face_dim; ++i) {
    const uint32_t word = bits_of(values[i]), rounded = (word + 0x7fff + (word >> 16 & 1)) >> 16;
    const auto half = static_cast<uint16_t>(is_nan(word) ? word >> 16 | 0x40 : rounded);  // a NaN stays one
    std::memcpy(bytes + 2 * i, &half, sizeof half);
  }
}
[[gnu::always_inline]] inline void widen_bf16(const uint8_t* __restrict bytes, float* __restrict values) {
#pragma GCC unroll 1
  for (uint32_t i = 0; i < face_dim; ++i) {
    uint16_t half;
    std::memcpy(&half, bytes + 2 * i, sizeof half);
    values[i] = float_of(static_cast<uint32_t>(half) << 16);
  }
}
TENSIX_HOST_CLONES
void to_bf16(const float* values, uint8_t* bytes) { round_to_bf16(values, bytes); }
TENSIX_HOST_CLONES
void from_bf16(const uint8_t* bytes, float* values) { widen_bf16(bytes, values); }
TENSIX_HOST_CLONES
void tile_to_bf16(const float* values, uint8_t* bytes) {
  for (uint32_t r = 0; r < tile_dim; ++r)
    for (uint32_t c = 0; c < tile_dim; c += face_dim) round_to_bf16(values + r * tile_dim + c, bytes + 2 * datum_index(r, c));
}
TENSIX_HOST_CLONES
void tile_from_bf16(const uint8_t* bytes, float* values) {
  for (uint32_t r = 0; r < tile_dim; ++r)
    for (uint32_t c = 0; c < tile_dim; c += face_dim) widen_bf16(bytes + 2 * datum_index(r, c), values + r * tile_dim + c);
}

uint16_t to_fp16(float f) {
  const uint32_t u = bits_of(f), sign = (u >> 16) & 0x8000;
  const int exponent = static_cast<int>((u >> 23) & 255) - 112;
  const uint32_t mantissa = (u & 0x7fffff) | 0x800000;
  if (exponent >= 31) return static_cast<uint16_t>(sign | 0x7bff);
  uint32_t result;
  if (exponent > 0) result = round_shift((static_cast<uint32_t>(exponent) << 23) | (u & 0x7fffff), 13);
  else if (exponent > -11) result = round_shift(mantissa, static_cast<unsigned>(14 - exponent));
  else result = 0;
  return static_cast<uint16_t>(sign | std::min(result, 0x7bffu));
}

float from_fp16(uint16_t h) {  // exponent 31 is an ordinary exponent to the hardware
  const uint32_t sign = static_cast<uint32_t>(h & 0x8000) << 16, exponent = (h >> 10) & 31, mantissa = h & 0x3ff;
  if (exponent == 0) return float_of(sign | bits_of(static_cast<float>(mantissa) / 16777216.0f));
  return float_of(sign | (exponent + 112) << 23 | mantissa << 13);
}

// FP8 with four exponent bits: bias 7, exponent 15 is ordinary but for its last code; no denormals, as the hardware reads it.
uint8_t to_e4m3(float f) {
  const uint32_t u = bits_of(f), sign = (u >> 24) & 0x80;
  const int exponent = static_cast<int>((u >> 23) & 255) - 120;
  if (exponent >= 16) return static_cast<uint8_t>(sign | 0x7e);
  if (exponent < 0) return static_cast<uint8_t>(sign);
  const uint32_t magnitude = u & 0x7fffff, rounded = round_shift(static_cast<uint32_t>(exponent) << 23 | magnitude, 20);
  // Below the smallest normal, 2^-6: nothing, or half of it and more.
  if (rounded < 8) return static_cast<uint8_t>(sign | (magnitude > 0 ? 8 : 0));
  return static_cast<uint8_t>(sign | std::min(rounded, 0x7eu));
}

float from_e4m3(uint8_t x) {
  const uint32_t sign = static_cast<uint32_t>(x & 0x80) << 24, exponent = x >> 3 & 15, mantissa = x & 7;
  if (exponent == 0) return from_fp16(static_cast<uint16_t>((x & 0x80) << 8 | mantissa << 7));
  const uint32_t filled = (x & 0x7f) == 0x7f ? 0x7f : 0;
  return float_of(sign | (exponent + 120) << 23 | (mantissa << 7 | filled) << 13);
}

// Five exponent bits: the upper half of FP16.
uint8_t to_e5m2(float f) {
  const uint32_t u = bits_of(f), sign = (u >> 24) & 0x80;
  const int exponent = static_cast<int>((u >> 23) & 255) - 112;
  if (exponent >= 31) return static_cast<uint8_t>(sign | 0x7b);
  uint32_t result = 0;
  if (exponent > 0) result = round_shift(static_cast<uint32_t>(exponent) << 23 | (u & 0x7fffff), 21);
  else if (exponent > -3) result = round_shift((u & 0x7fffff) | 0x800000, static_cast<unsigned>(22 - exponent));
  return static_cast<uint8_t>(sign | std::min(result, 0x7bu));
}
float from_e5m2(uint8_t x) { return from_fp16(static_cast<uint16_t>(x << 8 | ((x & 0x7f) == 0x7f ? 0xff : 0))); }

// Ten mantissa bits; the low bits of the word are zero.
uint32_t to_tf32(float f) {
  const uint32_t u = bits_of(f);
  if ((u & 0x7f800000) == 0x7f800000) return is_nan(u) ? u | 0x400000 : u;
  const uint32_t largest = 0x7f7fe000;
  return (u & 0x80000000) | std::min(round_shift(u & 0x7fffffff, 13) << 13, largest);
}

// Sign and magnitude of at most `bits` bits.
uint32_t to_magnitude(float f, unsigned bits) {
  const uint32_t u = bits_of(f), largest = (1u << bits) - 1, mantissa = (u & 0x7fffff) | 0x800000;
  const int shift = 150 - static_cast<int>(u >> 23 & 255);  // value = mantissa * 2^-shift
  if (shift > 24) return 0;
  if (shift > 0) return std::min(round_shift(mantissa, static_cast<unsigned>(shift)), largest);
  return shift < -8 ? largest : static_cast<uint32_t>(std::min<uint64_t>(uint64_t{mantissa} << -shift, largest));
}
uint32_t to_int32(float f) {
  const uint32_t magnitude = to_magnitude(f, 31);
  return magnitude ? (bits_of(f) & 0x80000000) | magnitude : 0;
}
uint8_t to_int8(float f) {
  const uint32_t magnitude = to_magnitude(f, 7);
  return static_cast<uint8_t>(magnitude ? (bits_of(f) >> 24 & 0x80) | magnitude : 0);
}
// How a format of integers lies in L1.
struct integer_layout {
  unsigned bytes;
  bool magnitude;  // sign and magnitude; else two's complement, or without sign
  bool has_sign;
};
integer_layout layout_of(tile_format format) {
  switch (format) {
    case tile_format::int8: return {1, true, true};
    case tile_format::int16: return {2, true, true};
    case tile_format::int32: return {4, true, true};
    case tile_format::uint8: return {1, false, false};
    case tile_format::uint16: return {2, false, false};
    case tile_format::uint32: return {4, false, false};
    default: return {4, false, true};
  }
}
// Saturates.
void put_integer(int64_t value, tile_format format, uint8_t* bytes) {
  const integer_layout layout = layout_of(format);
  const integer_range range = range_of(format);
  value = std::min(std::max(value, range.least), range.largest);
  const uint32_t sign = value < 0 ? 1u << (8 * layout.bytes - 1) : 0;
  const uint32_t word = static_cast<uint32_t>(layout.magnitude && value < 0 ? -value : value) | sign;
  for (unsigned i = 0; i < layout.bytes; ++i) bytes[i] = static_cast<uint8_t>(word >> (8 * i));
}
int64_t integer_at(const uint8_t* bytes, tile_format format) {
  const integer_layout layout = layout_of(format);
  uint32_t word = 0;
  for (unsigned i = 0; i < layout.bytes; ++i) word |= static_cast<uint32_t>(bytes[i]) << (8 * i);
  if (!layout.has_sign) return word;
  if (!layout.magnitude) return static_cast<int32_t>(word);
  const uint32_t sign = 1u << (8 * layout.bytes - 1);
  return word & sign ? -static_cast<int64_t>(word & ~sign) : static_cast<int64_t>(word);
}
float from_integer(bool negative, uint32_t magnitude) {
  return negative ? -static_cast<float>(magnitude) : static_cast<float>(magnitude);
}

// 16 datums: one exponent, 16 x (sign, magnitude of 7, 3 or 1 bits); value = magnitude * 2^(exponent - 127 - (bits - 1)). A datum
// of fewer bits stands as one of eight with zeros behind it.
template <unsigned bits>
void to_block_float(const float* values, uint8_t& exponent, uint8_t* datums) {
  uint32_t largest = 0;
  for (unsigned i = 0; i < 16; ++i) largest = std::max(largest, (bits_of(values[i]) >> 23) & 255);
  exponent = static_cast<uint8_t>(largest);
  for (unsigned i = 0; i < 16; ++i) {
    const uint32_t u = bits_of(values[i]), own = (u >> 23) & 255;
    const uint32_t mantissa = own == 0 ? 0 : (u & 0x7fffff) | 0x800000;  // 24 bits, of which `bits` are kept at most
    const uint32_t shift = 24 - bits + largest - own;
    const uint32_t magnitude = shift > 24 ? 0 : std::min(round_shift(mantissa, shift), (1u << bits) - 1);
    // A magnitude of zero with the sign set would be read as -infinity.
    datums[i] = static_cast<uint8_t>(magnitude == 0 ? 0 : (u >> 24 & 0x80) | magnitude << (7 - bits));
  }
}

float from_block_float(uint8_t exponent, uint8_t datum) {
  const uint32_t sign = static_cast<uint32_t>(datum & 0x80) << 24;
  const uint32_t magnitude = datum & 0x7f;
  if (magnitude == 0) return float_of(sign ? 0xff800000 : 0);
  const float value = static_cast<float>(magnitude) / 64.0f;  // exact
  const uint32_t u = bits_of(value);
  const int own = static_cast<int>(u >> 23) + static_cast<int>(exponent) - 127;
  if (own <= 0) return float_of(sign);
  return float_of(sign | static_cast<uint32_t>(std::min(own, 255)) << 23 | (u & 0x7fffff));
}

// 16 datums of the upper `bits` bits of a byte each, the first one lowest.
template <unsigned bits>
void pack_datums(const uint8_t* datums, uint8_t* bytes) {
  constexpr unsigned each = 8 / bits;
  for (unsigned i = 0; i < 16 / each; ++i) {
    unsigned byte = 0;
    for (unsigned j = 0; j < each; ++j) byte |= static_cast<unsigned>(datums[i * each + j] >> (8 - bits)) << (bits * j);
    bytes[i] = static_cast<uint8_t>(byte);
  }
}
template <unsigned bits>
uint8_t packed_datum(const uint8_t* bytes, unsigned i) {
  constexpr unsigned each = 8 / bits;
  return static_cast<uint8_t>(bytes[i / each] >> (bits * (i % each)) << (8 - bits));
}

constexpr uint32_t exponent_section = tile_datums / 16;

// Those that are seldom wanted: apart, so that the others stay short.
__attribute__((noinline)) void encode_rare_row(const float* values, tile_format format, uint32_t index, uint8_t* bytes) {
  switch (format) {
    case tile_format::bfp4: {
      uint8_t datums[face_dim];
      to_block_float<3>(values, bytes[index / 16], datums);
      pack_datums<4>(datums, bytes + exponent_section + index / 2);
      break;
    }
    case tile_format::bfp2: {
      uint8_t datums[face_dim];
      to_block_float<1>(values, bytes[index / 16], datums);
      pack_datums<2>(datums, bytes + exponent_section + index / 4);
      break;
    }
    case tile_format::tf32:
    case tile_format::int32: {
      uint32_t word[face_dim];
      for (uint32_t i = 0; i < face_dim; ++i) word[i] = format == tile_format::tf32 ? to_tf32(values[i]) : to_int32(values[i]);
      std::memcpy(bytes + index * 4, word, sizeof word);
      break;
    }
    case tile_format::fp8:
      for (uint32_t i = 0; i < face_dim; ++i) bytes[index + i] = to_e5m2(values[i]);
      break;
    case tile_format::fp8_e4m3:
      for (uint32_t i = 0; i < face_dim; ++i) bytes[index + i] = to_e4m3(values[i]);
      break;
    case tile_format::int8:
      for (uint32_t i = 0; i < face_dim; ++i) bytes[index + i] = to_int8(values[i]);
      break;
    case tile_format::int16:
    case tile_format::twos_int32:
    case tile_format::uint8:
    case tile_format::uint16:
    case tile_format::uint32:
      for (uint32_t i = 0; i < face_dim; ++i) {
        const double value = std::isnan(values[i]) ? std::copysign(1e30, double{values[i]}) : double{values[i]};
        const auto [least, largest] = range_of(format);
        const double inside = std::min(std::max(value, static_cast<double>(least)), static_cast<double>(largest));
        put_integer(static_cast<int64_t>(std::nearbyint(inside)), format, bytes + (index + i) * layout_of(format).bytes);
      }
      break;
    default: break;
  }
}

// 16 datums from `index` on: a row of a face. Words of more than a byte are little-endian.
void encode_row(const float* values, tile_format format, uint32_t index, uint8_t* bytes) {
  switch (format) {
    case tile_format::bf16: to_bf16(values, bytes + index * 2); break;
    case tile_format::fp16: {
      uint16_t half[face_dim];
      for (uint32_t i = 0; i < face_dim; ++i) half[i] = to_fp16(values[i]);
      std::memcpy(bytes + index * 2, half, sizeof half);
      break;
    }
    case tile_format::fp32: std::memcpy(bytes + index * 4, values, face_dim * 4); break;
    case tile_format::bfp8: to_block_float<7>(values, bytes[index / 16], bytes + exponent_section + index); break;
    default: encode_rare_row(values, format, index, bytes);
  }
}

__attribute__((noinline)) void decode_rare_row(const uint8_t* bytes, tile_format format, uint32_t index, float* values) {
  switch (format) {
    case tile_format::int32: {
      uint32_t word[face_dim];
      std::memcpy(word, bytes + index * 4, sizeof word);
      for (uint32_t i = 0; i < face_dim; ++i) values[i] = from_integer(word[i] >> 31, word[i] & 0x7fffffff);
      break;
    }
    case tile_format::bfp4:
      for (uint32_t i = 0; i < face_dim; ++i)
        values[i] = from_block_float(bytes[index / 16], packed_datum<4>(bytes + exponent_section + index / 2, i));
      break;
    case tile_format::bfp2:
      for (uint32_t i = 0; i < face_dim; ++i)
        values[i] = from_block_float(bytes[index / 16], packed_datum<2>(bytes + exponent_section + index / 4, i));
      break;
    case tile_format::fp8:
      for (uint32_t i = 0; i < face_dim; ++i) values[i] = from_e5m2(bytes[index + i]);
      break;
    case tile_format::fp8_e4m3:
      for (uint32_t i = 0; i < face_dim; ++i) values[i] = from_e4m3(bytes[index + i]);
      break;
    case tile_format::int8:
      for (uint32_t i = 0; i < face_dim; ++i) values[i] = from_integer(bytes[index + i] >> 7, bytes[index + i] & 0x7f);
      break;
    case tile_format::int16:
    case tile_format::twos_int32:
    case tile_format::uint8:
    case tile_format::uint16:
    case tile_format::uint32:
      for (uint32_t i = 0; i < face_dim; ++i)
        values[i] = static_cast<float>(integer_at(bytes + (index + i) * layout_of(format).bytes, format));
      break;
    default: break;
  }
}

void decode_row(const uint8_t* bytes, tile_format format, uint32_t index, float* values) {
  switch (format) {
    case tile_format::bf16: from_bf16(bytes + index * 2, values); break;
    case tile_format::fp16: {
      uint16_t half[face_dim];
      std::memcpy(half, bytes + index * 2, sizeof half);
      for (uint32_t i = 0; i < face_dim; ++i) values[i] = from_fp16(half[i]);
      break;
    }
    case tile_format::fp32:
    case tile_format::tf32: std::memcpy(values, bytes + index * 4, face_dim * 4); break;
    case tile_format::bfp8:
      for (uint32_t i = 0; i < face_dim; ++i)
        values[i] = from_block_float(bytes[index / 16], bytes[exponent_section + index + i]);
      break;
    default: decode_rare_row(bytes, format, index, values);
  }
}

}  // namespace

const char* name(tile_format format) {
  static constexpr const char* names[] = {"bf16",     "fp16", "fp32",  "bfp8",  "bfp4",  "bfp2",  "tf32",   "fp8",
                                          "fp8_e4m3", "int8", "int32", "int16", "int32", "uint8", "uint16", "uint32"};
  return names[static_cast<int>(format)];
}

tile_format parse_tile_format(const std::string& s) {
  std::string known;
  for (const tile_format f : all_tile_formats) {
    if (s == name(f)) return f;
    known += (known.empty() ? "" : f == tile_format::int32 ? " and " : ", ") + std::string(name(f));
  }
  throw std::invalid_argument("unknown format '" + s + "' (" + known + " are known)");
}

data_format hardware_format(tile_format format) {
  static constexpr data_format formats[] = {data_format::bf16,  data_format::fp16, data_format::fp32,  data_format::bfp8,
                                            data_format::bfp4,  data_format::bfp2, data_format::tf32,  data_format::fp8,
                                            data_format::fp8,   data_format::int8, data_format::int32, data_format::int16,
                                            data_format::int32, data_format::int8, data_format::int16, data_format::int32};
  return formats[static_cast<int>(format)];
}

void encode_tile(const float* values, tile_format format, uint8_t* bytes) {
  if (format == tile_format::bf16) return tile_to_bf16(values, bytes);
  for (uint32_t r = 0; r < tile_dim; ++r)
    for (uint32_t c = 0; c < tile_dim; c += face_dim) encode_row(values + r * tile_dim + c, format, datum_index(r, c), bytes);
}

void decode_tile(const uint8_t* bytes, tile_format format, float* values) {
  if (format == tile_format::bf16) return tile_from_bf16(bytes, values);
  for (uint32_t r = 0; r < tile_dim; ++r) decode_tile_row(bytes, format, r, values + r * tile_dim);
}

void decode_tile_row(const uint8_t* bytes, tile_format format, uint32_t row, float* values) {
  for (uint32_t c = 0; c < tile_dim; c += face_dim) decode_row(bytes, format, datum_index(row, c), values + c);
}

integer_range range_of(tile_format format) {
  const integer_layout layout = layout_of(format);
  const int64_t all = int64_t{1} << (8 * layout.bytes - (layout.has_sign ? 1 : 0));
  return {layout.has_sign ? layout.magnitude ? 1 - all : -all : 0, all - 1};
}

void encode_integers(const float* bits, tile_format format, uint8_t* bytes) {
  const integer_layout layout = layout_of(format);
  const bool without_sign = format == tile_format::uint32;
  for (uint32_t r = 0; r < tile_dim; ++r)
    for (uint32_t c = 0; c < tile_dim; ++c) {
      const uint32_t word = bits_of(bits[r * tile_dim + c]);
      put_integer(without_sign ? int64_t{word} : int64_t{static_cast<int32_t>(word)}, format,
                  bytes + datum_index(r, c) * layout.bytes);
    }
}

void decode_integer_row(const uint8_t* bytes, tile_format format, uint32_t row, float* bits) {
  const integer_layout layout = layout_of(format);
  for (uint32_t c = 0; c < tile_dim; ++c)
    bits[c] = float_of(static_cast<uint32_t>(integer_at(bytes + datum_index(row, c) * layout.bytes, format)));
}

float missing_datum(tile_format format) {
  return is_integer(format) ? float_of(1u << 31) : std::numeric_limits<float>::quiet_NaN();
}

void quantize_row(tile_format format, float* values) {
  if (format == tile_format::fp32) return;
  static thread_local uint8_t bytes[tile_datums * 4];  // of a row only some are used
  for (uint32_t c = 0; c < tile_dim; c += face_dim) {
    encode_row(values + c, format, c, bytes);
    decode_row(bytes, format, c, values + c);
  }
}

void encode_tile(const tensor& t, uint32_t tile_row, uint32_t tile_col, tile_format format, uint8_t* bytes) {
  float values[tile_datums] = {};
  const uint32_t row = tile_row * tile_dim, col = tile_col * tile_dim;
  for (uint32_t r = 0; r < tile_dim && row + r < t.rows && col < t.cols; ++r)
    std::memcpy(values + r * tile_dim, &t.data[static_cast<size_t>(row + r) * t.cols + col],
                std::min(tile_dim, t.cols - col) * sizeof(float));
  if (t.integers) encode_integers(values, format, bytes);
  else encode_tile(values, format, bytes);
}

void decode_tile(const uint8_t* bytes, tile_format format, uint32_t tile_row, uint32_t tile_col, tensor& t) {
  const uint32_t row = tile_row * tile_dim, col = tile_col * tile_dim;
  float values[tile_dim];
  for (uint32_t r = 0; r < tile_dim && row + r < t.rows && col < t.cols; ++r) {
    if (t.integers) decode_integer_row(bytes, format, r, values);
    else decode_tile_row(bytes, format, r, values);
    std::memcpy(&t.data[static_cast<size_t>(row + r) * t.cols + col], values, std::min(tile_dim, t.cols - col) * sizeof(float));
  }
}

tensor quantize(const tensor& t, tile_format format) {
  tensor out(t.rows, t.cols);
  const tile_grid grid(t.rows, t.cols);
  uint8_t bytes[tile_datums * 4];
  for (uint32_t r = 0; r < grid.tile_rows; ++r)
    for (uint32_t c = 0; c < grid.tile_cols; ++c) {
      encode_tile(t, r, c, format, bytes);
      decode_tile(bytes, format, r, c, out);
    }
  return out;
}

}  // namespace tensix
