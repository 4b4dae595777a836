// SPDX-License-Identifier: Apache-2.0
// log(x) with its coefficients in the sequence, so that LReg 4 to 7 are free: parts of functions that do something else, too.
#pragma once
#include "workload/vector/compact_exponential.h"

namespace tensix::vector {

namespace log_part {
inline constexpr uint32_t less_root_of_half = 0u - 0x3f3504f3u, minus_infinity = 0xff800000, largest_finite = 0x7f7fffff;

constexpr void constants(program& p) { p.constants.special_constant(c11, less_root_of_half).special_constant(c13, ln_2); }
// l0, a positive number: l1 = e, an integer; l2 = l0 / 2^e, between the roots of 1/2 and 2. `less_root` holds that constant.
constexpr void split(sequence& s, uint32_t less_root = c11) {
  s.move(l1, l0).add_integer(l1, less_root).shift(l1, l1, -23, true).shift(l2, l1, 23).reverse_subtract_integer(l2, l0);
}
constexpr void to_fp32(sequence& s, uint32_t d) { s.to_magnitude(d, d).to_float(d, d); }
// l3 = log(1 + l2). Uses l0.
constexpr void of_fraction(sequence& s, width w) {
  if (w == width::wide) {
    constexpr auto& c = coefficient::log_wide;
    horner(s, l3, l2, {{0, one}, {c[1]}, {c[2]}, {c[3]}, {c[4]}, {c[5]}, {c[6]}, {c[7]}, {c[8]}, {c[9]}}, l0);
  } else {
    constexpr auto& c = coefficient::log_narrow;
    horner(s, l3, l2, {{0, one}, {c[1]}, {c[2]}, {c[3]}, {c[4]}, {c[5]}, {c[6]}}, l0);
  }
  s.mul(l3, l3, l2);
}
// l3 = log(l0).
constexpr void of(sequence& s, width w) {
  split(s);
  s.minus(l2, l2, one);
  to_fp32(s, l1);
  of_fraction(s, w);
  s.mad(l3, l1, c13, l3);
}
// l3 = log(l4 + l5), l5 small beside l4: it goes to the fraction, times 2^-e. Uses l0 to l2, l5.
constexpr void of_sum(sequence& s, width w) {
  s.move(l0, l4);
  split(s);
  s.minus(l2, l2, one).shift(l3, l1, 23).reverse_subtract_integer(l3, one).min_max(zero, l3).mad(l2, l5, l3, l2);
  to_fp32(s, l1);
  of_fraction(s, w);
  s.mad(l3, l1, c13, l3);
}
// l4 + l5 = 1 + l0.
constexpr void one_more(sequence& s) { s.plus(l4, l0, one).minus(l5, l4, one).minus(l5, l0, l5); }
// l3 = log(x) of x = l0 that is no positive number: -infinity of zeros, infinity, NaN. l1: x's sign, as a mask. Uses l2.
constexpr void special(sequence& s, uint32_t x) {
  plain(s, l1, x).constant(l2, largest_finite).greater(l1, l2, to_flags).move(l3, l1).everywhere();
  s.where(l1, if_zero).constant(l3, minus_infinity).everywhere().shift(l1, l1, -31, true);
}
}  // namespace log_part

// log(x) times the number.
constexpr program scaled_logarithm(width w) {
  program p;
  log_part::constants(p);
  p.takes(l4);
  sequence& s = p.step;
  log_part::of(s.load(l0), w);
  log_part::special(s.load(l0), l0);
  s.mul(l3, l3, l4);
  finish_or(s, l3, l1, w);
  return p;
}

// log(1 + x).
constexpr program logarithm_of_one_more(width w) {
  program p;
  log_part::constants(p);
  sequence& s = p.step;
  plain(s.load(l0), l0, l0);
  log_part::one_more(s);
  log_part::of_sum(s, w);
  log_part::special(s, l4);
  finish_or(s, l3, l1, w);
  return p;
}

}  // namespace tensix::vector
