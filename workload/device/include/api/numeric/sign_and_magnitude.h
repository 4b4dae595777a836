// SPDX-License-Identifier: Apache-2.0
// Comparison of numbers whose bits are a sign and a magnitude that grows with them, as floating-point formats are.
#pragma once
#include <cstdint>

namespace tensix::device {
template <class Bits>
constexpr bool greater_magnitude_with_sign(Bits a, Bits b) {
  constexpr Bits sign = static_cast<Bits>(Bits(1) << (8 * sizeof(Bits) - 1));
  if ((a ^ b) & sign) return !(a & sign);
  return a & sign ? a < b : a > b;
}
}  // namespace tensix::device
