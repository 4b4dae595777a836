// SPDX-License-Identifier: Apache-2.0
// Remainders of a division by a number, a number divided by x.
#pragma once
#include "workload/vector/rounding.h"

namespace tensix::vector {

// x less the whole multiples of the first number, whose reciprocal is the second: with x's sign; `floored`: with the number's. The
// quotient, cut off, may be off by one. The number is taken in two parts, so that multiples of up to 2^12 are exact.
constexpr program remainder(bool floored, width w) {
  program p;
  p.takes(l4).takes(l7).tile.absolute(l7, l7).absolute(l0, l4).constant(l5, 0xfffff000).bit_and(l5, l0).minus(l6, l0, l5);
  sequence& s = p.step;
  s.load(l1).absolute(l1, l1).mul(l2, l1, l7).constant(l3, whole::two_to_23);
  s.plus(l0, l2, l3).minus(l0, l0, l3).greater(l0, l2, to_flags).minus(l0, l0, one).everywhere();
  s.not_greater(l3, l2, to_flags).move(l0, l2).everywhere();
  s.mad(l1, l0, l5, l1, negate_a).mad(l1, l0, l6, l1, negate_a).absolute(l3, l4);
  s.where(l1, if_negative).plus(l1, l1, l3).everywhere().not_greater(l3, l1, to_flags).minus(l1, l1, l3).everywhere();
  // What is not between 0 and the number now: of quotients that are too large.
  s.where(l1, if_negative).constant(l1, 0).everywhere().not_greater(l3, l1, to_flags).constant(l1, 0).everywhere();
  s.load(l0).mul(l2, l0, zero);  // no number, of infinity, too
  if (floored) {
    s.bit_xor(l0, l4).where(l0, if_negative).where(l1, if_not_zero).minus(l1, l3, l1).everywhere().move(l0, l4);
  }
  s.keep_sign(l0, l1).where(l3, if_zero).constant(l0, not_a_number).everywhere();
  finish_or(s, l0, l2, w);
  return p;
}

enum class quotient_rounding : uint32_t { none, to_zero, down };
// The number times 1 / x.
constexpr program number_over_x(quotient_rounding q, width w) {
  program p;
  p.constants.special_constant(c11, positive_infinity).special_constant(c13, bits_two);
  p.takes(l5).tile.constant(l4, whole::two_to_23);
  sequence& s = p.step;
  s.load(l6);
  reciprocal_of(s, l6, l1, l2, c11, c13, w);
  if (q == quotient_rounding::none) {
    s.mul(l1, l1, l5);
  } else {
    s.mul(l0, l1, l5);
    // Exact quotients are whole numbers only if they are exact: a correction by what the quotient leaves, where that is a number.
    s.load(l2).mad(l3, l0, l2, l5, negate_a).mad(l3, l3, l1, l0).absolute(l2, l3).not_greater(l2, c11, to_flags).move(l0, l3);
    s.everywhere();
    round_whole(s, q == quotient_rounding::down ? rounding_way::down : rounding_way::to_zero, l4);
  }
  finish_or(s, l1, l6, w);
  return p;
}

}  // namespace tensix::vector
