// SPDX-License-Identifier: Apache-2.0
// The Tensix tile: instructions for its threads, registers.
#pragma once
#include "internal/risc_attribs.h"
#include "tensix/tile.h"
#include "tensix_types.h"

// The tile's clock: its lower 32 bits; reading these keeps the upper ones.
inline constexpr uint32_t RISCV_DEBUG_REG_WALL_CLOCK_L = 0xFFB121F0, RISCV_DEBUG_REG_WALL_CLOCK_H = 0xFFB121F8;
