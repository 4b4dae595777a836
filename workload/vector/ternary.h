// SPDX-License-Identifier: Apache-2.0
// Functions of three tiles, the first at row 0.
#pragma once
#include "workload/vector/reciprocal.h"

namespace tensix::vector {

// a + v * b * c, with v in LReg 4: v * b is rounded, the rest once more.
constexpr program add_product(width w) {
  program p;
  p.step.load(l1, second_tile).mul(l1, l1, l4).load(l2, third_tile).load(l0).mad(l0, l2, l1, l0);
  finish(p.step, l0, w);
  return p;
}
// a + v * b / c, the quotient as v * b times the reciprocal.
constexpr program add_quotient(width w) {
  program p;
  p.constants.special_constant(c11, positive_infinity).special_constant(c13, bits_two);
  p.step.load(l0, third_tile);
  reciprocal_of(p.step, l0, l1, l2, c11, c13, w);
  p.step.load(l2, second_tile).mul(l2, l2, l4).load(l3).mad(l1, l2, l1, l3);
  finish_or(p.step, l1, l0, w);
  return p;
}
// a + c * (b - a).
constexpr program between(width w) {
  program p;
  p.step.load(l0).load(l1, second_tile).minus(l1, l1, l0).load(l2, third_tile).mad(l0, l2, l1, l0);
  finish(p.step, l0, w);
  return p;
}

}  // namespace tensix::vector
