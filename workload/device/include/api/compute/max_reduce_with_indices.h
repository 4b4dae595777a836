// SPDX-License-Identifier: Apache-2.0
// The largest of a tile's rows and where it is, column by column: pooling that keeps indices.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_pool.h"

namespace ckernel {

// What is in Dst: a tile as the other functions take it, or 32 rows of 32 datums one after the other.
enum class DataLayout { TILE, ROW_MAJOR };

// Nothing to do.
template <ckernel::DataLayout layout = ckernel::DataLayout::TILE>
ALWI void max_reduce_with_indices_init() {
  called();
}

// Row 0 of Dst tile `idst`: the largest of the first 9 rows (num_rows up to 9) or of all 32 in each column; row 0 of tile `idst_idx`: what
// is in its place there, 16 bits of any kind or, in a 32-bit Dst, 32. In the order -NaN, -infinity, ..., infinity, NaN; of equal numbers any
// one counts. Other rows that are read may change. `accumulate`: the results also go to row 0 of the two tiles behind these (idst + 1,
// idst_idx + 1), and those of the call before, which are there, count too, unless `chunk` is 0.
template <int num_rows = 9, ckernel::DataLayout layout = ckernel::DataLayout::TILE, bool accumulate = false, int ITERATIONS = 8>
ALWI void max_reduce_with_indices(uint32_t idst, uint32_t idst_idx, uint32_t chunk = 0) {
  static_assert(num_rows <= 32, "a tile has 32 rows");
  static_assert(layout == DataLayout::ROW_MAJOR || !accumulate, "accumulates rows that are one after the other only");
  called();
  if constexpr (tensix::device::computes) {
    tensix::device::check_math(true, idst);
    tensix::device::check_dst_tile(idst_idx);
    if constexpr (accumulate) tensix::device::check_dst_tile((idst > idst_idx ? idst : idst_idx) + 1);
    tensix::device::row_pool<num_rows <= 9 ? 9 : 32, layout == DataLayout::ROW_MAJOR, accumulate>::run(idst, idst_idx,
                                                                                                       chunk > 0);
  }
}

}  // namespace ckernel
using namespace ckernel;
