// SPDX-License-Identifier: Apache-2.0
// sin(x), cos(x), tanh(x).
#pragma once
#include "workload/vector/program.h"

namespace tensix::vector {

namespace trigonometry {
// Beyond it (2^17, more than FP16 has) the multiples of pi are not exact enough: no number.
inline constexpr uint32_t largest = 0x48000000;
inline constexpr uint32_t to_integer = 0x4b400000;  // 3 * 2^22: what is added to it is rounded to an integer
inline constexpr uint32_t inverse_pi = 0x3ea2f983, half = 0x3f000000;

// k = x / pi, rounded (cosine: to integers less a half), r = x - k * pi in three parts; the sine of r, negated for odd k.
constexpr program sine(bool cosine, width w) {
  using namespace coefficient;
  const bool wide = w == width::wide;
  program p;
  p.constants.special_constant(c11, inverse_pi).special_constant(c13, to_integer).special_constant(c14, pi_parts[2]);
  for (uint32_t i = 0; i < 3; ++i) p.tile.constant(l5 + i, wide ? sin_wide[i + 1] : sin_narrow[i + 1]);
  p.tile.constant(l4, wide ? sin_wide[4] : half);
  sequence& s = p.step;
  s.load(l0);
  if (cosine) {
    if (wide) s.constant(l3, half);
    s.mad(l1, l0, c11, wide ? l3 : l4).plus(l1, l1, c13).minus(l2, l1, c13).minus(l2, l2, wide ? l3 : l4);
  } else {
    s.mad(l1, l0, c11, c13).minus(l2, l1, c13);
  }
  s.constant(l3, pi_parts[0]).mad(l0, l2, l3, l0, negate_a);
  s.constant(l3, pi_parts[1]).mad(l0, l2, l3, l0, negate_a).mad(l0, l2, c14, l0, negate_a);
  s.shift(l1, l1, 31).mul(l3, l0, l0);
  if (wide) horner(s, l2, l3, {{0, one}, {0, l5}, {0, l6}, {0, l7}, {0, l4}}, l2);
  else horner(s, l2, l3, {{0, one}, {0, l5}, {0, l6}, {0, l7}}, l2);
  s.mul(l0, l0, l2).load(l2).bit_xor(l0, l1).absolute(l2, l2).constant(l3, largest).greater(l2, l3, to_mask);
  finish_or(s, l0, l2, w);
  return p;
}
}  // namespace trigonometry

constexpr program sine(width w) { return trigonometry::sine(false, w); }
constexpr program cosine(width w) { return trigonometry::sine(true, w); }

// A quotient of polynomials, for |x| up to 4.75 (wide: 9), behind which the result is rounded to 1.
constexpr program hyperbolic_tangent(width w) {
  using namespace coefficient;
  const bool wide = w == width::wide;
  program p;
  p.constants.special_constant(c11, positive_infinity).special_constant(c13, wide ? tanh_wide_top[1] : tanh_narrow_top[1]);
  p.constants.special_constant(c14, wide ? tanh_wide_top[2] : tanh_narrow_top[2]);
  for (uint32_t i = 0; i < 3; ++i) p.tile.constant(l5 + i, wide ? tanh_wide_bottom[i + 1] : tanh_narrow_bottom[i + 1]);
  p.tile.constant(l4, wide ? tanh_wide_top[3] : tanh_narrow_top[0]);
  sequence& s = p.step;
  s.load(l0).absolute(l1, l0).constant(l2, wide ? 0x41100000 : 0x40980000).min_max(l1, l2);
  s.mul(l0, l1, l1);
  if (wide) {
    horner(s, l2, l0, {{0, one}, {0, c13}, {0, c14}, {0, l4}, {tanh_wide_top[4]}, {tanh_wide_top[5]}}, l3);
    s.mul(l1, l1, l2);
    horner(s, l2, l0, {{0, one}, {0, l5}, {0, l6}, {0, l7}, {tanh_wide_bottom[4]}, {tanh_wide_bottom[5]}}, l3);
  } else {
    horner(s, l2, l0, {{0, l4}, {0, c13}, {0, c14}}, l3);
    s.mul(l1, l1, l2);
    horner(s, l2, l0, {{0, one}, {0, l5}, {0, l6}, {0, l7}}, l3);
  }
  s.approximate_reciprocal(l3, l2).mad(l0, l2, l3, one, negate_a).mad(l3, l3, l0, l3);
  if (wide) s.mad(l0, l2, l3, one, negate_a).mad(l3, l3, l0, l3);
  s.mul(l1, l1, l3).load(l0).absolute(l2, l0).greater(l2, c11, to_mask).keep_sign(l0, l1);
  finish_or(s, l0, l2, w);
  return p;
}

}  // namespace tensix::vector
