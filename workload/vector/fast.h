// SPDX-License-Identifier: Apache-2.0
// What `fast_and_approx` chooses: some eight bits in a third of the time and less, the same words for a Dst of 16 and of 32
// bits. Nothing is rounded on its way to Dst, and numbers that are none get no attention.
#pragma once
#include "workload/vector/exponential.h"

namespace tensix::vector::fast {

// x / ln 2 + 383 lies between 256 and 512: its last bits, moved up, are exponent and fraction, as if 2^g were 1 + g. Less by
// what makes the errors to both sides equal. `factor`: 1 / ln 2, times what x is multiplied by; `number`: and by a number, too.
constexpr program exponential(uint32_t factor = vector::exponential::bits_log2_e, bool number = false) {
  using namespace vector::exponential;
  program p;
  p.constants.special_constant(c11, bits_256).special_constant(c13, bits_511).special_constant(c14, factor);
  p.tile.constant(l4, coefficient::exp_linear[0]);
  p.step.load(l0);
  if (number) p.takes(l5).step.mul(l0, l0, l5);
  p.step.mad(l0, l0, c14, l4).min_max(c11, l0).min_max(l0, c13).shift(l0, l0, 8).absolute(l0, l0).store(l0);
  return p;
}

// e * ln 2 + a polynomial of the significand.
constexpr program logarithm() {
  constexpr auto& c = coefficient::log_cubic;
  program p;
  p.constants.special_constant(c11, ln_2);
  for (uint32_t i = 0; i < 4; ++i) p.tile.constant(l4 + i, c[i]);
  sequence& s = p.step;
  s.load(l0).set_exponent_0(l1, l0).mad(l2, l7, l1, l6).exponent(l3, l0).to_magnitude(l3, l3);
  s.mad(l2, l2, l1, l5).to_float(l3, l3).mad(l2, l2, l1, l4).mad(l2, l3, c11, l2).store(l2);
  return p;
}

// y0 = 1 / sqrt(x) within 4 % from half the bits of x; corrected by a straight line of x * y0^2. The constants are those of the exact
// variant, which has the same init.
constexpr program root(bool reciprocal) {
  program p;
  p.constants.special_constant(c11, coefficient::rsqrt_start);
  p.tile.constant(l5, coefficient::rsqrt_line[1]).constant(l4, coefficient::rsqrt_line[0]);
  sequence& s = p.step;
  s.load(l0).shift(l1, l0, -1).reverse_subtract_integer(l1, c11);
  s.mul(l2, l0, l1).mul(l3, l2, l1).mad(l3, l3, l5, l4).mul(l2, reciprocal ? l1 : l2, l3).store(l2);
  return p;
}

// Straight lines a * |x| + c in six ranges of |x|, from a table of FP16 numbers.
constexpr void table(program& p, const uint32_t (&words)[6]) {
  for (uint32_t i = 0; i < 3; ++i) p.tile.constant(l0 + i, words[i]).constant(l4 + i, words[i + 3]);
}
constexpr program hyperbolic_tangent() {
  program p;
  table(p, coefficient::tanh_lines);
  p.step.load(l3).look_up(l7, up_to_3 | with_sign).store(l7);
  return p;
}
// 1/2, and a function that has the sign of x.
constexpr program sigmoid() {
  program p;
  table(p, coefficient::sigmoid_lines);
  p.constants.special_constant(c11, 0x3f000000);
  p.step.load(l3).look_up(l7, up_to_4 | with_sign).plus(l7, l7, c11).store(l7);
  return p;
}
// x / 2, and a function of |x|.
constexpr program gelu() {
  program p;
  table(p, coefficient::gelu_lines);
  p.constants.special_constant(c11, 0x3f000000);
  p.step.load(l3).look_up(l7, up_to_3).mad(l7, l3, c11, l7).store(l7);
  return p;
}

}  // namespace tensix::vector::fast
