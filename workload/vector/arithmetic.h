// SPDX-License-Identifier: Apache-2.0
// Sums, products, the smaller and the larger, signs: one rounding, or none.
#pragma once
#include "workload/vector/program.h"

namespace tensix::vector {

enum class binary_operation : uint32_t { add, sub, rsub, mul, max, min };

// Tile a and b: the second tile's row 0 is `b_row` rows behind the first's. The result takes a's place.
constexpr program binary(binary_operation op, uint32_t b_row, width w) {
  program p;
  sequence& s = p.step;
  s.load(l0).load(l1, b_row & 1023);
  switch (op) {
    case binary_operation::add: s.plus(l0, l0, l1); break;
    case binary_operation::sub: s.minus(l0, l0, l1); break;
    case binary_operation::rsub: s.minus(l0, l1, l0); break;
    case binary_operation::mul: s.mul(l0, l0, l1); break;
    case binary_operation::max: s.min_max(l1, l0).store(l0); return p;
    case binary_operation::min: s.min_max(l0, l1).store(l0); return p;
  }
  finish(s, l0, w);
  return p;
}

// With a number in LReg 4.
constexpr program with_scalar(binary_operation op, width w) {
  program p;
  sequence& s = p.step;
  s.load(l0);
  switch (op) {
    case binary_operation::add: s.plus(l0, l0, l4); break;
    case binary_operation::sub: s.minus(l0, l0, l4); break;
    case binary_operation::rsub: s.minus(l0, l4, l0); break;
    case binary_operation::mul: s.mul(l0, l0, l4); break;
    case binary_operation::max: s.move(l1, l4).min_max(l1, l0).store(l0); return p;
    case binary_operation::min: s.move(l1, l4).min_max(l0, l1).store(l0); return p;
  }
  finish(s, l0, w);
  return p;
}

// LReg 4, rounded by whoever put it there.
constexpr program fill() {
  program p;
  p.step.store(l4);
  return p;
}

constexpr program absolute() {
  program p;
  p.step.load(l0).absolute(l0, l0).store(l0);
  return p;
}
constexpr program negative() {
  program p;
  p.step.load(l0).negate(l0, l0).store(l0);
  return p;
}
constexpr program square(width w) {
  program p;
  p.step.load(l0).mul(l0, l0, l0);
  finish(p.step, l0, w);
  return p;
}
// The larger of x and +0.
constexpr program relu() {
  program p;
  p.step.load(l0).min_max(zero, l0).store(l0);
  return p;
}

}  // namespace tensix::vector
