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

// To LReg 7: of number `i`, from 0; from a table, if there is one.
ALWI void push_reciprocal(const uint32_t* table, uint32_t i) {
  push_constant(vector::l7, table ? table[i] : reciprocal_bits(i + 1));
}

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

// Rows `row` to `end` - 1 are numbers `i` and on.
inline __attribute__((noinline)) void run_welford(uint32_t tile, uint32_t i, uint32_t row, uint32_t end,
                                                  const uint32_t* table) {
  begin_vector(tile);
  for (bool loaded = false; row < end; ++row, ++i) {
    if (!loaded || row % 4 == 0) {
      issue<transpose_words>();
      load_rows(vector::l0, vector::rows_at(row));
      issue<transpose_words>();
      loaded = true;
    }
    push_reciprocal(table, i);
    switch (row % 4) {
      case 0: issue<welford_row_words<0>>(); break;
      case 1: issue<welford_row_words<1>>(); break;
      case 2: issue<welford_row_words<2>>(); break;
      default: issue<welford_row_words<3>>(); break;
    }
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
inline __attribute__((noinline)) void finish_welford(uint32_t tile, uint32_t row, uint32_t i, const uint32_t* table) {
  begin_vector(tile);
  push_reciprocal(table, i);
  issue<welford_results_words>();
  store_numbers(row);
  end_vector();
}
inline __attribute__((noinline)) void finish_welford_as_row(uint32_t tile, uint32_t i, const uint32_t* table) {
  begin_vector(tile);
  push_reciprocal(table, i);
  issue<welford_row_results_words>();
  store_rows(vector::l0, 0);
  store_rows(vector::l4, tile_rows);
  end_vector();
}

}  // namespace tensix::device
