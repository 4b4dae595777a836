// SPDX-License-Identifier: Apache-2.0
// sqrt(x) and 1 / sqrt(x). The bits of x, halved and taken from a constant, are y0 = 1 / sqrt(x) within 4 %; the
// polynomial of w = x * y0^2 corrects that; wide: a Newton iteration more.
#pragma once
#include "workload/vector/program.h"

namespace tensix::vector {

namespace roots {
inline constexpr uint32_t start = c11;
constexpr void constants(program& p) {
  p.constants.special_constant(start, coefficient::rsqrt_start);
  for (uint32_t i = 0; i < 3; ++i) p.tile.constant(l4 + i, coefficient::rsqrt_step[i]);
}
// l0: x; l1: y0; l2: x * y0, +0 where x counts as zero; l3: the correction of y0, no number where x is negative or no number.
constexpr void begin(sequence& s) {
  s.load(l0).absolute(l1, l0).shift(l1, l1, -1).reverse_subtract_integer(l1, start);
  s.mul(l2, l0, l1).mul(l3, l2, l1);
  s.where(l3, if_negative).constant(l3, not_a_number).everywhere();
}
constexpr void correct(sequence& s, uint32_t d) { s.mad(d, l6, l3, l5).mad(d, d, l3, l4); }
}  // namespace roots

constexpr program square_root(width w) {
  program p;
  roots::constants(p);
  sequence& s = p.step;
  roots::begin(s);
  if (w == width::narrow) {
    roots::correct(s, l7);
    s.mul(l2, l2, l7);
  } else {  // r = x * y, then r + r / 2 * (1 - r * y); not of infinity, whose w is
    p.constants.special_constant(c13, 0x40000000);
    roots::correct(s, l7);
    s.mul(l2, l2, l7).mul(l1, l1, l7);
    s.mad(l7, l2, l1, one, negate_a).mul_constant(l7, 0x3f000000);
    s.not_greater(l3, c13, to_flags).mad(l2, l2, l7, l2).everywhere();
  }
  finish(s, l2, w);
  return p;
}

// Infinity for zeros, 0 for infinity.
constexpr program reciprocal_square_root(width w) {
  program p;
  roots::constants(p);
  p.constants.special_constant(c13, positive_infinity);
  sequence& s = p.step;
  roots::begin(s);
  roots::correct(s, l7);
  s.mul(l1, l1, l7);
  if (w == width::wide) {  // y + y / 2 * (1 - x * y^2)
    s.mul(l3, l0, l1).scale(l7, l1, -1).mad(l3, l3, l1, one, negate_a).mad(l1, l7, l3, l1);
  }
  s.where(l2, if_zero).constant(l1, positive_infinity).everywhere();
  s.bit_xor(l0, c13).where(l0, if_zero).constant(l1, 0).everywhere();
  finish(s, l1, w);
  return p;
}

}  // namespace tensix::vector
