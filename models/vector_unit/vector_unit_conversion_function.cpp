// SPDX-License-Identifier: Apache-2.0
// Casts and roundings: SFPCAST, SFPSTOCHRND.
#include "models/vector_unit/vector_unit_function.h"

namespace tensix {

using namespace sfpu;

namespace {

constexpr uint32_t random_bits = 0x7fffff;

// A sign-magnitude integer as FP32 without its rounding, and the bits that decide about it (eight, then a ninth: the last
// kept).
struct unrounded {
  uint32_t value, normal;
};
constexpr unrounded to_float(uint32_t x) {
  const uint32_t magnitude = x & ~sign_bit;
  if (magnitude == 0) return {x, 0};
  const auto zeros = static_cast<uint32_t>(__builtin_clz(magnitude));
  const uint32_t normal = magnitude << zeros;
  return {(x & sign_bit) + ((157 - zeros) << 23) + (normal >> 8), normal};
}

// FP32 with fewer mantissa bits. `threshold`: what is dropped rounds up from there on (23 bits).
constexpr uint32_t shorten(uint32_t x, unsigned dropped, uint32_t threshold) {
  const uint32_t exponent = x & 0x7f800000, rest = x & ((1u << dropped) - 1);
  if (exponent == 0) return 0;
  if (exponent == 0x7f800000) return x & 0xff800000;
  return x - rest + (rest >= threshold >> (23 - dropped) ? 1u << dropped : 0);
}

// FP32 to a sign-magnitude integer of at most `largest`.
constexpr uint32_t to_integer(uint32_t x, bool keep_sign, uint32_t largest, uint32_t threshold) {
  const uint32_t sign = keep_sign ? x & sign_bit : 0;
  const int exponent = static_cast<int>(x >> 23 & 0xff) - 127;
  if (exponent < -1) return 0;
  if (exponent >= 16) return sign | largest;
  const uint64_t mantissa = 0x800000 | (x & 0x7fffff), scaled = exponent < 0 ? mantissa >> 1 : mantissa << exponent;
  const auto magnitude = static_cast<uint32_t>((scaled >> 23) + ((scaled & 0x7fffff) >= threshold ? 1 : 0));
  return magnitude == 0 ? 0 : sign | (magnitude < largest ? magnitude : largest);
}

// A sign-magnitude integer shifted right by `by`, at most `largest`.
constexpr uint32_t descale(uint32_t x, bool keep_sign, uint32_t largest, unsigned by, uint32_t threshold) {
  const uint64_t scaled = uint64_t{x & ~sign_bit} << 23 >> by;
  const auto magnitude = static_cast<uint32_t>((scaled >> 23) + ((scaled & 0x7fffff) >= threshold ? 1 : 0));
  if (magnitude == 0) return 0;
  return (keep_sign ? x & sign_bit : 0) | (magnitude < largest ? magnitude : largest);
}

}  // namespace

// Modes beyond 3 do on silicon what their lower bits say.
void vector_unit_function::cast(const operation& o) {
  switch (o.mode & 3) {
    case 2: lanewise(o, [](uint32_t, uint32_t c) { return c & sign_bit ? 0u - c : c; }); return;
    case 3: lanewise(o, [](uint32_t, uint32_t c) { return c & sign_bit ? sign_bit | (0u - c) : c; }); return;
    case 0:
      lanewise(o, [](uint32_t, uint32_t c) {
        const unrounded u = to_float(c);
        return u.value + ((u.normal & 0x80) && (u.normal & 0x17f) ? 1 : 0);
      });
      return;
    default: break;
  }
  uint32_t result[lanes];
  for (unsigned i = 0; i < lanes; ++i) {
    const unrounded u = to_float(o.lreg[o.vc][i]);
    const uint32_t random = o.enabled >> i & 1 ? next_random(i) : 0;
    result[i] = u.value + ((u.normal & 0xfe) > (random >> 9 & 0xfe) ? 1 : 0);
  }
  write_lanes(o.vd, o.enabled, result);
}

// Every lane takes a random number, whether it needs one or not. "Up from the threshold on, equality included" is the
// documented behaviour of silicon.
void vector_unit_function::round(const operation& o) {
  constexpr uint32_t to_nearest = 0, stochastic = 1, to_zero = 2, shift_by_immediate = 8;
  const uint32_t rounding = insn::SFP_STOCH_RND::rnd_mode(o.word), by_imm = insn::SFP_STOCH_RND::imm8_math(o.word);
  const uint32_t kind = o.mode & 7;
  if (rounding > to_zero) {
    undefined(o, "rounding mode 3 does not exist (0 nearest, 1 stochastic, 2 to zero do)");
    return;
  }
  uint32_t threshold[lanes], result[lanes];
  for (unsigned i = 0; i < lanes; ++i) threshold[i] = o.enabled >> i & 1 ? next_random(i) & random_bits : 0;
  if (rounding != stochastic)
    for (unsigned i = 0; i < lanes; ++i) threshold[i] = rounding == to_nearest ? 0x400000 : random_bits;
  const uint32_t *b = o.lreg[o.vb], *c = o.lreg[o.vc];
  switch (kind) {
    case 0:
    case 1:
      for (unsigned i = 0; i < lanes; ++i) result[i] = shorten(c[i], kind == 0 ? 13 : 16, threshold[i]);
      break;
    case 4:
    case 5:
      for (unsigned i = 0; i < lanes; ++i)
        result[i] =
            descale(c[i], kind == 5, kind == 5 ? 127 : 255, o.mode & shift_by_immediate ? by_imm : b[i] & 31, threshold[i]);
      break;
    default: {
      const uint32_t largest = kind == 2 ? 255 : kind == 3 ? 127 : kind == 6 ? 65535 : 32767;
      for (unsigned i = 0; i < lanes; ++i) result[i] = to_integer(c[i], kind & 1, largest, threshold[i]);
    }
  }
  write_lanes(o.vd, o.enabled, result);
}

}  // namespace tensix
