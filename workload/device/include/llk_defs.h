// SPDX-License-Identifier: Apache-2.0
// Choices that operations have, as TT-Metalium names and numbers them: kernels pass them as template arguments.
#pragma once
#include "tensix/operation_names.h"
#include "tensix_types.h"

namespace ckernel {

// Which of a tile's faces the vector unit takes: none, the upper two, those on the left, all; or it is the function's affair.
enum VectorMode : int { None = 0, R = 1, C = 2, RC = 4, RC_custom = 6, Invalid = 0xff };

enum TileDim : uint32_t { R_IDX, C_IDX };
enum DstSync : uint32_t { SyncHalf, SyncFull };  // --dst-sync
enum class MathFidelity : uint8_t { LoFi = 0, HiFi2 = 2, HiFi3 = 3, HiFi4 = 4 };
enum struct StochRndType : uint32_t { None = 0, Fpu = 1, Pack = 2, All = 0xf };

// How an SFPLOAD or SFPSTORE takes the bits of Dst: the mode of the instruction.
enum InstrModLoadStore : uint32_t {
  DEFAULT = 0,
  FP16A = 1,
  FP16B = 2,
  FP32 = 3,
  INT32 = 4,
  INT8 = 5,
  LO16 = 6,
  HI16 = 7,
  INT32_2S_COMP = 12,
  INT8_2S_COMP = 13,
  LO16_ONLY = 14,
  HI16_ONLY = 15
};
// The mode of SFPCAST.
enum InstrModCast : uint32_t {
  INT32_TO_FP32_NEAREST_EVEN = 0,
  INT32_TO_FP32_STOCHASTIC = 1,
  INT32_2S_COMP_TO_INT_SIGN_MAGN = 2,
  INT_SIGN_MAGN_TO_INT32_2S_COMP = 3
};

}  // namespace ckernel
