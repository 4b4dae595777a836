// SPDX-License-Identifier: Apache-2.0
// T1: the vector unit across the rows of a tile of Dst.
#pragma once
#include "tensix/vector.h"
#include "workload/vector/rows.h"

namespace tensix::device {

// Loads and stores, where rows of Dst are known only as the program runs; `row` counts from the selected tile.
ALWI void load_lreg(uint32_t lreg, uint32_t row, uint32_t format = vector::as_dst) {
  using namespace insn::SFPLOAD;
  push((word_of(opcode::SFPLOAD) | lreg_ind.place(lreg) | instr_mod0.place(format) |
        sfpu_addr_mode.place(idle_address_modifier)) +
       row);
}
ALWI void store_lreg(uint32_t lreg, uint32_t row, uint32_t format = vector::as_dst) {
  using namespace insn::SFPSTORE;
  push((word_of(opcode::SFPSTORE) | lreg_ind.place(lreg) | instr_mod0.place(format) |
        sfpu_addr_mode.place(idle_address_modifier)) +
       row);
}
ALWI void load_rows(uint32_t lreg, uint32_t row, uint32_t format = vector::as_dst) {
  for (uint32_t i = 0; i < 4; ++i) load_lreg(lreg + i, row + vector::quarters[i], format);
}
ALWI void store_rows(uint32_t lreg, uint32_t row, uint32_t format = vector::as_dst) {
  for (uint32_t i = 0; i < 4; ++i) store_lreg(lreg + i, row + vector::quarters[i], format);
}
ALWI void push_constant(uint32_t lreg, uint32_t bits) {
  using namespace insn::SFPLOADI;
  push((word_of(opcode::SFPLOADI) | lreg_ind.place(lreg) | instr_mod0.place(10)) + (bits & 0xffff));
  push((word_of(opcode::SFPLOADI) | lreg_ind.place(lreg) | instr_mod0.place(8)) + (bits >> 16));
}

struct forget_row_words {
  static constexpr vector::sequence words() { return vector::forget_row_before(); }
};
struct sum_up_words {
  static constexpr vector::sequence words() { return vector::sum_up_rows(vector_width); }
};
struct average_words {
  static constexpr vector::sequence words() { return vector::average_rows(vector_width); }
};
struct transpose_words {
  static constexpr vector::sequence words() { return vector::sequence{}.transpose(); }
};

// Four rows at a time; the results are `result_rows` further.
template <class P>
ALWI void run_row_after_row(uint32_t tile, uint32_t result_rows) {
  begin_vector(tile);
  for (uint32_t row = 0; row < 32; row += 4) {
    load_rows(vector::l0, vector::rows_at(row));
    issue<P>();
    store_rows(vector::l0, vector::rows_at(row) + result_rows);
  }
  end_vector();
}

// Columns summed up from the top; not `first`: from what the last call has left.
inline __attribute__((noinline)) void run_sum_up(uint32_t tile, bool first) {
  if (first) issue<forget_row_words>();
  run_row_after_row<sum_up_words>(tile, 0);
}

// Moving averages: their two weights are in LReg 4 and 5, between a pair of transpositions.
ALWI void set_weights(uint32_t before, uint32_t now) {
  issue<transpose_words>();
  push_constant(vector::l4, before);
  push_constant(vector::l5, now);
  issue<transpose_words>();
}
inline __attribute__((noinline)) void run_average(uint32_t tile) { run_row_after_row<average_words>(tile, tile_rows); }

// Row i of a tile is added to row to[i] of the next one, for those that are below 32.
template <uint32_t from, uint32_t to>
struct add_row_words {
  static constexpr vector::sequence words() { return vector::add_row(from, to, vector_width); }
};
template <uint32_t from>
ALWI void add_row_to(uint32_t to) {
  if (to == 0) issue<add_row_words<from, 0>>();
  else if (to == 1) issue<add_row_words<from, 1>>();
  else if (to == 2) issue<add_row_words<from, 2>>();
  else issue<add_row_words<from, 3>>();
}
inline __attribute__((noinline)) void run_add_rows(uint32_t tile, uint32_t addresses) {
  begin_vector(tile);
  for (uint32_t row = 0; row < 32; ++row) {
    if (row % 4 == 0) load_rows(vector::l0, vector::rows_at(row));
    const uint32_t to = l1((addresses + row) & ~3u) >> 8 * ((addresses + row) & 3) & 0xff;
    if (to >= 32) continue;
    const uint32_t sums = tile_rows + vector::rows_at(to);
    load_rows(vector::l4, sums);
    switch (row % 4) {
      case 0: add_row_to<0>(to % 4); break;
      case 1: add_row_to<1>(to % 4); break;
      case 2: add_row_to<2>(to % 4); break;
      default: add_row_to<3>(to % 4); break;
    }
    store_rows(vector::l4, sums);
  }
  end_vector();
}

}  // namespace tensix::device
