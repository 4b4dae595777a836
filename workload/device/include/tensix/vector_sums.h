// SPDX-License-Identifier: Apache-2.0
// T1: sums of what is in several places of a tile, in each lane.
#pragma once
#include "tensix/vector_rows.h"

namespace tensix::device {

ALWI void want_32_bits() {
  if constexpr (computes && !fp32_dst) integers_want_a_32_bit_dst();
}

// LReg 0 += LReg 1.
struct add_integer_words {
  static constexpr vector::sequence words() { return vector::sequence{}.add_integer(vector::l0, vector::l1); }
};
// The sum of the 32 integers each at Dst rows `row` + from[i], to `row`.
template <uint32_t n>
ALWI void sum_integers(uint32_t row, const uint32_t (&from)[n]) {
  load_lreg(vector::l0, row + from[0], vector::as_int32);
  for (uint32_t i = 1; i < n; ++i) {
    load_lreg(vector::l1, row + from[i], vector::as_int32);
    issue<add_integer_words>();
  }
  store_lreg(vector::l0, row, vector::as_int32);
}

inline __attribute__((noinline)) void run_sum_integer_columns(uint32_t tile) {
  begin_vector(tile);
  for (uint32_t columns : vector::quarters) sum_integers(columns, {0, 4, 8, 12, 32, 36, 40, 44});
  end_vector();
}
inline __attribute__((noinline)) void run_sum_integer_rows(uint32_t tile) {
  begin_vector(tile);
  for (uint32_t row = 0; row < 32; row += 4) sum_integers(vector::rows_at(row), {0, 2, 16, 18});
  end_vector();
}

inline __attribute__((noinline)) void run_add_next_tile(uint32_t tile) {
  begin_vector(tile);
  for (uint32_t row = 0; row < tile_rows; row += 2) sum_integers(row, {0, tile_rows});
  end_vector();
}

}  // namespace tensix::device
