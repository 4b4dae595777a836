// SPDX-License-Identifier: Apache-2.0
// T1: the vector unit reduces tiles of Dst to a row or a column.
#pragma once
#include "tensix/vector_sums.h"
#include "workload/vector/reduction.h"

namespace tensix::device {

template <vector::reduction r, vector::datum_kind k>
struct begin_reduction_words {
  static constexpr vector::sequence words() { return vector::begin_reduction(r, k); }
};
template <vector::reduction r, vector::datum_kind k>
struct reduce_more_words {
  static constexpr vector::sequence words() { return vector::reduce_more(r, k); }
};
template <vector::reduction r, vector::datum_kind k>
struct reduce_to_row_words {
  static constexpr vector::sequence words() { return vector::reduce_to_row(r, k, vector_width); }
};
template <vector::reduction r, vector::datum_kind k>
struct reduce_to_column_words {
  static constexpr vector::sequence words() { return vector::reduce_to_column(r, k, vector_width); }
};
template <vector::datum_kind k>
struct end_sum_words {
  static constexpr vector::sequence words() { return vector::end_sum(k, vector_width); }
};

// `format`: of SFPLOAD and SFPSTORE.
template <vector::reduction r, vector::datum_kind k, uint32_t format>
struct vector_reduction {
  static ALWI void begin(uint32_t row) {
    load_rows(vector::l4, row, format);
    issue<begin_reduction_words<r, k>>();
  }
  static ALWI void more(uint32_t row) {
    load_rows(vector::l0, row, format);
    issue<reduce_more_words<r, k>>();
  }
  // All rows of `tiles` tiles one behind the other, to row 0 of the first; rows 1 to 3 lose what they have.
  static inline __attribute__((noinline)) void to_row(uint32_t tile, uint32_t tiles) {
    begin_vector(tile);
    begin(0);
    for (uint32_t row = 4; row < 32; row += 4) more(vector::rows_at(row));
    for (uint32_t t = 1; t < tiles; ++t)
      for (uint32_t row = 0; row < 32; row += 4) more(tile_rows * t + vector::rows_at(row));
    issue<reduce_to_row_words<r, k>>();
    store_rows(vector::l4, 0, format);
    end_vector();
  }
  // The columns of `tiles` tiles to column 0 of the first; columns 2, 4, ..., 14 lose what they have.
  static inline __attribute__((noinline)) void to_column(uint32_t tile, uint32_t tiles) {
    begin_vector(tile);
    for (uint32_t row = 0; row < 32; row += 4) {
      const uint32_t first = vector::rows_at(row);
      begin(first);
      for (uint32_t t = 1; t < tiles; ++t) more(tile_rows * t + first);
      issue<reduce_to_column_words<r, k>>();
      store_lreg(vector::l4, first, format);
    }
    end_vector();
  }
  // Rows 0 to 3 of two tiles, summed up.
  static inline __attribute__((noinline)) void add_rows(uint32_t a, uint32_t b, uint32_t out) {
    begin_vector(a);
    begin(0);
    more(rows_between(a, b));
    issue<end_sum_words<k>>();
    store_rows(vector::l4, rows_between(a, out), format);
    end_vector();
  }
};

}  // namespace tensix::device
