// SPDX-License-Identifier: Apache-2.0
// Functions that choose: signs, what kind of number it is, thresholds, the larger and the smaller, straight lines in pieces.
#pragma once
#include "workload/vector/program.h"

namespace tensix::vector {

// d = c, denormal numbers and -0 as +0, NaNs without a sign: what a product with 1 makes of them.
constexpr sequence& plain(sequence& s, uint32_t d, uint32_t c) { return s.mul(d, c, one); }
// d = the smaller, the larger of d and what `number` holds, which stays. Uses t.
constexpr void at_most(sequence& s, uint32_t d, uint32_t number, uint32_t t) { s.move(t, number).min_max(d, t); }
constexpr void at_least(sequence& s, uint32_t d, uint32_t number, uint32_t t) { s.move(t, number).min_max(t, d); }

constexpr program identity() {
  program p;
  p.step.load(l0).store(l0);
  return p;
}
// -1, 0, 1; of a NaN what its sign says.
constexpr program sign() {
  program p;
  p.step.load(l0);
  plain(p.step, l1, l0).keep_sign(l0, one).where(l1, if_zero).constant(l0, 0).everywhere().store(l0);
  return p;
}
// 1 where the sign is set, of -0 and NaNs, too.
constexpr program sign_bit() {
  program p;
  p.step.load(l0).shift(l0, l0, -31, true).bit_and(l0, one).store(l0);
  return p;
}
// 1 for zeros, else 0.
constexpr program logical_not() {
  program p;
  p.step.load(l0);
  plain(p.step, l0, l0).constant(l1, 0).where(l0, if_zero).move(l1, one).everywhere().store(l1);
  return p;
}

enum class kind_of_number : uint32_t { infinite, positive_infinite, negative_infinite, no_number, finite };
// 1 for those, else 0.
constexpr program is_number(kind_of_number kind) {
  using k = kind_of_number;
  program p;
  p.tile.constant(l4, kind == k::negative_infinite ? 0xff800000 : positive_infinity);
  sequence& s = p.step;
  s.load(l0);
  if (kind != k::positive_infinite && kind != k::negative_infinite) s.absolute(l0, l0);
  if (kind == k::no_number) return s.greater(l0, l4, to_mask).bit_and(l0, one).store(l0), p;
  if (kind == k::finite) return s.move(l1, l4).greater(l1, l0, to_mask).bit_and(l1, one).store(l1), p;
  s.bit_xor(l0, l4).constant(l1, 0).where(l0, if_zero).move(l1, one).everywhere().store(l1);
  return p;
}

// 0 below 0, the number at 0, 1 above.
constexpr program heaviside(width w) {
  program p;
  p.takes(l4);
  round(p.tile, l4, w);
  p.step.load(l0);
  plain(p.step, l0, l0).move(l1, one).where(l0, if_negative).constant(l1, 0).everywhere();
  p.step.where(l0, if_zero).move(l1, l4).everywhere().store(l1);
  return p;
}
// The second number where x is not more than the first.
constexpr program threshold(width w) {
  program p;
  p.takes(l4).takes(l5);
  plain(p.tile, l4, l4);
  round(p.tile, l5, w);
  p.step.load(l0);
  plain(p.step, l1, l0).not_greater(l1, l4, to_flags).move(l0, l5).everywhere().store(l0);
  return p;
}
// Not less than the first number, then not more than the second.
constexpr program clamp(width w) {
  program p;
  p.takes(l4).takes(l5);
  round(p.tile, l4, w);
  round(p.tile, l5, w);
  p.step.load(l0);
  at_least(p.step, l0, l4, l1);
  at_most(p.step, l0, l5, l1);
  p.step.store(l0);
  return p;
}
// Between 0 and the number.
constexpr program relu_up_to(width w) {
  program p;
  p.takes(l4);
  round(p.tile, l4, w);
  p.step.load(l0);
  at_most(p.step, l0, l4, l1);
  p.step.min_max(zero, l0).store(l0);
  return p;
}
// Not less than the number.
constexpr program relu_from(width w) {
  program p;
  p.takes(l4);
  round(p.tile, l4, w);
  p.step.load(l0);
  at_least(p.step, l0, l4, l1);
  p.step.store(l0);
  return p;
}
// Times the number where x is negative.
constexpr program leaky_relu(width w) {
  program p;
  p.takes(l4);
  p.step.load(l0).where(l0, if_negative).mul(l0, l0, l4).everywhere();
  finish(p.step, l0, w);
  return p;
}
// Nearer to 0 by the number, or 0.
constexpr program soft_shrink(width w) {
  program p;
  p.takes(l4);
  p.step.load(l0).absolute(l1, l0).minus(l1, l1, l4).min_max(zero, l1).keep_sign(l0, l1);
  plain(p.step, l0, l0);
  finish(p.step, l0, w);
  return p;
}
// (x + 3) / 6, between 0 and 1.
constexpr program hard_sigmoid(width w) {
  program p;
  p.tile.constant(l4, 0x3e2aaaab).constant(l5, 0x40400000);
  p.step.load(l0).plus(l0, l0, l5).mul(l0, l0, l4).min_max(zero, l0);
  at_most(p.step, l0, one, l1);
  finish(p.step, l0, w);
  return p;
}
// x * (x + 2.8, between 0 and 5) / 5.
constexpr program hard_mish(width w) {
  program p;
  p.tile.constant(l4, 0x40333333).constant(l5, 0x40a00000).constant(l6, 0x3e4ccccd);
  p.step.load(l0).plus(l1, l0, l4).min_max(zero, l1);
  at_most(p.step, l1, l5, l2);
  p.step.mul(l1, l1, l6).mul(l0, l0, l1);
  finish(p.step, l0, w);
  return p;
}

// Odd columns' negative in even columns, even columns in odd ones: (re, im) times i.
constexpr program rotate_90() {
  program p;
  p.steps = tile_steps / 2;
  p.step.load(l0).load(l1, step_rows).negate(l1, l1).store(l1).store(l0);
  return p;
}
// What has been multiplied up to here: 32 products, step by step, in LReg 4.
constexpr program running_product(width w) {
  program p;
  p.tile.move(l4, one);
  p.step.load(l0).mul(l4, l4, l0).move(l0, l4);
  finish(p.step, l0, w);
  return p;
}

}  // namespace tensix::vector
