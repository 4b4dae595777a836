// SPDX-License-Identifier: Apache-2.0
// Sorting, and the largest of many: columns of 64 numbers in Dst tiles idst and idst + 1 (number p of a column is row p, those from 32
// on row p - 32 of the second tile), and what belongs to them, their indices, in tiles idst + 2 and idst + 3, which moves with them.
// Indices are 32 bits of any kind in a 32-bit Dst, 16 in a 16-bit one.
//
// The order is -NaN, -infinity, ..., -0, +0, ..., infinity, NaN. Which of equal numbers comes first is not defined; with `stable_sort`
// a comparison leaves equal numbers where they are, which does not make the sorting as a whole stable (nor does it in TT-Metalium).
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_sort.h"

namespace ckernel {

// Nothing to do.
ALWI void topk_tile_init() { called(); }

// Phases i_start_phase to i_end_phase of 0 to 5: phase p makes sorted runs of 2^(p + 1) numbers of each two of half that length that
// are sorted in opposite directions. The first run falls for idir 0 and rises for idir 1, the second the other way round, and so on;
// up to phase 2 the first one falls whatever idir says. If the two phases are the same and above 3: steps i_start_step down to the one
// before i_end_step, where step s compares what is 2^(s - 1) apart, and then the last four.
template <bool stable_sort = false>
ALWI void topk_local_sort(uint32_t idst, int idir, int i_end_phase, int i_start_phase = 0, int i_end_step = 0,
                          int i_start_step = 0) {
  called();
  if constexpr (tensix::device::computes) {
    tensix::device::check_math(true, idst);
    tensix::device::check_dst_tile(idst + 3);
    tensix::device::sorter<stable_sort>::sort(idst, idir, i_end_phase, i_start_phase, i_end_step, i_start_step);
  }
}

// Runs of k numbers (4, 8, 16, 32; 64: as 32), those whose partner is k x 2^m_iter behind them, at most 32: number i of the run becomes
// the larger of both, that of its partner the smaller; with `idir` the other way round. If the two are sorted in opposite directions,
// the run then has the k largest of both.
template <bool idir = false, bool stable_sort = false>
ALWI void topk_merge(uint32_t idst, int m_iter, int k) {
  called();
  if constexpr (tensix::device::computes) {
    tensix::device::check_math(true, idst);
    tensix::device::check_dst_tile(idst + 3);
    tensix::device::sorter<stable_sort>::template merge<idir>(idst, static_cast<uint32_t>(m_iter), static_cast<uint32_t>(k));
  }
}

// Sorts runs of k = 2^logk numbers as topk_merge leaves them, which are k x 2^(m_iter + 1) behind each other, at most 32: the first one
// as idir says, the second one the other way round, and so on; of 4 and 8 numbers the first one falls whatever idir says.
// `skip_second`: half of them, if k is less than 32.
template <bool stable_sort = false>
ALWI void topk_rebuild(uint32_t idst, bool idir, int m_iter, int k, int logk, int skip_second) {
  called();
  if constexpr (tensix::device::computes) {
    tensix::device::check_math(true, idst);
    tensix::device::check_dst_tile(idst + 3);
    tensix::device::sorter<stable_sort>::rebuild(idst, idir, static_cast<uint32_t>(m_iter), static_cast<uint32_t>(k),
                                                 static_cast<uint32_t>(logk), skip_second & 1);
  }
}

}  // namespace ckernel
using namespace ckernel;
