// SPDX-License-Identifier: Apache-2.0
// One of two datums, by a third: bits as they are.
#pragma once
#include "workload/vector/program.h"

namespace tensix::vector {

// Of three tiles: the second's datum, or the third's where all bits of the first's are zero. -0 is not zero.
constexpr program where_not_zero(uint32_t mode) {
  program p;
  sequence& s = p.step;
  s.load(l0, 0, mode).load(l1, second_tile, mode).where(l0, if_zero).load(l1, third_tile, mode).everywhere();
  s.store(l1, next_step, mode);
  return p;
}

// A number where all bits are zero in the tile behind: 0, or LReg 4.
constexpr program mask(uint32_t number) {
  program p;
  p.step.load(l0, second_tile).where(l0, if_zero).store(number).everywhere();
  return p;
}
// 1.0 where all bits are zero, else 0.
constexpr program has_no_bits() {
  program p;
  p.step.load(l0).constant(l1, 0).where(l0, if_zero).move(l1, one).everywhere().store(l1);
  return p;
}

}  // namespace tensix::vector
