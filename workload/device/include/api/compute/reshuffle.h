// SPDX-License-Identifier: Apache-2.0
// Adds rows of a tile to rows of another.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_rows.h"

namespace ckernel {

// Nothing to do.
ALWI void reshuffle_rows_tile_init() { called(); }
// Row m[i] of Dst tile `idst` + 1 += row i of Dst tile `idst`, i from 0 to 31 in this order, where m[i] is less than 32. m are 32
// bytes of L1 from idx_addr + 16 on. Each sum is rounded to what Dst has.
ALWI void reshuffle_rows_tile(uint32_t idst, uint32_t idx_addr) {
  called();
  if constexpr (tensix::device::computes) {
    tensix::device::check_math(true, idst);
    tensix::device::check_dst_tile(idst + 1);
    tensix::device::run_add_rows(idst, idx_addr + 16);
  }
}

}  // namespace ckernel
using namespace ckernel;
