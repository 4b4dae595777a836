// SPDX-License-Identifier: Apache-2.0
// Stochastic rounding, as the documentation spells it out for the vector unit: the dropped bits, aligned to 23, against 23
// random ones, up where they are at least as large. With equality counting, magnitudes go up slightly too often, and now and
// then where nothing is dropped: what the documentation says of the packers too.
#include "models/formats/pack_formats.h"
#include "models/registers/dst_register.h"

namespace tensix {
namespace {

// What to add before cutting `bits` bits off (1..31): they carry from the least value on that counts as large enough.
constexpr uint32_t addend(uint32_t random, unsigned bits) {
  const uint32_t r = random & ((1u << stochastic_bits) - 1);
  if (bits >= stochastic_bits) return (1u << bits) - (r << (bits - stochastic_bits));
  const unsigned aligned = stochastic_bits - bits;
  return (1u << bits) - ((r + (1u << aligned) - 1) >> aligned);
}

// FP32 (or BF16 in its place) to a mantissa `bits` bits shorter. As the rounding to nearest: NaN to infinity, denormals
// flushed.
constexpr uint32_t round_float(uint32_t x, unsigned bits, uint32_t random) {
  if ((x & 0x7f800000) == 0x7f800000) return (x & 0x80000000) | 0x7f800000;
  if ((x & 0x7fffffff) == 0) return 0;
  x = (x + addend(random, bits)) & ~((1u << bits) - 1);
  return (x & 0x7fffffff) < 0x800000 ? 0 : x;
}

constexpr uint32_t round_e5m6(uint32_t x, uint32_t random) {
  if ((x & 0x7c00) == 0) return 0;
  if ((x & 0x7fff) >= 0x7ff0) return x & 0xfff0;
  return (x + addend(random, 4)) & 0xfff0;
}

constexpr uint32_t round_shift(uint32_t x, unsigned shift, uint32_t random, bool to_unsigned) {
  const uint64_t magnitude = x & 0x7fffffff;
  const uint64_t m = magnitude == 0 || shift == 0 ? magnitude : (magnitude + addend(random, shift)) >> shift;
  if (to_unsigned) return x >> 31 ? 0 : m > 255 ? 255 : static_cast<uint32_t>(m);
  return (x >> 24 & 0x80) | static_cast<uint32_t>(m > 127 ? 127 : m);
}

}  // namespace

bool drops_bits(early_conversion c) {
  using e = early_conversion;
  switch (c) {
    case e::round_to_tf32:
    case e::round_to_bf16:
    case e::round_to_e8m6:
    case e::shift_to_int8:
    case e::shift_to_uint8:
    case e::bf16_to_e8m6:
    case e::fp16_to_e5m6: return true;
    default: return false;
  }
}

void early_row_32_stochastic(early_conversion c, const uint16_t* high, const uint16_t* low, void* out, unsigned shift,
                             const uint32_t* random) {
  using e = early_conversion;
  uint32_t* wide = static_cast<uint32_t*>(out);
  uint16_t* half = static_cast<uint16_t*>(out);
  for (unsigned i = 0; i < row_datums; ++i) {
    const uint32_t x = uint32_t{dst_decode_bf16(high[i])} << 16 | low[i];
    switch (c) {
      case e::round_to_tf32: wide[i] = round_float(x, 13, random[i]); break;
      case e::round_to_bf16: half[i] = static_cast<uint16_t>(round_float(x, 16, random[i]) >> 16); break;
      case e::round_to_e8m6: half[i] = static_cast<uint16_t>(round_float(x, 17, random[i]) >> 16); break;
      case e::shift_to_int8: half[i] = static_cast<uint16_t>(round_shift(x, shift, random[i], false)); break;
      case e::shift_to_uint8: half[i] = static_cast<uint16_t>(round_shift(x, shift, random[i], true)); break;
      default: return early_row_32(c, high, low, out, shift);
    }
  }
}

void early_row_16_stochastic(early_conversion c, const uint16_t* bits, void* out, const uint32_t* random) {
  using e = early_conversion;
  if (c != e::bf16_to_e8m6 && c != e::fp16_to_e5m6) return early_row_16(c, bits, out);
  uint16_t* half = static_cast<uint16_t*>(out);
  for (unsigned i = 0; i < row_datums; ++i) {
    if (c == e::fp16_to_e5m6) {
      half[i] = static_cast<uint16_t>(round_e5m6(dst_decode_fp16(bits[i]), random[i]));
    } else {  // the flush comes before the rounding
      const uint32_t x = dst_decode_bf16(bits[i]);
      half[i] = static_cast<uint16_t>((x & 0x7f80) == 0 ? 0 : round_float(x << 16, 17, random[i]) >> 16);
    }
  }
}

}  // namespace tensix
