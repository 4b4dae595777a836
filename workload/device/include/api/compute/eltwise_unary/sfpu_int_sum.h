// SPDX-License-Identifier: Apache-2.0
// Sums of integers of 32 bits, modulo 2^32, with --fp32-dest.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_sums.h"

namespace ckernel {

ALWI void sfpu_sum_int_init() { tensix::device::want_32_bits(); }

// Dst tile `idst`, in its place. Rows 0 to 3: four sums of each column, of rows i, i + 4, ..., i + 28. Who reads the tile adds the four.
ALWI void sfpu_sum_int_col(uint32_t idst) {
  called();
  tensix::device::want_32_bits();
  if constexpr (tensix::device::computes) {
    tensix::device::check_math(true, idst);
    tensix::device::run_sum_integer_columns(idst);
  }
}
// Columns 0, 2, ..., 14: eight sums of each row, of columns 2i, 2i + 1, 2i + 16, 2i + 17. Who reads the tile adds the eight.
ALWI void sfpu_sum_int_row(uint32_t idst) {
  called();
  tensix::device::want_32_bits();
  if constexpr (tensix::device::computes) {
    tensix::device::check_math(true, idst);
    tensix::device::run_sum_integer_rows(idst);
  }
}
// Dst tile `idst` += the tile behind it. (In TT-Metalium, too, whatever the other two arguments are.)
ALWI void sfpu_add_int(uint32_t idst, uint32_t dst_offset = 2, int32_t iterations = 8) {
  called();
  (void)dst_offset, (void)iterations;
  tensix::device::want_32_bits();
  if constexpr (tensix::device::computes) {
    tensix::device::check_math(true, idst);
    tensix::device::check_dst_tile(idst + 1);
    tensix::device::run_add_next_tile(idst);
  }
}

}  // namespace ckernel
using namespace ckernel;
