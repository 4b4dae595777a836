// SPDX-License-Identifier: Apache-2.0
// What semaphores say.
#pragma once
#include <cstdint>

inline constexpr uint32_t INVALID = 0, VALID = 1;
