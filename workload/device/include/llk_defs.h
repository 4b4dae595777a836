// Choices that operations have, as TT-Metalium names and numbers them: kernels pass them as template arguments.
#pragma once
#include "tensix_types.h"

namespace ckernel {

// Which of a tile's faces the vector unit takes: none, the upper two, those on the left, all; or it is the function's affair.
enum VectorMode : int { None = 0, R = 1, C = 2, RC = 4, RC_custom = 6, Invalid = 0xff };

// REDUCE_ROW: each row of the tile to its datum 0, REDUCE_COL: each column to row 0, REDUCE_SCALAR: all datums to the first.
enum ReduceDim : uint32_t { REDUCE_ROW, REDUCE_COL, REDUCE_SCALAR };
enum PoolType : uint32_t { SUM, AVG, MAX, MIN };

// What a tile of the second operand is before each datum gets its partner: itself, or its column 0, row 0, first datum everywhere.
enum BroadcastType : uint32_t { NONE, COL, ROW, SCALAR };
enum EltwiseBinaryType : uint32_t { ELWMUL, ELWDIV, ELWADD, ELWSUB, ELWLESS };
enum class EltwiseBinaryReuseDestType : uint32_t { NONE, DEST_TO_SRCA, DEST_TO_SRCB };
enum DataCopyType : uint32_t { A2D, B2D };  // from SrcA or SrcB to Dst
enum TileDim : uint32_t { R_IDX, C_IDX };

enum ReluType : uint32_t { NO_RELU, ZERO_RELU, MIN_THRESHOLD_RELU, MAX_THRESHOLD_RELU };
enum DstSync : uint32_t { SyncHalf, SyncFull };  // --dst-sync
enum class MathFidelity : uint8_t { LoFi = 0, HiFi2 = 2, HiFi3 = 3, HiFi4 = 4 };
enum struct StochRndType : uint32_t { None = 0, Fpu = 1, Pack = 2, All = 0xf };

inline constexpr bool UnpackToDestEn = true, UnpackToDestDis = false;

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
