// SPDX-License-Identifier: Apache-2.0
// Bitonic sorting of 64 numbers in each column of two tiles, their indices following. LReg 0 to 3 have 16 of them, four rows each,
// LReg 4 to 7 their indices, and go with them (sequence::move_partners). Freestanding.
//
// Phase p makes sorted runs of 2^(p + 1) of pairs of runs, falling and rising in turn, by steps that compare what is 2^p, ..., 2, 1
// apart. Steps 8 and 4 are between LRegs, steps 2 and 1 as well, once they have been transposed.
#pragma once
#include "workload/vector/sequence.h"

namespace tensix::vector {

inline constexpr uint32_t sorted_numbers = 64, numbers_at_once = 16;

// Dst row, from the first tile's, of the four rows that begin with number p.
constexpr uint32_t number_at(uint32_t p) { return (p & 15) + (p >> 4) * 32; }

// `stable`: equal numbers stay where they are. Where SFPSWAP's VD is to become the larger it swaps them, and the second one back.
class sorting {
 public:
  explicit constexpr sorting(bool stable = false) : stable_(stable) {}
  sequence words;

  constexpr sorting& phase_0() { return transposed(true).larger_first(l0, l1).larger_first(l3, l2); }
  constexpr sorting& phase_1() { return transposed(true).alternate(in_rows_02); }
  constexpr sorting& phase_2() {
    return transposed(false).larger_first(l0, l1).larger_first(l3, l2).transposed(true).alternate(in_rows_01);
  }
  constexpr sorting& phase_3(bool rising) {
    return transposed(false).steps_2_and_1(rising).transposed(true).steps_2_and_1(rising);
  }
  // LReg 0 and 1 against LReg 2 and 3: a step by 16 or 32.
  constexpr sorting& far(bool rising) { return compare(l0, l2, rising).compare(l1, l3, rising); }
  // LReg 0 against LReg 1.
  constexpr sorting& pair(bool rising) { return compare(l0, l1, rising); }
  constexpr sorting& end() { return transposed(false); }

 private:
  bool stable_, transposed_ = false;

  constexpr sorting& transposed(bool on) {
    if (transposed_ != on) words.transpose();
    transposed_ = on;
    return *this;
  }
  constexpr sorting& larger_first(uint32_t a, uint32_t b) {
    words.min_max_in(in_all, b, a);
    return *this;
  }
  constexpr sorting& compare(uint32_t a, uint32_t b, bool rising) { return rising ? larger_first(b, a) : larger_first(a, b); }
  constexpr sorting& steps_2_and_1(bool rising) {
    return compare(l0, l2, rising).compare(l1, l3, rising).compare(l0, l1, rising).compare(l2, l3, rising);
  }
  // Steps 2 and 1: falling in these rows, rising in the others.
  constexpr sorting& alternate(uint32_t rows) {
    constexpr uint32_t pairs[4][2] = {{l0, l2}, {l1, l3}, {l0, l1}, {l2, l3}};
    for (uint32_t i = 0; i < 4; i += 2)
      for (uint32_t again = 0; again <= stable_; ++again)
        for (uint32_t j = i; j < i + 2; ++j) words.min_max_in(rows, pairs[j][1], pairs[j][0]);
    return *this;
  }
};

// LReg 0: the larger of it and LReg 1; of equal ones, LReg 0's.
constexpr sequence take_larger() { return sorting().pair(false).words; }
// Row 0 of LReg 0: the largest of its rows. `pairs`: rows 0 and 1, of rows 0 and 2, 1 and 3.
constexpr sequence take_largest_row(bool pairs) {
  sequence s;
  s.transpose();
  if (pairs) s.min_max(l2, l0).min_max(l3, l1);
  else s.min_max(l1, l0).min_max(l3, l2).min_max(l2, l0);
  return s.transpose();
}

// The phases alone, and all four at once.
enum class sort_part : uint32_t { phase_0, phase_1, phase_2, phase_3, phases_0_to_3, far, pair };
constexpr sequence sort_words(sort_part part, bool rising, bool stable) {
  sorting s(stable);
  switch (part) {
    case sort_part::phase_0: s.phase_0(); break;
    case sort_part::phase_1: s.phase_1(); break;
    case sort_part::phase_2: s.phase_2(); break;
    case sort_part::phase_3: s.phase_3(rising); break;
    case sort_part::phases_0_to_3: s.phase_0().phase_1().phase_2().phase_3(rising); break;
    case sort_part::far: s.far(rising); break;
    case sort_part::pair: s.pair(rising); break;
  }
  return s.end().words;
}

}  // namespace tensix::vector
