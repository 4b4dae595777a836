// SPDX-License-Identifier: Apache-2.0
// Powers of ten as FP32 bits.
#pragma once
#include "tensix/vector.h"

namespace tensix::device {

inline constexpr int32_t largest_decimal = 38;
struct powers_of_ten {
  uint32_t bits[2 * largest_decimal + 1];
  constexpr powers_of_ten() : bits() {
    long double up = 1;
    for (int32_t i = 0; i <= largest_decimal; ++i, up *= 10) {
      bits[largest_decimal + i] = __builtin_bit_cast(uint32_t, static_cast<float>(up));
      bits[largest_decimal - i] = __builtin_bit_cast(uint32_t, static_cast<float>(1 / up));
    }
  }
};
// Beyond FP32's numbers: infinity, 0.
ALWI uint32_t power_of_ten(int32_t exponent) {
  constexpr powers_of_ten powers;
  if (exponent > largest_decimal) return vector::positive_infinity;
  if (exponent < -largest_decimal) return 0;
  return powers.bits[largest_decimal + exponent];
}

}  // namespace tensix::device
