// SPDX-License-Identifier: Apache-2.0
// Functions across the rows of a tile: LReg 0 to 3 take four rows of 32 columns at a time, and SFPTRANSP makes each of them one
// row. It turns LReg 4 to 7 as well, in which sums and the like go from row to row, and from tile to tile: so it comes in pairs.
// Freestanding.
#pragma once
#include "workload/vector/program.h"

namespace tensix::vector {

// Dst rows, from the tile's first, of what holds four rows of the tile, the first of which is `row`: even and odd columns on the
// left, even and odd ones on the right.
inline constexpr uint32_t quarters[4] = {0, 2, 16, 18};
constexpr uint32_t rows_at(uint32_t row) { return (row & 12) | (row & 16) << 1; }

constexpr void round_rows(sequence& s, width w) {
  for (uint32_t i = 0; i < 4; ++i) round(s, l0 + i, w);
}

// LReg 7, between a pair of transpositions: what the row before has left.
constexpr sequence forget_row_before() {
  sequence s;
  return s.transpose().constant(l7, 0).transpose();
}
// Each row is the sum of itself and all rows before.
constexpr sequence sum_up_rows(width w) {
  sequence s;
  s.transpose();
  for (uint32_t i = 0; i < 4; ++i) s.plus(l0 + i, l0 + i, i ? l0 + i - 1 : l7);
  s.move(l7, l3);
  round_rows(s, w);
  return s.transpose();
}
// LReg 4 x what the row before has become + LReg 5 x the row.
constexpr sequence average_rows(width w) {
  sequence s;
  s.transpose();
  for (uint32_t i = 0; i < 4; ++i) s.mul(l6, i ? l0 + i - 1 : l7, l4).mad(l0 + i, l0 + i, l5, l6);
  s.move(l7, l3);
  round_rows(s, w);
  return s.transpose();
}

// Welford: LReg 4 is the mean of the numbers so far, LReg 5 the sum of their squared distances from it, LReg 7 the reciprocal of how
// many there are with those in `x`.
constexpr sequence welford_row(uint32_t x) {
  sequence s;
  return s.minus(l6, x, l4).mad(l4, l6, l7, l4).minus(x, x, l4).mad(l5, l6, x, l5);
}
// LReg 4 and 5, if LReg 7 is a reciprocal: mean, variance, rounded.
constexpr sequence welford_results(width w) {
  sequence s;
  s.mul(l5, l5, l7);
  round(s, l4, w);
  round(s, l5, w);
  return s;
}
// The same as the first of four rows of LReg 0 to 3 and of LReg 4 to 7; the others are zeros.
constexpr sequence welford_results_as_row(width w) {
  sequence s = welford_results(w);
  s.move(l0, l4).move(l4, l5);
  for (uint32_t i = 1; i < 4; ++i) s.constant(l0 + i, 0).constant(l4 + i, 0);
  return s.transpose();
}

// Row `to` of LReg 4 to 7 += row `from` of LReg 0 to 3.
constexpr sequence add_row(uint32_t from, uint32_t to, width w) {
  sequence s;
  s.transpose().plus(l4 + to, l4 + to, l0 + from);
  round(s, l4 + to, w);
  return s.transpose();
}

}  // namespace tensix::vector
