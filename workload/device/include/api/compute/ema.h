// SPDX-License-Identifier: Apache-2.0
// Exponential moving averages of a tile's columns, row by row.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_rows.h"

namespace ckernel {

// The weights, as bits of FP32 numbers: `alpha` of the average before, `beta` of the row.
ALWI void ema_init(uint32_t alpha, uint32_t beta) {
  called();
  if constexpr (tensix::device::computes) tensix::device::set_weights(alpha, beta);
}
// The average before the next row is 0.
ALWI void ema_clear_previous_output() {
  called();
  if constexpr (tensix::device::computes) tensix::device::issue<tensix::device::forget_row_words>();
}
// Dst tile `input_dst_index` + 1: row i is alpha x row i - 1 + beta x row i of tile `input_dst_index`; row 0 goes on from the last
// row of the tile before. In FP32, rounded to what Dst has. The vector unit's other functions forget that row and the weights.
ALWI void ema_tile(uint32_t input_dst_index) {
  called();
  if constexpr (tensix::device::computes) {
    tensix::device::check_math(true, input_dst_index);
    tensix::device::check_dst_tile(input_dst_index + 1);
    tensix::device::run_average(input_dst_index);
  }
}

}  // namespace ckernel
using namespace ckernel;
