// SPDX-License-Identifier: Apache-2.0
// Products, quotients and remainders of 32 bits: the cores have instructions for them.
#pragma once
#include "internal/risc_attribs.h"

FORCE_INLINE constexpr unsigned int mulsi3(unsigned int a, unsigned int b) { return a * b; }
template <uint32_t d>
FORCE_INLINE constexpr uint32_t udivsi3_const_divisor(uint32_t n) {
  return d ? n / d : 0;
}
template <uint32_t d>
FORCE_INLINE constexpr uint32_t umodsi3_const_divisor(uint32_t n) {
  return n - udivsi3_const_divisor<d>(n) * d;
}
#define TENSIX_FAST_UDIV(d) \
  FORCE_INLINE constexpr uint32_t fast_udiv_##d(uint32_t n) { return n / d; }
TENSIX_FAST_UDIV(7)
TENSIX_FAST_UDIV(12)
TENSIX_FAST_UDIV(20)
TENSIX_FAST_UDIV(48)
TENSIX_FAST_UDIV(56)
TENSIX_FAST_UDIV(63)
TENSIX_FAST_UDIV(70)
TENSIX_FAST_UDIV(72)
TENSIX_FAST_UDIV(80)
TENSIX_FAST_UDIV(94)
TENSIX_FAST_UDIV(108)
TENSIX_FAST_UDIV(110)
TENSIX_FAST_UDIV(117)
TENSIX_FAST_UDIV(120)
TENSIX_FAST_UDIV(124)
TENSIX_FAST_UDIV(126)
TENSIX_FAST_UDIV(130)
TENSIX_FAST_UDIV(140)
#undef TENSIX_FAST_UDIV
