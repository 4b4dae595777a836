// SPDX-License-Identifier: Apache-2.0
// Which cores a tile has, and tiles a chip.
#pragma once
#include <cstdint>

#include "ckernel_defs.h"

enum ProgrammableCoreType { TENSIX, ACTIVE_ETH, IDLE_ETH };
enum class TensixProcessorTypes : uint8_t { DM0, DM1, MATH0, MATH1, MATH2, COUNT };
inline constexpr uint8_t noc_size_x = 17, noc_size_y = 12;
