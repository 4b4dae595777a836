// SPDX-License-Identifier: Apache-2.0
// log(x): e * ln 2 + log(1 + f), with x = 2^e * (1 + f), 1 + f between the roots of 1/2 and 2.
#pragma once
#include "workload/vector/program.h"

namespace tensix::vector {

constexpr program logarithm(width w) {
  using namespace coefficient;
  constexpr uint32_t less_root_of_half = 0u - 0x3f3504f3u, minus_infinity = 0xff800000;
  const bool wide = w == width::wide;
  program p;
  p.constants.special_constant(c11, less_root_of_half);
  p.constants.special_constant(c13, wide ? log_wide[5] : log_narrow[5])
      .special_constant(c14, wide ? log_wide[6] : log_narrow[6]);
  if (wide) p.constants.special_constant(c12, log_wide[7]);
  for (uint32_t i = 0; i < 4; ++i) p.tile.constant(l4 + i, wide ? log_wide[i + 1] : log_narrow[i + 1]);
  sequence& s = p.step;
  s.load(l0).move(l1, l0).add_integer(l1, c11).shift(l1, l1, -23, true);
  s.shift(l2, l1, 23).reverse_subtract_integer(l2, l0).minus(l2, l2, one);
  s.to_magnitude(l1, l1).to_float(l1, l1);
  if (wide)
    horner(s, l3, l2,
           {{0, one}, {0, l4}, {0, l5}, {0, l6}, {0, l7}, {0, c13}, {0, c14}, {0, c12}, {log_wide[8]}, {log_wide[9]}}, l0);
  else horner(s, l3, l2, {{0, one}, {0, l4}, {0, l5}, {0, l6}, {0, l7}, {0, c13}, {0, c14}}, l3);
  s.mul(l3, l3, l2).constant(l2, ln_2).mad(l3, l1, l2, l3);
  if (wide) s.load(l0);
  s.mul(l1, l0, one);                              // +0 for what counts as zero
  s.constant(l2, wide ? 0x7f7fffff : 0x7f7f0000);  // the largest number, of FP32 or BF16
  s.greater(l1, l2, to_flags).move(l3, l1).everywhere();
  s.where(l1, if_zero).constant(l3, minus_infinity).everywhere().shift(l1, l1, -31, true);
  finish_or(s, l3, l1, w);
  return p;
}

}  // namespace tensix::vector
