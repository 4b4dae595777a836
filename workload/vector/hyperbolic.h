// SPDX-License-Identifier: Apache-2.0
// e^x - 1, and what is made of it: elu and its like, sinh, cosh. Exact near 0: with x = k * ln 2 + r it is 2^k * (e^r - 1) + (2^k - 1).
// The same words for a Dst of 16 and of 32 bits.
#pragma once
#include "workload/vector/compact_exponential.h"

namespace tensix::vector {

namespace exponential {
inline constexpr uint32_t bits_minus_30 = 0xc1f00000;  // e^x is less than half of 1's last place

// l1 = (e^l0 - 1) / 2^halved, which 2^(k - halved) must be a number for. Uses l0, l2, l3.
constexpr void less_one(sequence& s, uint32_t halved = 0) {
  constexpr auto& c = coefficient::exp_wide;
  reduce(s);
  horner(s, l3, l0, {{0, one}, {c[2]}, {c[3]}, {c[4]}, {c[5]}, {c[6]}}, l2);
  s.mul(l0, l0, l3).shift(l1, l1, 23);
  if (halved) s.constant(l3, scaled(bits_one, -static_cast<int32_t>(halved)));
  const uint32_t unit = halved ? l3 : one;
  s.add_integer(l1, unit).minus(l2, l1, unit).mad(l1, l1, l0, l2);
}
// l1 becomes infinite where |x| is more than `most`, no number where x is none. Uses l0, l2.
constexpr void infinite_above(sequence& s, uint32_t most) {
  s.load(l0).constant(l2, most).greater(l0, l2, to_flags).constant(l2, positive_infinity).mul(l1, l0, l2).everywhere();
}
// l1 = l0 where |l0| is less than 2^-40, so that half of it is a number. Uses l2, l3.
constexpr void keep_tiny(sequence& s) {
  s.absolute(l3, l0).constant(l2, 0x2b800000).greater(l2, l3, to_flags).move(l1, l0).everywhere();
}
}  // namespace exponential

constexpr program exponential_less_one(width w) {
  program p;
  exponential::compact_constants(p, exponential::bits_minus_30);
  sequence& s = p.step;
  plain(s.load(l0), l0, l0);
  exponential::less_one(s, 1);
  s.plus(l1, l1, l1);
  exponential::infinite_above(s, exponential::bits_highest);
  exponential::keep_tiny(s);
  finish(s, l1, w);
  return p;
}

enum class linear_unit : uint32_t { elu, celu, selu };
// elu: a * (e^x - 1) where x is negative. celu: a * (e^(x * b) - 1). selu: both sides times a, below 0 b * (e^x - 1).
constexpr program exponential_unit(linear_unit u, width w) {
  program p;
  exponential::compact_constants(p, exponential::bits_minus_30);
  p.takes(l5);
  if (u != linear_unit::elu) p.takes(l6);
  sequence& s = p.step;
  s.load(l0).mul(l0, l0, u == linear_unit::celu ? l6 : one);
  exponential::less_one(s);
  s.mul(l1, l1, u == linear_unit::selu ? l6 : l5).load(l0).where(l0, if_negative).move(l0, l1).everywhere();
  if (u == linear_unit::selu) s.mul(l0, l0, l5);
  finish(s, l0, w);
  return p;
}

// x / 2 and: above 0 a * x^2, else b * (e^y - 1 - x) with y = x, at most -10^-6.
constexpr program integral_of_elu(width w) {
  program p;
  exponential::compact_constants(p, exponential::bits_minus_30);
  p.takes(l5).takes(l6).tile.constant(l7, 0xb58637bd);
  sequence& s = p.step;
  plain(s.load(l0), l0, l0).move(l4, l7).min_max(l0, l4);
  exponential::less_one(s);
  plain(s.load(l0), l0, l0).minus(l1, l1, l0).mul(l1, l1, l6);
  s.not_greater(l0, zero, to_flags).elsewhere().mul(l1, l0, l5).mul(l1, l1, l0).everywhere();
  s.constant(l2, 0x3f000000).mad(l1, l0, l2, l1);
  finish(s, l1, w);
  return p;
}

// With u = (e^|x| - 1) / 2: sinh is u + u / (2 u + 1), cosh is h + 1 / (4 h) with h = u + 1 / 2.
constexpr program hyperbolic(bool cosine, width w) {
  constexpr uint32_t most = 0x42b2d4fc, large = 0x5d800000;  // 89.416; 2^60, from which on the quotient does not count
  program p;
  exponential::compact_constants(p, exponential::bits_minus_30);
  sequence& s = p.step;
  s.load(l0).absolute(l0, l0);
  exponential::less_one(s, 2);
  s.plus(l1, l1, l1);
  if (cosine) s.constant(l2, 0x3f000000).plus(l1, l1, l2);
  s.constant(l2, large).move(l3, l1).min_max(l3, l2);
  if (cosine) {
    s.plus(l4, l3, l3).plus(l4, l4, l4);
    reciprocal_of_number(s, l2, l4, l0, w);
    s.plus(l1, l1, l2);
  } else {
    s.plus(l4, l3, l3).plus(l4, l4, one);
    reciprocal_of_number(s, l2, l4, l0, w);
    s.mad(l1, l3, l2, l1);
  }
  s.load(l0).absolute(l0, l0).constant(l2, most).greater(l0, l2, to_flags);
  s.constant(l2, positive_infinity).mul(l1, l0, l2).everywhere();
  if (!cosine) {
    exponential::keep_tiny(s);
    s.load(l0).keep_sign(l0, l1).move(l1, l0);
  }
  finish(s, l1, w);
  return p;
}

}  // namespace tensix::vector
