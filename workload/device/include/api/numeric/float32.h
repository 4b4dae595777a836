// SPDX-License-Identifier: Apache-2.0
// FP32 by its bits. -0 is less than 0.
#pragma once
#include "api/numeric/sign_and_magnitude.h"

inline constexpr uint32_t NEG_INF_FLOAT32 = 0xFF800000, POS_INF_FLOAT32 = 0x7F800000, NAN_FLOAT32 = 0x7FFFFFFF;
inline constexpr uint32_t FLOAT32_SIGN_MASK = 0x80000000, FLOAT32_MAGNITUDE_MASK = 0x7FFFFFFF;
inline constexpr uint32_t FLOAT32_EXPONENT_MASK = 0x7F800000, FLOAT32_MANTISSA_MASK = 0x007FFFFF;
constexpr bool float32_greater(uint32_t a, uint32_t b) { return tensix::device::greater_magnitude_with_sign(a, b); }
