// SPDX-License-Identifier: Apache-2.0
// tan, atan, asin, acos.
#pragma once
#include "workload/vector/inverse_hyperbolic.h"
#include "workload/vector/trigonometry.h"

namespace tensix::vector {

inline constexpr uint32_t bits_half_pi = 0x3fc90fdb, bits_pi = 0x40490fdb;

// k = x / (pi / 2), rounded, r = x - k * pi / 2 in three parts; the tangent of r, or for odd k -1 / it.
constexpr program tangent(width w) {
  using namespace coefficient;
  constexpr uint32_t two_over_pi = 0x3f22f983;
  program p;
  p.constants.special_constant(c11, two_over_pi).special_constant(c13, trigonometry::to_integer);
  p.constants.special_constant(c14, scaled(pi_parts[2], -1));
  sequence& s = p.step;
  s.load(l0).mad(l1, l0, c11, c13).minus(l2, l1, c13);
  s.constant(l3, scaled(pi_parts[0], -1)).mad(l0, l2, l3, l0, negate_a);
  s.constant(l3, scaled(pi_parts[1], -1)).mad(l0, l2, l3, l0, negate_a).mad(l0, l2, c14, l0, negate_a);
  s.shift(l1, l1, 31).mul(l3, l0, l0);
  if (w == width::wide) {
    constexpr auto& c = tan_wide;
    horner(s, l4, l3, {{0, one}, {c[1]}, {c[2]}, {c[3]}, {c[4]}, {c[5]}, {c[6]}}, l5);
  } else {
    constexpr auto& c = tan_narrow;
    horner(s, l4, l3, {{0, one}, {c[1]}, {c[2]}, {c[3]}, {c[4]}}, l5);
  }
  s.mul(l0, l0, l4);
  reciprocal_of_number(s, l2, l0, l3, w);
  s.where(l1, if_negative).mad(l0, l2, one, zero, negate_a).everywhere();
  s.load(l2).absolute(l2, l2).constant(l3, trigonometry::largest).greater(l2, l3, to_mask);
  finish_or(s, l0, l2, w);
  return p;
}

// Of 1 / |x| where |x| is more than 1, and then taken from pi / 2.
constexpr program inverse_tangent(width w) {
  program p;
  p.constants.special_constant(c11, positive_infinity).special_constant(c13, bits_half_pi);
  sequence& s = p.step;
  s.load(l0).absolute(l0, l0).constant(l1, 0x5d800000).min_max(l0, l1);  // 2^60
  reciprocal_of_number(s, l1, l0, l2, w);
  s.move(l4, l0).greater(l0, one, to_flags).move(l4, l1).everywhere().mul(l1, l4, l4);
  if (w == width::wide) {
    constexpr auto& c = coefficient::atan_wide;
    horner(s, l2, l1, {{0, one}, {c[1]}, {c[2]}, {c[3]}, {c[4]}, {c[5]}, {c[6]}, {c[7]}, {c[8]}, {c[9]}}, l3);
  } else {
    constexpr auto& c = coefficient::atan_narrow;
    horner(s, l2, l1, {{0, one}, {c[1]}, {c[2]}, {c[3]}, {c[4]}, {c[5]}}, l3);
  }
  s.mul(l4, l4, l2).greater(l0, one, to_flags).minus(l4, c13, l4).everywhere();
  s.load(l0).absolute(l2, l0).greater(l2, c11, to_mask).keep_sign(l0, l4);
  finish_or(s, l0, l2, w);
  return p;
}

// |x| up to 1/2: a polynomial. Beyond: asin = pi / 2 - 2 asin(sqrt((1 - |x|) / 2)).
constexpr program inverse_sine(bool cosine, width w) {
  constexpr uint32_t half = 0x3f000000;
  program p;
  p.constants.special_constant(c11, half).special_constant(c13, bits_half_pi).special_constant(c14, bits_pi);
  sequence& s = p.step;
  s.load(l0).absolute(l0, l0).minus(l1, one, l0).mul(l1, l1, c11);
  reciprocal_root(s, l2, l1, l3, l4, l5, w);
  s.mul(l2, l2, l1).mul(l3, l0, l0);                                        // roots and their squares
  s.not_greater(l0, c11, to_flags).move(l1, l3).move(l2, l0).everywhere();  // or x and its square
  if (w == width::wide) {
    constexpr auto& c = coefficient::asin_wide;
    horner(s, l3, l1, {{0, one}, {c[1]}, {c[2]}, {c[3]}, {c[4]}, {c[5]}}, l4);
  } else {
    constexpr auto& c = coefficient::asin_narrow;
    horner(s, l3, l1, {{0, one}, {c[1]}, {c[2]}, {c[3]}}, l4);
  }
  s.mul(l2, l2, l3).load(l1);
  if (cosine) {  // 2 a, pi - 2 a, or pi / 2 -+ a
    s.greater(l0, c11, to_flags).plus(l2, l2, l2).everywhere().move(l4, c13).greater(l0, c11, to_flags).constant(l4, 0);
    s.everywhere().move(l3, l1).bit_xor(l3, l2).greater(l0, c11, to_flags).bit_not(l3, l3).everywhere();
    s.where(l1, if_negative).greater(l0, c11, to_flags).move(l4, c14).everywhere();
    s.keep_sign(l3, l2).minus(l2, l4, l3);
  } else {
    s.greater(l0, c11, to_flags).plus(l2, l2, l2).minus(l2, c13, l2).everywhere().keep_sign(l1, l2).move(l2, l1);
  }
  s.greater(l0, one, to_mask);
  finish_or(s, l2, l0, w);
  return p;
}

}  // namespace tensix::vector
