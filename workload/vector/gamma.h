// SPDX-License-Identifier: Apache-2.0
// The logarithm of the gamma function, in the two parts in which TT-Metalium's kernels have it.
#pragma once
#include "workload/vector/compact_logarithm.h"

namespace tensix::vector {

// log(gamma(z)) of z = x, or 1 - x where x is less than 1/2: Stirling's series, of z + 4 where z is less than 4, less log(z (z + 1) (z + 2)
// (z + 3)). The same words, but for the last rounding, for a Dst of 16 and of 32 bits.
constexpr program log_gamma(width w) {
  constexpr uint32_t half = 0x3f000000, four = 0x40800000, log_root_of_2_pi = 0x3f6b3f8e;
  constexpr uint32_t series[] = {0x3daaaaab, 0xbb360b61, 0x3a500d01};  // 1 / 12, -1 / 360, 1 / 1260
  constexpr uint32_t two = 0x40000000, small = 0x3c800000,
                     near_one[] = {0xbf13c468, 0x3f528d33, 0xbecd26ab, 0x3e8a8991};  // 2^-6; -Euler's constant, pi^2 / 12
  program p;
  log_part::constants(p);
  sequence& s = p.step;
  plain(s.load(l4), l4, l4).minus(l0, one, l4).constant(l1, half).greater(l1, l4, to_flags).move(l4, l0).everywhere();
  s.move(l5, one).move(l6, l4).constant(l1, four).greater(l1, l4, to_flags).plus(l6, l4, one).mul(l5, l4, l6).plus(l6, l6, one);
  s.mul(l5, l5, l6).plus(l6, l6, one).mul(l5, l5, l6).plus(l6, l6, one).everywhere().move(l0, l5);
  log_part::of(s, width::wide);
  s.move(l5, l3).move(l0, l6);
  log_part::of(s, width::wide);
  s.constant(l0, half).minus(l0, l6, l0).mul(l3, l0, l3).minus(l3, l3, l6).constant(l0, log_root_of_2_pi).plus(l3, l3, l0);
  s.minus(l3, l3, l5);
  reciprocal_of_number(s, l1, l6, l2, width::wide);
  s.mul(l2, l1, l1);
  horner(s, l0, l2, {{series[0]}, {series[1]}, {series[2]}}, l5);
  s.mad(l3, l0, l1, l3).load(l4).constant(l1, two).minus(l0, l4, l1).where(l0, if_zero).constant(l3, 0).everywhere();
  s.plus(l0, l4, one).where(l0, if_zero).constant(l3, 0).everywhere();
  // Where t = z - 1 is small: nearly all cancels, so its powers instead.
  s.minus(l0, l4, one).constant(l1, half).greater(l1, l4, to_flags).negate(l0, l4).everywhere();
  horner(s, l1, l0, {{near_one[0]}, {near_one[1]}, {near_one[2]}, {near_one[3]}}, l2);
  s.mul(l1, l1, l0).absolute(l2, l0).constant(l5, small).greater(l5, l2, to_flags).move(l3, l1).everywhere();
  s.absolute(l0, l4).constant(l1, log_part::largest_finite).greater(l0, l1, to_flags).mul(l3, l0, l0).everywhere();
  finish(s, l3, w);
  return p;
}

// Of what that gave, log|sin(pi x)| and x: the former, or log(pi) less both where x is less than 1/2.
constexpr program log_gamma_reflected(width w) {
  constexpr uint32_t half = 0x3f000000, log_pi = 0x3f928682;
  program p;
  p.tile.constant(l4, half).constant(l5, log_pi);
  sequence& s = p.step;
  s.load(l0).load(l1, second_tile).minus(l1, l5, l1).minus(l1, l1, l0).load(l2, third_tile);
  plain(s, l2, l2).greater(l4, l2, to_flags).move(l0, l1).everywhere();
  finish(s, l0, w);
  return p;
}

}  // namespace tensix::vector
