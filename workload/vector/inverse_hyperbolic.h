// SPDX-License-Identifier: Apache-2.0
// asinh, acosh, atanh, by log(1 + w).
#pragma once
#include "workload/vector/compact_logarithm.h"

namespace tensix::vector {

// y = 1 / sqrt(v) of a positive number, as roots.h has it; of 0 a large number. Uses t, k, a.
constexpr void reciprocal_root(sequence& s, uint32_t y, uint32_t v, uint32_t t, uint32_t k, uint32_t a, width w) {
  constexpr auto& c = coefficient::rsqrt_step;
  s.constant(k, coefficient::rsqrt_start).shift(y, v, -1).reverse_subtract_integer(y, k).mul(t, v, y).mul(t, t, y);
  horner(s, k, t, {{c[0]}, {c[1]}, {c[2]}}, a);
  s.mul(y, y, k);
  if (w == width::wide) s.mul(t, v, y).mad(t, t, y, one, negate_a).mul_constant(t, 0x3f000000).mad(y, y, t, y);
}

namespace inverse_hyperbolic {
// From here on x^2 + 1 is x^2, and both functions log(2 x).
inline constexpr uint32_t large = 0x4e800000;  // 2^30
// Where |x| is larger (flags): l4 + l5 becomes |x|. Uses l0, l1.
constexpr void where_large(sequence& s) { s.load(l0).absolute(l0, l0).constant(l1, large).greater(l0, l1, to_flags); }
// l3 = log(1 + l0), or log(2 |x|).
constexpr void finish(sequence& s, width w) {
  log_part::one_more(s);
  where_large(s);
  s.move(l4, l0).constant(l5, 0).everywhere();
  log_part::of_sum(s, w);
  log_part::special(s, l4);
  where_large(s);
  s.plus(l3, l3, c13).everywhere();
}
}  // namespace inverse_hyperbolic

// m + m^2 / (1 + sqrt(m^2 + 1)) with m = |x|.
constexpr program inverse_sinh(width w) {
  program p;
  log_part::constants(p);
  sequence& s = p.step;
  s.load(l4).absolute(l4, l4).constant(l0, inverse_hyperbolic::large).min_max(l4, l0).mad(l1, l4, l4, one);
  reciprocal_root(s, l2, l1, l3, l5, l6, w);
  s.mad(l1, l1, l2, one);
  reciprocal_of_number(s, l2, l1, l3, w);
  s.mul(l3, l4, l4).mad(l0, l3, l2, l4);
  inverse_hyperbolic::finish(s, w);
  s.load(l0).keep_sign(l0, l3);
  finish(s, l0, w);
  return p;
}
// t + sqrt(t * (t + 2)) with t = x - 1.
constexpr program inverse_cosh(width w) {
  program p;
  log_part::constants(p);
  sequence& s = p.step;
  plain(s.load(l4), l4, l4).constant(l0, inverse_hyperbolic::large).min_max(l4, l0).minus(l4, l4, one);
  s.constant(l0, 0x40000000).plus(l1, l4, l0).mul(l1, l1, l4);
  reciprocal_root(s, l2, l1, l3, l5, l6, w);
  s.mad(l0, l1, l2, l4);
  inverse_hyperbolic::finish(s, w);
  plain(s.load(l1), l1, l1).minus(l1, l1, one).shift(l1, l1, -31, true);
  finish_or(s, l3, l1, w);
  return p;
}
// Half of log(1 + 2 m / (1 - m)), m = |x|: infinite at 1, no number beyond.
constexpr program inverse_tanh(width w) {
  program p;
  log_part::constants(p);
  sequence& s = p.step;
  s.load(l4).absolute(l4, l4).minus(l1, one, l4);
  reciprocal_of_number(s, l2, l1, l3, w);
  s.plus(l0, l4, l4).mul(l0, l0, l2);
  log_part::one_more(s);
  log_part::of_sum(s, w);
  s.mul_constant(l3, 0x3f000000).load(l0).absolute(l1, l0).minus(l1, one, l1);
  s.where(l1, if_zero).constant(l3, positive_infinity).everywhere().shift(l1, l1, -31, true);
  s.absolute(l2, l0).constant(l4, positive_infinity).greater(l2, l4, to_mask).bit_or(l1, l2).keep_sign(l0, l3);
  finish_or(s, l0, l1, w);
  return p;
}

}  // namespace tensix::vector
