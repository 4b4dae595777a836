// SPDX-License-Identifier: Apache-2.0
// The vector unit's partially fused multiply-add: a * b + c in FP32, 32 lanes at a time, bit for bit. Layer 1, integer only.
// Source: ISA documentation, SFPMAD (Blackhole): denormals are zero, the product is kept in 28 bits with a sticky bit, one
// rounding to nearest even, NaN is always 0x7fc00000, a result below the normal range becomes a signed zero.
#pragma once
#include <cstdint>

namespace tensix {

inline constexpr unsigned lanes = 32;
inline constexpr uint32_t sign_bit = 0x80000000u;  // of an FP32 or sign-magnitude number

// d[i] = a[i] * b[i] + c[i]; `d` must not overlap the inputs.
void multiply_add(const uint32_t (&a)[lanes], const uint32_t (&b)[lanes], const uint32_t (&c)[lanes], uint32_t (&d)[lanes]);

}  // namespace tensix
