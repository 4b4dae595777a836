// SPDX-License-Identifier: Apache-2.0
// Pins of cosim/rtl/sv/tt_src_if.sv, writer's side <-> the hand-over of a tile (models/hand_over/src_hand_over.h) and its
// banks. For any block that has the interface's signals as members with the prefix src_.
#pragma once
#include <algorithm>
#include <string>

#include "cosim/rtl/rtl_failure.h"
#include "models/hand_over/src_hand_over.h"

namespace tensix {

class src_writer {
 public:
  src_writer(unsigned which, src_register& registers, src_hand_over& hand_over)
      : which_(which), registers_(registers), hand_over_(hand_over) {}

  // src_own as it is in `cycle`.
  uint8_t own(cycle_t cycle) const {
    unsigned own = 0;
    for (unsigned b = 0; b < 2; ++b)
      own |= static_cast<unsigned>(hand_over_.usable_from(which_, b, src_client::unpackers, cycle) <= cycle) << b;
    return static_cast<uint8_t>(own);
  }
  // Whether the bank that the matrix unit is at is the writer's: what is given to that unit is not seen before it is in src_own.
  bool matrix_bank(cycle_t cycle) const { return hand_over_.matrix_bank_usable_from(which_, cycle) <= cycle; }
  // What the block has driven at the edge that ends `cycle`: datums, a cleared bank, a bank given with its format. A write to a bank
  // that is not the writer's is the block's fault.
  template <class Pins>
  void at_edge(const Pins& pins, cycle_t cycle, const char* by) {
    src_bank& written = registers_.bank[pins.src_bank & 1];
    if ((pins.src_we || pins.src_clr) && !(own(cycle) >> (pins.src_bank & 1) & 1))
      throw rtl_failure(std::string("RTL ") + by + " writes bank " + std::to_string(pins.src_bank) + " of Src" +
                        (which_ ? "B" : "A") + " in cycle " + std::to_string(cycle) + ", which is not its own (src_own)");
    if (pins.src_clr) {
      for (auto& row : written.row) std::fill_n(row, row_datums, pins.src_clr_value & 0x7ffffu);
      written.fill(~uint64_t{0});
    }
    if (pins.src_we) {
      uint32_t* const row = written.row[pins.src_row & (src_rows - 1)];
      for (unsigned i = 0; i < row_datums; ++i)
        if (pins.src_mask >> i & 1) row[i] = pins.src_data[i] & 0x7ffffu;
      written.fill(src_row_set(pins.src_row, 1));
    }
    if (!pins.src_give) return;
    const unsigned bank = pins.src_give_bank & 1;
    if (!(own(cycle) >> bank & 1))
      throw rtl_failure(std::string("RTL ") + by + " gives bank " + std::to_string(bank) + " of Src" + (which_ ? "B" : "A") +
                        " in cycle " + std::to_string(cycle) + ", which is not its own (src_own)");
    registers_.bank[bank].allowed_client = src_client::matrix_unit;
    registers_.bank[bank].format = pins.src_fmt;
    registers_.bank[bank].filled_rows = 0;
    registers_.unpack_bank = bank ^ 1;
    hand_over_.changed({src_bank_bit(which_, bank), true}, cycle, by);
  }
  uint8_t bank() const { return static_cast<uint8_t>(registers_.unpack_bank); }
  uint8_t at_matrix_unit() const { return static_cast<uint8_t>(registers_.matrix_bank); }

 private:
  const unsigned which_;
  src_register& registers_;
  src_hand_over& hand_over_;
};

}  // namespace tensix
