// SPDX-License-Identifier: Apache-2.0
// BF16 by its bits. -0 is less than 0.
#pragma once
#include "api/numeric/sign_and_magnitude.h"

inline constexpr uint16_t NEG_INF_BFLOAT16 = 0xFF80, POS_INF_BFLOAT16 = 0x7F80, NAN_BFLOAT16 = 0x7FFF;
inline constexpr uint16_t BFLOAT16_SIGN_MASK = 0x8000;
constexpr bool bfloat16_greater(uint16_t a, uint16_t b) { return tensix::device::greater_magnitude_with_sign(a, b); }
