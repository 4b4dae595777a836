// SPDX-License-Identifier: Apache-2.0
// What kinds of operations there are, by TT-Metalium's names and values.
#pragma once
#include <cstdint>

namespace ckernel {

enum EltwiseBinaryType : uint32_t { ELWMUL, ELWDIV, ELWADD, ELWSUB, ELWLESS };  // the matrix unit has MUL, ADD, SUB
enum class EltwiseBinaryReuseDestType : uint32_t { NONE, DEST_TO_SRCA, DEST_TO_SRCB };
enum BroadcastType : uint32_t { NONE, COL, ROW, SCALAR };
enum DataCopyType : uint32_t { A2D, B2D };
enum PoolType : uint32_t { SUM, AVG, MAX, MIN };  // of the matrix unit: not MIN
// REDUCE_ROW: each row of the tile to its datum 0, REDUCE_COL: each column to row 0, REDUCE_SCALAR: all datums to the first.
enum ReduceDim : uint32_t { REDUCE_ROW, REDUCE_COL, REDUCE_SCALAR };
enum ReluType : uint32_t { NO_RELU, ZERO_RELU, MIN_THRESHOLD_RELU, MAX_THRESHOLD_RELU };
// Of compute_kernel_hw_startup: which buffer is for SrcA. Products of matrices have theirs reversed.
enum class SrcOrder : uint32_t { Normal, Reverse };

inline constexpr bool UnpackToDestEn = true, UnpackToDestDis = false;

}  // namespace ckernel
#if !defined(TENSIX_MOVE)
using namespace ckernel;
#endif
