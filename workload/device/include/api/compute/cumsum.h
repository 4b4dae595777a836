// SPDX-License-Identifier: Apache-2.0
// Sums of a tile's columns, row by row.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_rows.h"

namespace ckernel {

// Nothing to do.
ALWI void cumsum_tile_init() { called(); }
// Dst tile `idst`, in its place: row i becomes the sum of rows 0 to i. Not `first`: and of all rows of the tiles before, which are
// those above it. Added in FP32, one after the other; rounded to what Dst has.
ALWI void cumsum_tile(uint32_t idst, bool first = true) {
  called();
  if constexpr (tensix::device::computes) {
    tensix::device::check_math(true, idst);
    tensix::device::run_sum_up(idst, first);
  }
}

}  // namespace ckernel
using namespace ckernel;
