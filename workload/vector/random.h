// SPDX-License-Identifier: Apache-2.0
// What the vector unit's generator is good for: PRNG_SEED seeds it, every SFPMOV of it goes on by a number in each lane.
#pragma once
#include "workload/vector/program.h"

namespace tensix::vector {

// LReg 5 + LReg 4 * a number of [0, 1), of 23 bits.
constexpr program uniform() {
  program p;
  p.step.random(l0).absolute(l0, l0).set_exponent_0(l0, l0).minus(l0, l0, one).mad(l0, l0, l4, l5).store(l0);
  return p;
}
// Times LReg 4; 0 where 31 random bits are not more than LReg 5.
constexpr program dropout(width w) {
  program p;
  sequence& s = p.step;
  s.load(l0).mul(l0, l0, l4).random(l1).absolute(l1, l1);
  round(s, l0, w);
  s.reverse_subtract_integer(l1, l5).where(l1, if_not_negative).move(l0, zero).everywhere();
  s.store(l0);
  return p;
}

}  // namespace tensix::vector
