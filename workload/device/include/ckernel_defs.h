// SPDX-License-Identifier: Apache-2.0
// Sizes and threads by the names of TT-Metalium's lower layer.
#pragma once
#include "llk_defs.h"

namespace ckernel {

enum ThreadId : uint32_t { BriscThreadId, UnpackThreadId, MathThreadId, PackThreadId };

inline constexpr uint32_t FACE_HEIGHT = 16, FACE_WIDTH = 16, TILE_HEIGHT = 32, TILE_WIDTH = 32, DATUMS_PER_ROW = 16;
inline constexpr uint32_t FACE_R_DIM = FACE_HEIGHT, FACE_C_DIM = FACE_WIDTH, TILE_R_DIM = TILE_HEIGHT, TILE_C_DIM = TILE_WIDTH;
inline constexpr uint32_t TILE_NUM_FACES = 4;
inline constexpr uint32_t DEST_NUM_TILES_FP16 = 16, DEST_NUM_TILES_FP16_HALF = DEST_NUM_TILES_FP16 / 2;

enum Srcs : uint32_t { SrcA, SrcB, SrcC };
enum DstTileShape : uint32_t { Tile32x32, Tile32x16, Tile16x16 };
enum DstStart : uint32_t { StartZero, StartHalf };
enum DstClear : uint32_t { ClearRow, Clear16Rows, ClearHalf, ClearFull };
enum UnpackDestination : uint32_t { SrcRegs, DestReg };
enum register_space_e : uint32_t { TDMA_REGS, LOCAL_REGS, ADDR_COUNTERS };

}  // namespace ckernel
