// SPDX-License-Identifier: Apache-2.0
// T1: sorting of the 64 numbers in each column of Dst tiles t and t + 1, with their indices in t + 2 and t + 3.
#pragma once
#include "tensix/vector_rows.h"
#include "workload/vector/sort.h"

namespace tensix::device {

inline constexpr uint32_t index_format = fp32_dst ? vector::as_int32 : vector::as_uint16, index_rows = 2 * tile_rows;

template <bool on>
struct move_partners_words {
  static constexpr vector::sequence words() { return vector::sequence{}.move_partners(on); }
};
template <vector::sort_part part, bool rising, bool stable>
struct sort_part_words {
  static constexpr vector::sequence words() { return vector::sort_words(part, rising, stable); }
};

// Four times four numbers at these rows of Dst, from where its counter stands.
template <uint32_t... rows>
struct load_numbers_words {
  static constexpr vector::sequence words() {
    vector::sequence s;
    uint32_t i = 0, j = 0;
    (s.load(vector::l0 + i++, rows), ...);
    (s.load(vector::l4 + j++, rows + index_rows, index_format), ...);
    return s;
  }
};
template <uint32_t... rows>
struct store_numbers_words {
  static constexpr vector::sequence words() {
    vector::sequence s;
    uint32_t i = 0, j = 0;
    const auto store = [&](uint32_t lreg, uint32_t row, uint32_t format) {
      s.store(lreg, vector::stay, format).word[s.size - 1] |= insn::SFPSTORE::dest_reg_addr.place(row);
    };
    (store(vector::l0 + i++, rows, vector::as_dst), ...);
    (store(vector::l4 + j++, rows + index_rows, index_format), ...);
    return s;
  }
};
// Moves Dst's counter on.
template <uint32_t rows>
ALWI void advance_rows() {
  constexpr uint32_t step = rows < 15 ? rows : 15;
  if constexpr (rows != 0) {
    ttinsn<word_of(opcode::INCRWC) | insn::INCRWC::rwc_d.place(step)>();
    advance_rows<rows - step>();
  }
}
// To the beginning of a quarter of the tile's columns.
ALWI void start_at(uint32_t quarter) {
  ttinsn<setrwc(0, rwc_dst)>();
  if (quarter & 2) advance_rows<2>();
  if (quarter & 16) advance_rows<16>();
}

// What does not depend on the program: whether equal numbers stay where they are.
template <bool stable>
struct sorter {
  using part = vector::sort_part;

  template <part p>
  static ALWI void do_part(bool rising = false) {
    if (rising) issue<sort_part_words<p, true, stable>>();
    else issue<sort_part_words<p, false, stable>>();
  }

  // Four times four numbers, by Dst row; the first `count` of them.
  struct block {
    uint32_t row[4];
    uint32_t count;
    ALWI void load() const {
      for (uint32_t i = 0; i < count; ++i) load_lreg(vector::l0 + i, row[i]);
      for (uint32_t i = 0; i < count; ++i) load_lreg(vector::l4 + i, row[i] + index_rows, index_format);
    }
    ALWI void store() const {
      for (uint32_t i = 0; i < count; ++i) store_lreg(vector::l0 + i, row[i]);
      for (uint32_t i = 0; i < count; ++i) store_lreg(vector::l4 + i, row[i] + index_rows, index_format);
    }
  };

  // 16 numbers, phases `first` to `last`, of 0 to 3; then on to the next 16.
  static ALWI void near_phases(int first, int last, bool rising) {
    issue<load_numbers_words<0, 4, 8, 12>>();
    if (first == 0 && last >= 3) {
      do_part<part::phases_0_to_3>(rising);
    } else {
      if (first <= 0) do_part<part::phase_0>();
      if (first <= 1 && last >= 1) do_part<part::phase_1>();
      if (first <= 2 && last >= 2) do_part<part::phase_2>();
      if (last >= 3) do_part<part::phase_3>(rising);
    }
    issue<store_numbers_words<0, 4, 8, 12>>();
    advance_rows<32>();
  }
  // All 64 numbers of a quarter, a step of what is `apart` (16 or 32).
  template <uint32_t apart>
  static ALWI void far_step(uint32_t quarter, bool rising, bool turns) {
    start_at(quarter);
    for (uint32_t i = 0; i < 4; ++i) {  // 8 numbers and their partners
      issue<load_numbers_words<0, 4, 2 * apart, 2 * apart + 4>>();
      do_part<part::far>(rising != (turns && i >= 2));
      issue<store_numbers_words<0, 4, 2 * apart, 2 * apart + 4>>();
      advance_rows<8>();
      if (i == 1) advance_rows<apart == 16 ? 48 : 16>();
    }
  }
  // All 64, steps of phase 4 or 5: from step number `step` (what is 2^(step - 1) apart) to the one behind `end`, then the last four.
  static ALWI void far_phase(uint32_t quarter, int phase, int step, int end, bool rising) {
    if (step == 6 && end < 6) far_step<32>(quarter, rising, phase == 4);
    if (step >= 5 && end < 5) far_step<16>(quarter, rising, phase == 4);
    start_at(quarter);
    for (uint32_t i = 0; i < 4; ++i) near_phases(3, 3, rising != (phase == 4 && i >= 2));
  }

