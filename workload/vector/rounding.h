// SPDX-License-Identifier: Apache-2.0
// Whole numbers beside x, what is behind the point, remainders.
#pragma once
#include "workload/vector/compact_exponential.h"

namespace tensix::vector {

namespace whole {
inline constexpr uint32_t two_to_23 = 0x4b000000;  // what is added to it is rounded to a whole number, ties to even
// l1 = x of l0, rounded to the nearest whole number, with x's sign; x that is as large as 2^23, or no number, is one. `big` holds 2^23.
// Uses l2.
constexpr void nearest(sequence& s, uint32_t big) {
  s.absolute(l2, l0).plus(l1, l2, big).minus(l1, l1, big).not_greater(big, l2, to_flags).move(l1, l2).everywhere();
  s.move(l2, l0).keep_sign(l2, l1).move(l1, l2);
}
}  // namespace whole

enum class rounding_way : uint32_t { down, up, to_zero };
// l1 = l0 rounded so. Uses l2, l3.
constexpr void round_whole(sequence& s, rounding_way way, uint32_t big) {
  using r = rounding_way;
  if (way == r::to_zero) {  // down by magnitude
    s.absolute(l2, l0).plus(l1, l2, big).minus(l1, l1, big).greater(l1, l2, to_flags).minus(l1, l1, one).everywhere();
    s.not_greater(big, l2, to_flags).move(l1, l2).everywhere().move(l2, l0).keep_sign(l2, l1).move(l1, l2);
    return;
  }
  whole::nearest(s, big);
  if (way == r::down) s.greater(l1, l0, to_flags).minus(l1, l1, one).everywhere();
  else s.greater(l0, l1, to_flags).plus(l1, l1, one).everywhere().move(l2, l0).keep_sign(l2, l1).move(l1, l2);
}

constexpr program rounded(rounding_way way, width w) {
  program p;
  p.tile.constant(l4, whole::two_to_23);
  p.step.load(l0);
  round_whole(plain(p.step, l0, l0), way, l4);
  finish(p.step, l1, w);
  return p;
}
// x less what is before its point.
constexpr program behind_point(width w) {
  program p;
  p.tile.constant(l4, whole::two_to_23);
  round_whole(p.step.load(l0), rounding_way::to_zero, l4);
  p.step.minus(l1, l0, l1);
  finish(p.step, l1, w);
  return p;
}
// x times the first number, rounded to the nearest whole one, times the second.
constexpr program round_decimals(width w) {
  program p;
  p.takes(l5).takes(l6).tile.constant(l4, whole::two_to_23);
  p.step.load(l0).mul(l0, l0, l5);
  whole::nearest(p.step, l4);
  p.step.mul(l1, l1, l6);
  finish(p.step, l1, w);
  return p;
}
// BF16 by chance; what has BF16's bits, or less, stays but for a chance of 2^-23.
constexpr program round_by_chance() {
  program p;
  p.step.load(l0).round_by_chance(l0, l0).store(l0);
  return p;
}

}  // namespace tensix::vector
