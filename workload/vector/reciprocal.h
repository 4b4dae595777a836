// SPDX-License-Identifier: Apache-2.0
// 1 / x and a / b: SFPARECIP's eight bits, and a Newton iteration, or two.
#pragma once
#include "workload/vector/program.h"

namespace tensix::vector {

// y = 1 / x, by y * (2 - x * y). In lanes where x is 0, infinite or no number the second factor is no number, which is
// greater than 2: these keep what SFPARECIP gave, infinity or 0. x becomes a mask of lanes in which it was no number.
// `infinity` and `two` are registers that hold these, or one that holds 2; t is written.
constexpr void reciprocal_of(sequence& s, uint32_t x, uint32_t y, uint32_t t, uint32_t infinity, uint32_t two, width w) {
  s.approximate_reciprocal(y, x).mad(t, x, y, two, negate_a).not_greater(t, two, to_flags).mul(y, y, t);
  if (w == width::wide) s.mad(t, x, y, two, negate_a).mul(y, y, t);
  s.everywhere().absolute(x, x);
  if (infinity == two) s.constant(infinity, positive_infinity);
  s.greater(x, infinity, to_mask);
}
inline constexpr uint32_t bits_two = 0x40000000;

constexpr program reciprocal(width w) {
  program p;
  p.constants.special_constant(c11, positive_infinity).special_constant(c13, bits_two);
  p.step.load(l0);
  reciprocal_of(p.step, l0, l1, l2, c11, c13, w);
  finish_or(p.step, l1, l0, w);
  return p;
}

// b and a: a / b = a * (1 / b).
constexpr program divide(width w) {
  program p;
  p.constants.special_constant(c11, positive_infinity).special_constant(c13, bits_two);
  p.step.load(l0);
  reciprocal_of(p.step, l0, l1, l2, c11, c13, w);
  p.step.load(l2, second_tile).mul(l1, l1, l2);
  finish_or(p.step, l1, l0, w);
  return p;
}

}  // namespace tensix::vector
