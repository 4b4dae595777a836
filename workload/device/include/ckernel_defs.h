// Sizes and threads by the names of TT-Metalium's lower layer.
#pragma once
#include "llk_defs.h"

namespace ckernel {

enum ThreadId : uint32_t { BriscThreadId, UnpackThreadId, MathThreadId, PackThreadId };

inline constexpr uint32_t FACE_HEIGHT = 16, FACE_WIDTH = 16, TILE_HEIGHT = 32, TILE_WIDTH = 32, DATUMS_PER_ROW = 16;
inline constexpr uint32_t FACE_R_DIM = FACE_HEIGHT, FACE_C_DIM = FACE_WIDTH, TILE_R_DIM = TILE_HEIGHT, TILE_C_DIM = TILE_WIDTH;
inline constexpr uint32_t TILE_NUM_FACES = 4;

}  // namespace ckernel