  static inline __attribute__((noinline)) void sort(uint32_t tile, bool rising, int last, int first, int end_step,
                                                    int start_step) {
    begin(tile);
    for (uint32_t quarter : vector::quarters) {
      if (first <= 3) {
        start_at(quarter);
        for (uint32_t i = 0; i < 4; ++i) near_phases(first, last, rising != (i % 2 == 1));
      }
      for (int phase = first > 4 ? first : 4; phase <= last; ++phase) {
        const bool all = first != last;
        far_phase(quarter, phase, all ? phase + 1 : start_step, all ? 4 : end_step, rising);
      }
    }
    finish();
  }

  // Runs of `length` numbers: each one's larger halves with those of its partner's, which is (length << m) behind it.
  template <bool rising>
  static inline __attribute__((noinline)) void merge(uint32_t tile, uint32_t m, uint32_t length) {
    begin(tile);
    if (length >= 32) {
      for (uint32_t quarter : vector::quarters) far_step<32>(quarter, rising, false);
      finish();
      return;
    }
    const uint32_t apart = length << m > 32 ? 32 : length << m;
    uint32_t numbers = vector::sorted_numbers >> m;
    if (numbers < 2 * length) numbers = 2 * length;
    for (uint32_t column : vector::quarters) {
      uint32_t first = 0;
      for (uint32_t compared = 0; compared < numbers; compared += 2 * length, first += 2 * apart) {
        for (uint32_t i = first; i < first + length; i += 4) {
          const block b{{column + vector::number_at(i), column + vector::number_at(i + apart)}, 2};
          b.load();
          do_part<part::pair>(rising);
          b.store();
        }
      }
    }
    finish();
  }

  // Sorts what merging has left of the runs, (length << m + 1) behind each other: falling, rising, and so on; runs of 16 and more
  // the other way round if `rising`.
  static inline __attribute__((noinline)) void rebuild(uint32_t tile, bool rising, uint32_t m, uint32_t length,
                                                       uint32_t log_length, bool half) {
    begin(tile);
    const uint32_t apart = length << (m + 1) > 32 ? 32 : length << (m + 1);
    uint32_t numbers = vector::sorted_numbers >> (m + 1);
    if (numbers < 2 * length) numbers = 2 * length;
    if (half) numbers /= 2;
    const int phase = static_cast<int>(log_length) - 1;
    for (uint32_t column : vector::quarters) {
      if (phase > 3) {
        far_phase(column, phase, phase + 1, 4, rising);
        continue;
      }
      if (phase == 3) start_at(column);
      for (uint32_t compared = 0, first = 0; compared < numbers; compared += 16, first += 32) {
        if (phase == 3) {
          near_phases(3, 3, rising != (first != 0));
          advance_rows<32>();
        }
        const auto row = [&](uint32_t run, uint32_t i) { return column + vector::number_at(first + run * apart + i); };
        if (phase == 2) {
          const block b{{row(0, 0), row(0, 4), row(1, 0), row(1, 4)}, 4};
          b.load();
          do_part<part::phase_2>();
          b.store();
        } else if (phase == 1) {
          const block b{{row(0, 0), row(1, 0), row(2, 0), row(3, 0)}, apart > 16 ? 2u : 4u};
          b.load();
          do_part<part::phase_1>();
          b.store();
        }
      }
    }
    finish();
  }

 private:
  static ALWI void begin(uint32_t tile) {
    begin_vector(tile);
    issue<move_partners_words<true>>();
  }
  static ALWI void finish() {
    ttinsn<setrwc(0, rwc_dst)>();
    issue<move_partners_words<false>>();
    end_vector();
  }
};

}  // namespace tensix::device
