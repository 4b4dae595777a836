// SPDX-License-Identifier: Apache-2.0
// x / (1 + |x|)
#pragma once
#include "workload/vector/reciprocal.h"

namespace tensix::vector {

// 1 or -1 from 2^100 on, so for infinity.
constexpr program softsign(width w) {
  constexpr uint32_t large = 0x71800000;  // 2^100
  program p;
  p.constants.special_constant(c11, positive_infinity).special_constant(c13, bits_two);
  sequence& s = p.step;
  s.load(l0).absolute(l1, l0).constant(l2, large).min_max(l1, l2).keep_sign(l0, l1).plus(l1, l1, one);
  reciprocal_of(s, l1, l3, l2, c11, c13, w);
  s.mul(l0, l0, l3).load(l1).absolute(l1, l1).constant(l2, positive_infinity).greater(l1, l2, to_mask);
  finish_or(s, l0, l1, w);
  return p;
}

}  // namespace tensix::vector
