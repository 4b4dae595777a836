// SPDX-License-Identifier: Apache-2.0
// e^x and 2^x with their coefficients in the sequence, so that LReg 4 to 7 are free: parts of functions that do something else, too.
// The same words for a Dst of 16 and of 32 bits.
#pragma once
#include "workload/vector/exponential.h"
#include "workload/vector/piecewise.h"

namespace tensix::vector {

inline constexpr uint32_t bits_one = 0x3f800000;

// y = 1 / x of a number that is not too large; uses t.
constexpr void reciprocal_of_number(sequence& s, uint32_t y, uint32_t x, uint32_t t, width w) {
  s.approximate_reciprocal(y, x).mad(t, x, y, one, negate_a).mad(y, y, t, y);
  if (w == width::wide) s.mad(t, x, y, one, negate_a).mad(y, y, t, y);
}

namespace exponential {
constexpr void compact_constants(program& p, uint32_t bits_low = bits_lowest) {
  p.constants.special_constant(c11, bits_low).special_constant(c13, bits_log2_e).special_constant(c14, to_integer);
}
// l0, not less than the lowest, becomes r; l1: k in the last bits. Uses l2, l3.
constexpr void reduce(sequence& s) {
  s.min_max(c11, l0).mad(l1, l0, c13, c14).minus(l2, l1, c14);
  s.constant(l3, ln2).mad(l0, l2, l3, l0, negate_a).constant(l3, ln2_rest).mad(l0, l2, l3, l0, negate_a);
}
// l1 = 2^(last bits of l1) * e^l0. Uses l2, l3.
constexpr void compact_power(sequence& s) {
  constexpr auto& c = coefficient::exp_wide;
  horner(s, l3, l0, {{0, one}, {0, one}, {c[2]}, {c[3]}, {c[4]}, {c[5]}, {c[6]}}, l2);
  s.shift(l1, l1, 23).add_integer(l1, l3);
}
// l1 = e^l0, of numbers below 88.7; l0 is the result of a multiply-add, or no NaN with a sign. Uses l0, l2, l3.
constexpr void compact(sequence& s) {
  reduce(s);
  compact_power(s);
}

// For 2^x: 0 below the lowest.
inline constexpr uint32_t bits_lowest_power = 0xc2fde000, bits_below_128 = 0x42ffffff;
constexpr void power_of_two_constants(program& p) {
  p.constants.special_constant(c11, bits_lowest_power).special_constant(c13, ln_2).special_constant(c14, to_integer);
}
// l1 = 2^l4; l4 is the result of a multiply-add. Uses l0, l2, l3.
constexpr void power_of_two(sequence& s) {
  s.min_max(c11, l4).plus(l1, l4, c14).minus(l2, l1, c14).minus(l0, l4, l2).mul(l0, l0, c13);
  compact_power(s);
  s.constant(l2, bits_below_128).greater(l4, l2, to_flags).constant(l2, positive_infinity).mul(l1, l4, l2).everywhere();
}
}  // namespace exponential

constexpr program power_of_two(width w) {
  program p;
  exponential::power_of_two_constants(p);
  p.step.load(l4);
  exponential::power_of_two(plain(p.step, l4, l4));
  finish(p.step, l1, w);
  return p;
}

// x / (1 + e^-x): below 0 x * u^2 / (1 + u^2) with u = e^(x / 2), so that nothing on the way is too small.
constexpr program silu(width w) {
  program p;
  exponential::compact_constants(p);
  sequence& s = p.step;
  s.load(l0);
  plain(s, l0, l0).constant(l3, 0xc4800000).min_max(l3, l0).move(l4, l0);  // not less than -1024
  s.absolute(l0, l0).mul_constant(l0, 0xbf000000);
  exponential::compact(s);
  s.mad(l2, l1, l1, one);
  reciprocal_of_number(s, l3, l2, l0, w);
  s.where(l4, if_negative).mul(l4, l4, l1).mul(l4, l4, l1).everywhere().mul(l4, l4, l3);
  finish(s, l4, w);
  return p;
}

// l1 = log(1 + e^l4), l4 + log(1 + e^-l4): the larger of l4 and 0, and log(1 + e^-|l4|). Uses l0, l2, l3.
constexpr void soft_plus_of(sequence& s, width w) {
  s.absolute(l0, l4).mad(l0, l0, one, zero, negate_a);
  exponential::compact(s);
  if (w == width::wide) {
    constexpr auto& c = coefficient::log1p_unit_wide;
    horner(s, l3, l1, {{c[0]}, {c[1]}, {c[2]}, {c[3]}, {c[4]}, {c[5]}, {c[6]}, {c[7]}, {c[8]}, {c[9]}}, l2);
  } else {
    constexpr auto& c = coefficient::log1p_unit_narrow;
    horner(s, l3, l1, {{c[0]}, {c[1]}, {c[2]}, {c[3]}, {c[4]}, {c[5]}}, l2);
  }
  s.min_max(zero, l4).mad(l1, l1, l3, l4);
}
// log(1 + e^(x * a)) * b where x * a is less than c, else x.
constexpr program soft_plus(width w) {
  program p;
  exponential::compact_constants(p);
  p.takes(l5).takes(l6).takes(l7);
  sequence& s = p.step;
  s.load(l0).mul(l4, l0, l5);
  soft_plus_of(s, w);
  s.mul(l1, l1, l6).load(l0).mul(l2, l0, l5).greater(l7, l2, to_flags).move(l0, l1).everywhere();
  finish(s, l0, w);
  return p;
}
// log(1 / (1 + e^-x)).
constexpr program log_sigmoid(width w) {
  program p;
  exponential::compact_constants(p);
  sequence& s = p.step;
  s.load(l0).mad(l4, l0, one, zero, negate_a);
  soft_plus_of(s, w);
  s.mad(l1, l1, one, zero, negate_a);
  finish(s, l1, w);
  return p;
}

}  // namespace tensix::vector
