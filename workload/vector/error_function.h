// SPDX-License-Identifier: Apache-2.0
// erf, erfc and the inverse of erf.
#pragma once
#include "workload/vector/inverse_hyperbolic.h"

namespace tensix::vector {

// |x| below 1: x times a polynomial of x^2. Beyond: erfc(m) = 2 P(normal > m * sqrt(2)), as in gelu: e^(-m^2) times a quotient.
constexpr program error_function(bool complement, width w) {
  using namespace coefficient;
  constexpr uint32_t root_of_two = 0x3fb504f3, end = 0x41200000;  // 10: e^-100 is less than FP32's normal numbers
  program p;
  exponential::compact_constants(p);
  sequence& s = p.step;
  s.load(l0).absolute(l4, l0).constant(l0, end).min_max(l4, l0).mad(l0, l4, l4, zero, negate_a);
  exponential::compact(s);
  s.constant(l0, root_of_two).mul(l0, l4, l0);
  if (w == width::wide) {
    constexpr auto& b = normal_tail_wide_bottom;
    constexpr auto& t = normal_tail_wide_top;
    horner(s, l5, l0, {{0, one}, {b[1]}, {b[2]}, {b[3]}, {b[4]}, {b[5]}}, l2);
    horner(s, l6, l0, {{t[0]}, {t[1]}, {t[2]}, {t[3]}, {t[4]}}, l2);
  } else {
    constexpr auto& b = normal_tail_narrow_bottom;
    constexpr auto& t = normal_tail_narrow_top;
    horner(s, l5, l0, {{0, one}, {b[1]}, {b[2]}, {b[3]}}, l2);
    horner(s, l6, l0, {{t[0]}, {t[1]}, {t[2]}}, l2);
  }
  reciprocal_of_number(s, l2, l5, l3, w);
  s.mul(l6, l6, l2).plus(l6, l6, l6).mul(l6, l6, l1).load(l0).mul(l1, l0, l0);  // l6: erfc(m)
  if (w == width::wide) {
    constexpr auto& c = erf_wide;
    horner(s, l3, l1, {{c[0]}, {c[1]}, {c[2]}, {c[3]}, {c[4]}, {c[5]}, {c[6]}, {c[7]}}, l2);
  } else {
    constexpr auto& c = erf_narrow;
    horner(s, l3, l1, {{c[0]}, {c[1]}, {c[2]}, {c[3]}, {c[4]}}, l2);
  }
  s.mul(l3, l3, l0);  // erf(x) of a small x
  if (complement) {
    s.minus(l3, one, l3)
        .greater(l4, one, to_flags)
        .move(l3, l6)
        .everywhere()
        .constant(l2, 0x40000000)
        .minus(l2, l2, l6)
        .greater(l4, one, to_flags)
        .where(l0, if_negative)
        .move(l3, l2)
        .everywhere();
  } else {
    s.minus(l6, one, l6).greater(l4, one, to_flags).move(l3, l0).keep_sign(l3, l6).everywhere();
  }
  s.absolute(l0, l0).constant(l2, positive_infinity).greater(l0, l2, to_mask);
  finish_or(s, l3, l0, w);
  return p;
}

// x times a polynomial of w = -log((1 - x) * (1 + x)), or of its root where it is more than 5.
constexpr program inverse_error_function(width w) {
  using namespace coefficient;
  program p;
  log_part::constants(p);
  sequence& s = p.step;
  s.load(l4).absolute(l4, l4).minus(l0, one, l4).plus(l1, l4, one).mul(l0, l0, l1);
  log_part::of(s, w);
  s.mad(l4, l3, one, zero, negate_a).constant(l0, 0x33800000).min_max(l0, l4);  // not less than 2^-24
  reciprocal_root(s, l2, l4, l1, l3, l5, w);
  s.mul(l2, l2, l4);  // the root
  {
    constexpr auto& c = erfinv_near;
    horner(s, l1, l4, {{c[0]}, {c[1]}, {c[2]}, {c[3]}, {c[4]}, {c[5]}, {c[6]}, {c[7]}, {c[8]}}, l3);
  }
  {
    constexpr auto& c = erfinv_far;
    horner(s, l5, l2, {{c[0]}, {c[1]}, {c[2]}, {c[3]}, {c[4]}, {c[5]}, {c[6]}, {c[7]}}, l3);
  }
  s.constant(l3, 0x40a00000).greater(l4, l3, to_flags).move(l1, l5).everywhere();
  s.load(l0)
      .mul(l1, l1, l0)
      .absolute(l2, l0)
      .minus(l3, l2, one)
      .where(l3, if_zero)
      .constant(l1, positive_infinity)
      .everywhere();
  s.greater(l2, one, to_mask).keep_sign(l0, l1);
  finish_or(s, l0, l2, w);
  return p;
}

}  // namespace tensix::vector
