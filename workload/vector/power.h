// SPDX-License-Identifier: Apache-2.0
// x^p as 2^y, y = p * log2(x). With x = 2^e * m it is p * e + p * log2(m): p is taken in two parts of 12 bits, so that the products with e
// are exact, and what is left of y beside its nearest integer is as exact as FP32 can have it.
#pragma once
#include "workload/vector/compact_logarithm.h"

namespace tensix::vector {

namespace power_function {
inline constexpr uint32_t upper_12_bits = 0xfffff000;
// What of 0 and infinity stands for e: beyond all exponents.
inline constexpr uint32_t far_below = 0xfe800000, far_above = 0x7e800000;  // 2^126

// In a result for a negative x its sign or no number, whose bits these are: of an odd whole exponent, an even one, any other.
constexpr uint32_t negative_base_bits(uint32_t exponent) {
  const uint32_t magnitude = exponent & 0x7fffffff;
  const int32_t e = static_cast<int32_t>(magnitude >> 23) - 127;
  if (magnitude == 0 || (e > 23 && e < 128)) return 0;
  if (e < 0 || e == 128) return not_a_number;
  const uint32_t significand = (magnitude & 0x7fffff) | 0x800000;
  const uint32_t behind_the_point = significand & ((1u << (23 - e)) - 1);
  return behind_the_point ? not_a_number : significand >> (23 - e) & 1 ? 0x80000000 : 0;
}

constexpr void constants(program& p) { p.constants.special_constant(c14, exponential::to_integer); }
// hi, lo: the two parts of x. A mask is in `hi` first.
constexpr void in_two_parts(sequence& s, uint32_t hi, uint32_t lo, uint32_t x) {
  s.constant(hi, upper_12_bits).bit_and(hi, x).minus(lo, x, hi);
}
// l1 = e, l2 = log2(m) of |x|, x in l0, which is not kept; of 0 and infinity an e far off, of a NaN no number. Uses l3, l4.
constexpr void log2_of(sequence& s, width w) {
  s.absolute(l0, l0).move(l4, l0).constant(l3, log_part::less_root_of_half);
  log_part::split(s, l3);
  s.minus(l2, l2, one);
  log_part::to_fp32(s, l1);
  log_part::of_fraction(s, w);
  s.constant(l0, exponential::bits_log2_e).mul(l2, l3, l0);
  plain(s, l4, l4).where(l4, if_zero).constant(l1, far_below).everywhere();
  s.constant(l3, log_part::largest_finite).greater(l4, l3, to_flags).constant(l1, far_above).everywhere();
}
// l1 = 2^y: y is l5 * l1 and l6 * l1, (l5 + l6) * l2. Uses l0, l2 to l4, l7.
constexpr void two_to_the(sequence& s) {
  s.mul(l4, l5, l1).mul(l3, l6, l1).mad(l3, l5, l2, l3).mad(l3, l6, l2, l3).plus(l7, l4, l3).plus(l1, l7, c14);
  s.minus(l2, l1, c14).minus(l4, l4, l2).plus(l4, l4, l3).constant(l0, ln_2).mul(l0, l4, l0);
  exponential::compact_power(s);
  s.constant(l2, exponential::bits_below_128).greater(l7, l2, to_flags).constant(l2, positive_infinity).mul(l1, l7, l2);
  s.everywhere().constant(l2, exponential::bits_lowest_power).greater(l2, l7, to_flags).constant(l1, 0).everywhere();
}
}  // namespace power_function

// x^p, and in LReg 13 negative_base_bits(p).
constexpr program power(width w) {
  namespace f = power_function;
  program p;
  f::constants(p);
  p.takes(l4).takes(c13);
  f::in_two_parts(p.tile, l5, l6, l4);
  sequence& s = p.step;
  f::log2_of(s.load(l0), w);
  f::two_to_the(s);
  round(s, l1, w);
  plain(s.load(l0), l0, l0).where(l0, if_negative).bit_or(l1, c13).everywhere();
  s.absolute(l0, l0).constant(l3, positive_infinity).greater(l0, l3, to_mask).bit_or(l1, l0).store(l1);
  return p;
}
// The cube root, with the sign of x.
constexpr program cube_root(width w) {
  namespace f = power_function;
  program p;
  f::constants(p);
  p.tile.constant(l5, 0x3eaaa000).constant(l6, 0x38aaaaab);
  sequence& s = p.step;
  f::log2_of(s.load(l0), w);
  f::two_to_the(s);
  round(s, l1, w);
  s.load(l0).keep_sign(l0, l1).move(l1, l0);
  s.load(l0).absolute(l0, l0).constant(l3, positive_infinity).greater(l0, l3, to_mask).bit_or(l1, l0).store(l1);
  return p;
}

// b^x, what is said of b once a tile, in LReg 11 and 13. Of a negative b the sign of a power of a whole x; no number of any other.
constexpr program power_of_number(bool negative, width w) {
  namespace f = power_function;
  program p;
  f::constants(p);
  p.takes(l4).tile.move(l0, l4);
  f::log2_of(p.tile, w);
  p.tile.move(l0, l1).configure(c13).move(l0, l2).configure(c11);
  sequence& s = p.step;
  constexpr uint32_t large = 0x71800000;  // 2^100: infinity has no two parts
  s.load(l0).constant(l1, large).min_max(l0, l1).constant(l1, large | 0x80000000).min_max(l1, l0);
  plain(s, l0, l0);
  f::in_two_parts(s, l5, l6, l0);
  s.move(l1, c13).move(l2, c11);
  f::two_to_the(s);
  if (negative) {  // 2^23 + |x| has the last bit of a whole x
    constexpr uint32_t two_to_23 = 0x4b000000;
    s.load(l0).absolute(l0, l0).constant(l2, two_to_23).move(l3, l2).min_max(l0, l3).plus(l3, l0, l2).minus(l4, l3, l2);
    s.minus(l4, l4, l0).where(l4, if_not_zero).constant(l1, not_a_number).everywhere().shift(l3, l3, 31).bit_or(l1, l3);
  }
  s.load(l0).absolute(l0, l0).constant(l2, positive_infinity).greater(l0, l2, to_mask);
  finish_or(s, l1, l0, w);
  return p;
}

}  // namespace tensix::vector
