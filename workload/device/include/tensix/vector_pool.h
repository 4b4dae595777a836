// SPDX-License-Identifier: Apache-2.0
// T1: the largest of a tile's rows, column by column, and what is in the same place of another tile: its index.
#pragma once
#include "tensix/vector_sort.h"

namespace tensix::device {

struct take_larger_words {
  static constexpr vector::sequence words() { return vector::take_larger(); }
};
template <bool pairs>
struct take_largest_row_words {
  static constexpr vector::sequence words() { return vector::take_largest_row(pairs); }
};

// `in_row_order`: row i of 32 datums is Dst rows 2i and 2i + 1, left and right half, else where tiles have it. The result takes the place
// of row 0. `accumulate`: the result goes to the tiles behind as well, and what is there is one more row, if `more`.
template <uint32_t rows, bool in_row_order, bool accumulate>
struct row_pool {
  static constexpr uint32_t at_once = in_row_order ? 2 : 4, whole = rows / at_once * at_once;
  static_assert(rows - whole <= 1 && whole != 0, "of the last rows that are loaded one at most is not among them");

  static ALWI void load(uint32_t lreg, uint32_t row, uint32_t index_tile) {
    load_lreg(vector::l0 + lreg, row);
    load_lreg(vector::l4 + lreg, row + index_tile, index_format);
  }
  static ALWI void store(uint32_t row, uint32_t index_tile) {
    store_lreg(vector::l0, row);
    store_lreg(vector::l4, row + index_tile, index_format);
  }
  static ALWI uint32_t place(uint32_t row) { return in_row_order ? 2 * row : vector::rows_at(row); }
  static ALWI void take(uint32_t row, uint32_t index_tile) {
    load(1, row, index_tile);
    issue<take_larger_words>();
  }

  static inline __attribute__((noinline)) void run(uint32_t tile, uint32_t index_tile, bool more) {
    const uint32_t indices = rows_between(tile, index_tile);
    begin_vector(tile);
    issue<move_partners_words<true>>();
    for (uint32_t i = 0; i < (in_row_order ? 2 : 4); ++i) {
      const uint32_t columns = vector::quarters[i];
      load(0, columns, indices);
      for (uint32_t row = at_once; row < whole; row += at_once) take(columns + place(row), indices);
      issue<take_largest_row_words<in_row_order>>();
      if (whole < rows) take(columns + place(whole), indices);
      if (accumulate && more) take(columns + tile_rows, indices);
      if (accumulate) store(columns + tile_rows, indices);
      store(columns, indices);
    }
    issue<move_partners_words<false>>();
    end_vector();
  }
};

}  // namespace tensix::device
