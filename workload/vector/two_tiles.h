// SPDX-License-Identifier: Apache-2.0
// x^y, x * log(y), the remainder of x / y, whether x equals y: of two tiles.
#pragma once
#include "workload/vector/exponential.h"
#include "workload/vector/logarithm.h"

namespace tensix::vector {

// e^(y log |x|), negative for a negative x and an odd y; for one and a y that is no integer no number. As C's pow, but for y infinite
// and x = 1, and for -0, which counts as negative.
constexpr program power_of_tiles(width w) {
  constexpr uint32_t less_root_of_half = 0u - 0x3f3504f3u, minus_infinity = 0xff800000, largest = 0x7f7fffff;
  constexpr uint32_t to_integer = 0x4b400000;  // 3 * 2^22: what is added to it is rounded to an integer, the last bit says odd
  constexpr auto& c = coefficient::log_wide;
  program p;
  exponential::constants(p, w);
  sequence& s = p.step;
  // l3 = log |x|, as in logarithm()
  s.load(l0).absolute(l0, l0).constant(l2, less_root_of_half).move(l1, l0).add_integer(l1, l2).shift(l1, l1, -23, true);
  s.shift(l2, l1, 23).reverse_subtract_integer(l2, l0).minus(l2, l2, one).to_magnitude(l1, l1).to_float(l1, l1);
  horner(s, l3, l2, {{0, one}, {c[1]}, {c[2]}, {c[3]}, {c[4]}, {c[5]}, {c[6]}, {c[7]}, {c[8]}, {c[9]}}, l4);
  s.mul(l3, l3, l2).constant(l2, ln_2).mad(l3, l1, l2, l3).mul(l0, l0, one);
  s.where(l0, if_zero).constant(l3, minus_infinity).everywhere();
  s.constant(l2, largest).greater(l0, l2, to_flags).move(l3, l0).everywhere();
  // l1 = e^(y * l3)
  s.load(l0, second_tile).mul(l0, l0, l3);
  if (w == width::narrow) exponential::narrow(s, false, l3);
  else exponential::wide(s);
  s.load(l0, second_tile).constant(l4, to_integer).plus(l2, l0, l4).minus(l3, l2, l4).minus(l3, l3, l0);
  s.mul(l0, l0, one).where(l0, if_zero).move(l1, one).everywhere();
  round(s, l1, w);
  s.load(l0).shift(l2, l2, 31).where(l0, if_negative).bit_or(l1, l2).where(l3, if_not_zero).constant(l1, not_a_number);
  s.everywhere().store(l1);
  return p;
}

// y, and x in the second tile: log(y) as logarithm() has it, before it is rounded.
constexpr program times_logarithm(width w) {
  program p = logarithm(w);
  sequence& s = p.step;
  s.size -= w == width::narrow ? 3 : 2;  // finish_or(s, l3, l1, w)
  s.bit_or(l3, l1).load(l0, second_tile).mul(l3, l3, l0);
  finish(s, l3, w);
  return p;
}

// x - q * y for the quotient q, cut to an integer, with the sign of x: exact as long as q and y have 27 bits together. No number for
// y = 0 and an infinite x; x for an infinite y.
constexpr program remainder_of_tiles(width w) {
  constexpr uint32_t largest = 0x7f7fffff, to_integer = 0x4b000000;  // 2^23
  program p;
  p.constants.special_constant(c11, positive_infinity).special_constant(c13, bits_two);
  sequence& s = p.step;
  s.load(l1, second_tile).absolute(l1, l1).move(l5, l1);
  reciprocal_of(s, l5, l6, l2, c11, c13, width::wide);
  s.load(l0).absolute(l0, l0).constant(l3, largest).min_max(l1, l3).constant(l3, to_integer);
  s.mul(l2, l0, l6).plus(l6, l2, l3).minus(l6, l6, l3).mad(l2, l6, l1, l0, negate_a);
  s.where(l2, if_negative).plus(l2, l2, l1).everywhere();
  s.not_greater(l1, l2, to_flags).minus(l2, l2, l1).everywhere();
  s.load(l0).keep_sign(l0, l2);
  finish_or(s, l0, l5, w);
  return p;
}

// 1 or 0, as IEEE 754 has it: -0 equals 0, a NaN nothing; denormal numbers count as 0.
constexpr program equal() {
  program p;
  p.tile.constant(l4, positive_infinity);
  sequence& s = p.step;
  s.load(l0).load(l1, second_tile).mul(l0, l0, one).mul(l1, l1, one).constant(l2, 0).bit_xor(l1, l0);
  s.where(l1, if_zero).not_greater(l0, l4, to_flags).move(l2, one).everywhere().store(l2);
  return p;
}

}  // namespace tensix::vector
