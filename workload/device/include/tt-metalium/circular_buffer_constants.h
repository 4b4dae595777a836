// SPDX-License-Identifier: Apache-2.0
// How many circular buffers there are.
#pragma once
#include <cstdint>

inline constexpr uint32_t NUM_CIRCULAR_BUFFERS = 32;
