// SPDX-License-Identifier: Apache-2.0
// e^x, and what is made of it: sigmoid and gelu. Narrow: x / ln 2 + 383 lies between 256 and 512 for results that are
// neither 0 nor infinite: its last bits are the result's exponent, with FP32's bias of 127, and 15 bits of fraction g.
// 2^g is a polynomial. What the rounding to 15 bits has lost (2^-16.5 of the result) stays lost. Wide: k = x / ln 2,
// rounded, is added to the exponent of e^r, a polynomial; r = x - k * ln 2, exact but for its own rounding, since ln 2 is
// taken in two parts and the product with the first is exact.
#pragma once
#include "workload/vector/reciprocal.h"

namespace tensix::vector {

namespace exponential {
inline constexpr uint32_t lowest = c11, log2_e = c13, bias = c14;
inline constexpr uint32_t bits_log2_e = 0x3fb8aa3b, bits_bias = 0x43bf8000;
inline constexpr uint32_t to_integer = 0x4b400000;                  // 3 * 2^22: what is added to it is rounded to an integer
inline constexpr uint32_t ln2 = 0x3f316000, ln2_rest = 0x3990bfbf;  // ln 2: an FP16 number, and the rest of it
// Narrow: the number from which on the exponent is that of 0, and that of infinity. Wide: x for which results are less than
// FP32's normal numbers, -88, and from which on they are infinite, 88.7228.
inline constexpr uint32_t bits_256 = 0x43800000, bits_511 = 0x43ff8000, bits_lowest = 0xc2b00000, bits_highest = 0x42b17212;

// Of (g * 2^23)^(i + 1).
constexpr uint32_t narrow_coefficient(uint32_t i) {
  return scaled(coefficient::exp2_narrow[i], -23 * (static_cast<int32_t>(i) + 1));
}
constexpr void constants(program& p, width w, uint32_t bits_factor = bits_log2_e) {
  p.constants.special_constant(lowest, w == width::narrow ? bits_256 : bits_lowest);
  p.constants.special_constant(log2_e, bits_factor).special_constant(bias, w == width::narrow ? bits_bias : to_integer);
  if (w == width::wide) {
    p.constants.special_constant(c12, bits_highest);
    for (uint32_t i = 0; i < 2; ++i) p.tile.constant(l6 + i, coefficient::exp_wide[i + 3]);
  } else {
    for (uint32_t i = 0; i < 3; ++i) p.tile.constant(l5 + i, narrow_coefficient(i));
  }
}

// l1 = e^l0, or e^-l0. Uses l0 to l3, and `last`, where the last coefficient is, or l3 (it is loaded). (The clamps come behind a multiply-add: its NaNs have no sign, and so are the largest.)
constexpr void narrow(sequence& s, bool negated, uint32_t last) {
  s.mad(l0, l0, log2_e, bias, negated ? negate_a : 0).min_max(lowest, l0);
  s.shift(l1, l0, 8).fraction(l2, l1).to_float(l2, l2);  // g * 2^23, which the coefficients undo
  if (last == l3) s.constant(l3, narrow_coefficient(3));
  s.mad(l3, last, l2, l7).mad(l3, l3, l2, l6).mad(l3, l3, l2, l5).mad(l3, l3, l2, one);
  s.constant(l2, bits_511).keep_exponent(l1, l3).greater(l0, l2, to_flags);
  s.constant(l2, positive_infinity).mul(l1, l0, l2).everywhere();  // infinity, or no number
}
// The same for FP32, in parts; l0 is the result of a multiply-add. First: l0 not less than the lowest, l1: k in the last
// bits, l4: k.
constexpr void wide_multiple(sequence& s) { s.min_max(lowest, l0).mad(l1, l0, log2_e, bias).minus(l4, l1, bias); }
// Second: d -= k * ln 2. Uses l3, l4, d.
constexpr void wide_less_multiple(sequence& s, uint32_t d, uint32_t x) {
  s.constant(l3, ln2).mad(d, l4, l3, x, negate_a).constant(l3, ln2_rest).mad(d, l4, l3, d, negate_a);
}
// Third: l1 = 2^k * e^l2. Uses l0 to l4.
constexpr void wide_power(sequence& s) {
  constexpr auto& c = coefficient::exp_wide;
  s.shift(l1, l1, 23);
  horner(s, l3, l2, {{0, one}, {0, one}, {c[2]}, {0, l6}, {0, l7}, {c[5]}, {c[6]}}, l4);
  s.add_integer(l1, l3).greater(l0, c12, to_flags);
  s.constant(l2, positive_infinity).mul(l1, l0, l2).everywhere();
}
constexpr void wide(sequence& s) {
  wide_multiple(s);
  wide_less_multiple(s, l2, l0);
  wide_power(s);
}
}  // namespace exponential

constexpr program exponential_function(width w) {
  program p;
  exponential::constants(p, w);
  p.step.load(l0);
  if (w == width::narrow) p.tile.constant(l4, exponential::narrow_coefficient(3)), exponential::narrow(p.step, false, l4);
  else exponential::wide(p.step.mul(l0, l0, one));
  finish(p.step, l1, w);
  return p;
}

// e^(x * number), with the constants of e^x.
constexpr program scaled_exponential(width w) {
  program p;
  exponential::constants(p, w);
  const uint32_t number = w == width::narrow ? l4 : l5;
  p.takes(number).step.load(l0).mul(l0, l0, number);
  if (w == width::narrow) exponential::narrow(p.step, false, l3);
  else exponential::wide(p.step);
  finish(p.step, l1, w);
  return p;
}

// 1 / (1 + e^-x).
constexpr program sigmoid(width w) {
  program p;
  exponential::constants(p, w);
  sequence& s = p.step;
  s.load(l0);
  if (w == width::narrow) p.tile.constant(l4, exponential::narrow_coefficient(3)), exponential::narrow(s, true, l4);
  else exponential::wide(s.mad(l0, l0, one, zero, negate_a));
  s.plus(l2, l1, one).constant(l0, bits_two);
  if (w == width::wide) s.constant(l4, positive_infinity);
  reciprocal_of(s, l2, l1, l3, w == width::wide ? l4 : l0, l0, w);
  finish_or(s, l1, l2, w);
  return p;
}

// l1 = e^(-x^2 / 2) for FP32: x^2 rounded would be off by 2^-18 of the result where it is 2^6. So t = |x| is h, its 12 upper
// bits, whose square is exact, and e less: t^2 / 2 = h^2 / 2 - (h - t) * (h + t) / 2. Uses l0 to l5.
inline constexpr uint32_t normal_end = 0x41544000;  // 13.27: e^(-t^2 / 2) is less than FP32's normal numbers
constexpr void wide_normal(sequence& s) {
  s.load(l0).mul(l0, l0, l0).mul_constant(l0, 0xbf000000);
  exponential::wide_multiple(s);
  s.load(l2).absolute(l2, l2).constant(l3, normal_end).min_max(l2, l3).shift(l3, l2, -12).shift(l3, l3, 12);
  s.mul(l5, l3, l3).minus(l2, l3, l2).plus(l3, l3, l3).mul_constant(l5, 0xbf000000);
  s.minus(l3, l3, l2).mul(l2, l2, l3).mul_constant(l2, 0x3f000000);
  exponential::wide_less_multiple(s, l5, l5);
  s.plus(l2, l5, l2);
  exponential::wide_power(s);
}

// x * P(normal < x); P(normal > t) is e^(-t^2 / 2) times a quotient of polynomials of t = |x|.
constexpr program gelu(width w) {
  using namespace coefficient;
  const bool wide = w == width::wide;
  program p;
  exponential::constants(p, w, wide ? exponential::bits_log2_e : scaled(exponential::bits_log2_e, -1));
  sequence& s = p.step;
  if (wide) wide_normal(s);
  else exponential::narrow(s.load(l0).mul(l0, l0, l0), true, l3);
  s.load(l0).absolute(l2, l0).constant(l3, normal_end).min_max(l2, l3);
  if (wide) {
    constexpr auto& b = normal_tail_wide_bottom;
    horner(s, l3, l2, {{0, one}, {b[1]}, {b[2]}, {b[3]}, {b[4]}, {b[5]}}, l4);
  } else {
    constexpr auto& b = normal_tail_narrow_bottom;
    horner(s, l3, l2, {{0, one}, {b[1]}, {b[2]}, {b[3]}}, l4);
  }
  s.approximate_reciprocal(l4, l3).mad(l0, l3, l4, one, negate_a).mad(l4, l4, l0, l4);
  if (wide) s.mad(l0, l3, l4, one, negate_a).mad(l4, l4, l0, l4);
  if (wide) {
    constexpr auto& t = normal_tail_wide_top;
    horner(s, l3, l2, {{t[0]}, {t[1]}, {t[2]}, {t[3]}, {t[4]}}, l0);
  } else {
    constexpr auto& t = normal_tail_narrow_top;
    horner(s, l3, l2, {{t[0]}, {t[1]}, {t[2]}}, l0);
  }
  // Less than 0: -(t * quotient) * exponential, else x * (1 - quotient * exponential): nothing on the way is too small.
  s.mul(l3, l3, l4).load(l0).mul(l2, l2, l3).mul(l3, l1, l3).mad(l2, l2, l1, zero, negate_a);
  s.where(l0, if_not_negative).minus(l3, one, l3).mul(l2, l0, l3).everywhere();
  finish(s, l2, w);
  return p;
}

}  // namespace tensix::vector
