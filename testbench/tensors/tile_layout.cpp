#include "testbench/tensors/tile_layout.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "testbench/tensors/host_clones.h"

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

bool is_nan(uint32_t u) { return (u & 0x7fffffff) > 0x7f800000; }

// 16 values.
TENSIX_HOST_CLONES
void to_bf16(const float* values, uint8_t* bytes) {
  uint32_t word[face_dim], rounded[face_dim], nan = 0;
  uint16_t half[face_dim];
  std::memcpy(word, values, sizeof word);
  for (uint32_t i = 0; i < face_dim; ++i) rounded[i] = (word[i] + 0x7fff + (word[i] >> 16 & 1)) >> 16;
  for (uint32_t i = 0; i < face_dim; ++i) nan |= is_nan(word[i]) ? 1 : 0;
  for (uint32_t i = 0; nan && i < face_dim; ++i)
    if (is_nan(word[i])) rounded[i] = word[i] >> 16 | 0x40;  // stays one
  for (uint32_t i = 0; i < face_dim; ++i) half[i] = static_cast<uint16_t>(rounded[i]);
  std::memcpy(bytes, half, sizeof half);
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

// 16 datums: one exponent, 16 x (sign, 7-bit magnitude); value = magnitude * 2^(exponent - 127 - 6).
void to_bfp8(const float* values, uint8_t& exponent, uint8_t* datums) {
  uint32_t largest = 0;
  for (unsigned i = 0; i < 16; ++i) largest = std::max(largest, (bits_of(values[i]) >> 23) & 255);
  exponent = static_cast<uint8_t>(largest);
  for (unsigned i = 0; i < 16; ++i) {
    const uint32_t u = bits_of(values[i]), own = (u >> 23) & 255;
    const uint32_t mantissa = own == 0 ? 0 : (u & 0x7fffff) | 0x800000;  // 24 bits, of which 7 are kept at most
    const uint32_t shift = 17 + largest - own;
    const uint32_t magnitude = shift > 24 ? 0 : std::min(round_shift(mantissa, shift), 127u);
    // A magnitude of zero with the sign set would be read as -infinity.
    datums[i] = static_cast<uint8_t>(magnitude == 0 ? 0 : (u >> 24 & 0x80) | magnitude);
  }
}

float from_bfp8(uint8_t exponent, uint8_t datum) {
  const uint32_t sign = static_cast<uint32_t>(datum & 0x80) << 24;
  const uint32_t magnitude = datum & 0x7f;
  if (magnitude == 0) return float_of(sign ? 0xff800000 : 0);
  const float value = static_cast<float>(magnitude) / 64.0f;  // exact
  const uint32_t u = bits_of(value);
  const int own = static_cast<int>(u >> 23) + static_cast<int>(exponent) - 127;
  if (own <= 0) return float_of(sign);
  return float_of(sign | static_cast<uint32_t>(std::min(own, 255)) << 23 | (u & 0x7fffff));
}

constexpr uint32_t exponent_section = tile_datums / 16;

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
    case tile_format::bfp8: to_bfp8(values, bytes[index / 16], bytes + exponent_section + index); break;
  }
}

void decode_row(const uint8_t* bytes, tile_format format, uint32_t index, float* values) {
  switch (format) {
    case tile_format::bf16: {
      uint16_t half[face_dim];
      uint32_t word[face_dim];
      std::memcpy(half, bytes + index * 2, sizeof half);
      for (uint32_t i = 0; i < face_dim; ++i) word[i] = static_cast<uint32_t>(half[i]) << 16;
      std::memcpy(values, word, sizeof word);
      break;
    }
    case tile_format::fp16: {
      uint16_t half[face_dim];
      std::memcpy(half, bytes + index * 2, sizeof half);
      for (uint32_t i = 0; i < face_dim; ++i) values[i] = from_fp16(half[i]);
      break;
    }
    case tile_format::fp32: std::memcpy(values, bytes + index * 4, face_dim * 4); break;
    case tile_format::bfp8:
      for (uint32_t i = 0; i < face_dim; ++i) values[i] = from_bfp8(bytes[index / 16], bytes[exponent_section + index + i]);
      break;
  }
}

}  // namespace

const char* name(tile_format format) {
  static constexpr const char* names[] = {"bf16", "fp16", "fp32", "bfp8"};
  return names[static_cast<int>(format)];
}

tile_format parse_tile_format(const std::string& s) {
  for (int i = 0; i < 4; ++i)
    if (s == name(static_cast<tile_format>(i))) return static_cast<tile_format>(i);
  throw std::invalid_argument("unknown format '" + s + "' (bf16, fp16, fp32 and bfp8 are known)");
}

uint32_t tile_bytes(tile_format format) {
  switch (format) {
    case tile_format::fp32: return tile_datums * 4;
    case tile_format::bfp8: return tile_datums + exponent_section;
    default: return tile_datums * 2;
  }
}

uint32_t data_format_code(tile_format format) {
  switch (format) {
    case tile_format::fp32: return 0;
    case tile_format::fp16: return 1;
    case tile_format::bf16: return 5;
    case tile_format::bfp8: return 6;
  }
  return 0;
}

void encode_tile(const float* values, tile_format format, uint8_t* bytes) {
  for (uint32_t r = 0; r < tile_dim; ++r)
    for (uint32_t c = 0; c < tile_dim; c += face_dim) encode_row(values + r * tile_dim + c, format, datum_index(r, c), bytes);
}

void decode_tile(const uint8_t* bytes, tile_format format, float* values) {
  for (uint32_t r = 0; r < tile_dim; ++r) decode_tile_row(bytes, format, r, values + r * tile_dim);
}

void decode_tile_row(const uint8_t* bytes, tile_format format, uint32_t row, float* values) {
  for (uint32_t c = 0; c < tile_dim; c += face_dim) decode_row(bytes, format, datum_index(row, c), values + c);
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
  encode_tile(values, format, bytes);
}

void decode_tile(const uint8_t* bytes, tile_format format, uint32_t tile_row, uint32_t tile_col, tensor& t) {
  const uint32_t row = tile_row * tile_dim, col = tile_col * tile_dim;
  float values[tile_dim];
  for (uint32_t r = 0; r < tile_dim && row + r < t.rows && col < t.cols; ++r) {
    decode_tile_row(bytes, format, r, values);
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
