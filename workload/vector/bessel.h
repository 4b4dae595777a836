// SPDX-License-Identifier: Apache-2.0
// The modified Bessel functions I0 and I1.
#pragma once
#include "workload/vector/inverse_hyperbolic.h"

namespace tensix::vector {

// |x| up to 8: a polynomial of x^2. Beyond: e^|x| / sqrt(|x|) times one of 1 / |x|; e^|x| as the square of its root, so that nothing on
// the way is too large.
template <uint32_t n, uint32_t m>
constexpr program bessel(const uint32_t (&near)[n], const uint32_t (&far)[m], bool odd, width w) {
  constexpr uint32_t eight = 0x41000000, end = 0x42b80000;  // 92: infinite
  static_assert(n == 11 && m == 5);
  program p;
  exponential::compact_constants(p);
  sequence& s = p.step;
  s.load(l4).absolute(l4, l4).constant(l0, end).min_max(l4, l0).constant(l0, 0x3f000000).mul(l0, l4, l0);
  exponential::compact(s);
  s.move(l6, l1);  // e^(|x| / 2)
  reciprocal_root(s, l2, l4, l1, l3, l5, w);
  s.mul(l0, l2, l2);  // 1 / |x|
  horner(s, l3, l0, {{far[0]}, {far[1]}, {far[2]}, {far[3]}, {far[4]}}, l1);
  s.mul(l3, l3, l2)
      .mul(l3, l3, l6)
      .mul(l6, l3, l6)
      .load(l0)
      .absolute(l0, l0)
      .constant(l1, eight)
      .min_max(l0, l1)
      .mul(l1, l0, l0);
  horner(s, l3, l1,
         {{near[0]},
          {near[1]},
          {near[2]},
          {near[3]},
          {near[4]},
          {near[5]},
          {near[6]},
          {near[7]},
          {near[8]},
          {near[9]},
          {near[10]}},
         l2);
  if (odd) s.mul(l3, l3, l0);
  s.constant(l1, eight).greater(l4, l1, to_flags).move(l3, l6).everywhere();
  s.load(l0).absolute(l1, l0).constant(l2, end).not_greater(l2, l1, to_flags).constant(l2, positive_infinity).mul(l3, l1, l2);
  s.everywhere();
  if (odd) s.keep_sign(l0, l3).move(l3, l0);
  finish(s, l3, w);
  return p;
}

constexpr program bessel_i0(width w) { return bessel(coefficient::i0_near, coefficient::i0_far, false, w); }
constexpr program bessel_i1(width w) { return bessel(coefficient::i1_near, coefficient::i1_far, true, w); }

}  // namespace tensix::vector
