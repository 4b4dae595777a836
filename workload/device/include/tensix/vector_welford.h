// SPDX-License-Identifier: Apache-2.0
// T1: mean and variance of each column of tiles, by Welford's algorithm: a row at a time, each with the reciprocal of how many rows
// there are with it.
#pragma once
#include "tensix/vector_rows.h"

namespace tensix::device {

// FP32 nearest to 1 / n, n from 1 to 2^24. 25 bits behind the leading one's place, by division of 32 bits, a digit of as many bits as
// there is room for at a time.
constexpr uint32_t reciprocal_bits(uint32_t n) {
  uint32_t exponent = 31 - static_cast<uint32_t>(__builtin_clz(static_cast<unsigned>(n)));
  if ((n & (n - 1)) == 0) return (127 - exponent) << 23;
  uint32_t quotient = 0, rest = 1;
  for (uint32_t left = 25 + exponent; left;) {
    const uint32_t digit = left < 31 - exponent ? left : 31 - exponent;
    quotient = quotient << digit | (rest << digit) / n;
    rest = (rest << digit) % n;
    left -= digit;
  }
  return ((125 - exponent) << 23) + ((quotient + 1) >> 1);  // the leading one adds 1 to the exponent
}
static_assert(reciprocal_bits(1) == 0x3f800000 && reciprocal_bits(3) == 0x3eaaaaab && reciprocal_bits(10) == 0x3dcccccd &&
              reciprocal_bits(4096) == 0x39800000 && reciprocal_bits(16777215) == 0x33800001);

// Of number `i`, from 0.
struct computed_reciprocals {
  ALWI uint32_t operator[](uint32_t i) const { return reciprocal_bits(i + 1); }
};
using known_reciprocals = const uint32_t*;

template <uint32_t row>
struct welford_row_words {
  static constexpr vector::sequence words() { return vector::welford_row(vector::l0 + row); }
};
struct forget_numbers_words {
  static constexpr vector::sequence words() { return vector::sequence{}.constant(vector::l4, 0).constant(vector::l5, 0); }
};
struct welford_results_words {
  static constexpr vector::sequence words() { return vector::welford_results(vector_width); }
};
struct welford_row_results_words {
  static constexpr vector::sequence words() { return vector::welford_results_as_row(vector_width); }
};

ALWI void load_four_rows(uint32_t row) {
  issue<transpose_words>();
  load_rows(vector::l0, vector::rows_at(row));
  issue<transpose_words>();
}
template <uint32_t row>
ALWI void count_row(uint32_t reciprocal) {
  push_constant(vector::l7, reciprocal);
  issue<welford_row_words<row>>();
}
// Rows `row` to `end` - 1 are numbers `i` and on.
template <class Reciprocals>
inline __attribute__((noinline)) void run_welford(uint32_t tile, uint32_t i, uint32_t row, uint32_t end,
                                                  Reciprocals reciprocals) {
  begin_vector(tile);
  while (row < end) {
    const uint32_t first = row & ~3u, to = end - first;  // of the rows that are loaded at once
    if (row == first && to >= 4) {
      const uint32_t r0 = reciprocals[i], r1 = reciprocals[i + 1], r2 = reciprocals[i + 2], r3 = reciprocals[i + 3];
      load_four_rows(row);
      count_row<0>(r0);
      count_row<1>(r1);
      count_row<2>(r2);
      count_row<3>(r3);
      i += 4;
    } else {
      const uint32_t from = row - first;
      load_four_rows(row);
      if (from == 0) count_row<0>(reciprocals[i++]);
      if (from <= 1 && to > 1) count_row<1>(reciprocals[i++]);
      if (from <= 2 && to > 2) count_row<2>(reciprocals[i++]);
      if (to > 3) count_row<3>(reciprocals[i++]);
    }
    row = first + 4;
  }
  end_vector();
}

// LReg 4 and 5 as they are, in Dst rows `row` and on of a tile and of the next one: even columns of four.
ALWI void store_numbers(uint32_t row) {
  store_lreg(vector::l4, row);
  store_lreg(vector::l5, row + tile_rows);
}
inline __attribute__((noinline)) void save_welford(uint32_t tile, uint32_t row) {
  begin_vector(tile);
  store_numbers(row);
  end_vector();
}
inline __attribute__((noinline)) void restore_welford(uint32_t tile, uint32_t row) {
  begin_vector(tile);
  load_lreg(vector::l4, row);
  load_lreg(vector::l5, row + tile_rows);
  end_vector();
}
// `reciprocal`: of how many there are.
inline __attribute__((noinline)) void finish_welford(uint32_t tile, uint32_t row, uint32_t reciprocal) {
  begin_vector(tile);
  push_constant(vector::l7, reciprocal);
  issue<welford_results_words>();
  store_numbers(row);
  end_vector();
}
inline __attribute__((noinline)) void finish_welford_as_row(uint32_t tile, uint32_t reciprocal) {
  begin_vector(tile);
  push_constant(vector::l7, reciprocal);
  issue<welford_row_results_words>();
  store_rows(vector::l0, 0);
  store_rows(vector::l4, tile_rows);
  end_vector();
}

}  // namespace tensix::device
