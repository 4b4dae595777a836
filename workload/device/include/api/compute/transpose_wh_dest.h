// SPDX-License-Identifier: Apache-2.0
// A tile of Dst transposed in its place.
#pragma once
#include "api/compute/common.h"
#include "tensix/transpose_dest.h"

namespace ckernel {

// What the next operation of the matrix unit is; is_32bit: datums of 32 bits (a 32-bit Dst), which stay as they are. What follows needs
// its own init.
template <bool is_32bit = false>
ALWI void transpose_wh_dest_init_short() {
  called();
  using namespace tensix::device;
  static_assert(!is_32bit || fp32_dst, "32-bit datums want a 32-bit Dst (--fp32-dest)");
  if constexpr (computes) {
    if (fp32_dst) prepare_turning_in_dst();
    matrix.op = operation::transpose;
    matrix.op_mode = 0;
  }
}
// Dst tile idst = itself, transposed. In a 32-bit Dst all bits are kept, whatever is_32bit says. About 60 cycles; 32 bits 130.
template <bool is_32bit = false>
ALWI void transpose_wh_dest(uint32_t idst) {
  called();
  using namespace tensix::device;
  if constexpr (unpacks) give_banks();
  if constexpr (computes) {
    check_math(matrix.op == operation::transpose, idst);
    if constexpr (fp32_dst) transpose_program::run_wide(idst);
    else transpose_program::run(idst);
  }
}

}  // namespace ckernel
using namespace ckernel;
