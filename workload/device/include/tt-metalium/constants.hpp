// SPDX-License-Identifier: Apache-2.0
// Sizes of tiles and their faces, in datums; of tiles of BFP8 and BFP4 in bytes, with their exponents.
#pragma once
#include <cstdint>

namespace tt::constants {

inline constexpr uint32_t TILE_HEIGHT = 32, TILE_WIDTH = 32, TILE_HW = TILE_WIDTH * TILE_HEIGHT;
inline constexpr uint32_t FACE_HEIGHT = 16, FACE_WIDTH = 16, FACE_HW = FACE_WIDTH * FACE_HEIGHT;
inline constexpr uint32_t BFLOAT8_B_TILE_HW = TILE_HW + 64, BFLOAT4_B_TILE_HW = TILE_HW / 2 + 64;

}  // namespace tt::constants
