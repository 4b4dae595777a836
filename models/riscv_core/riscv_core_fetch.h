// SPDX-License-Identifier: Apache-2.0
// Fetch: the L0 instruction cache (sets of lines of 16 bytes, predecoded when they arrive; of a set the one used longest ago is
// displaced), its prefetcher, which follows control flow as the branch predictor guesses it, and that. Source: ISA documentation,
// BabyRISCV (Wormhole), InstructionCache; diagram of BabyRISCV (Blackhole): size, and 128 bits from the cache. Ways, and the cycles
// of a fetch, are inferred: a loop of 4 KiB takes one cycle an instruction, and of a larger one each line that is fetched in every
// round takes one more.
#pragma once
#include "models/riscv_core/branch_predictor.h"
#include "models/riscv_core/riscv_core_surroundings.h"

namespace tensix {

class core_fetch {
 public:
  struct code_line {
    uint32_t number = core_no_line;  // address / 16
    cycle_t ready = 0;               // first cycle in which its instructions may enter EX1
    cause by;                        // of that cycle, if causes are recorded
    uint64_t looked_ahead = 0;       // value of `changes_` when its successors were looked for
    uint64_t used = 0;               // value of `uses_` when the core came to it, or it arrived
    std::array<riscv_instruction, 4> d;
    std::array<uint32_t, 4> word{};
  };
  explicit core_fetch(riscv_core_parts& core);
  void reset();

  // The line that holds the pc, once it is there and may be executed; nullptr: there is none, as the program is wrong.
  const code_line* next_line();
  // The line, if it is in the cache.
  const code_line* present(uint32_t number) const {
    const code_line* const set = &lines_[(number & mask_) * ways_];
    for (unsigned i = 0; i < ways_; ++i)
      if (set[i].number == number) return &set[i];
    return nullptr;
  }
  void invalidate();
  // Whether the branch or jump at `pc` to `next` was predicted; the predictor learns from it.
  bool predicted(uint32_t pc, uint32_t next, bool conditional);
  void forget_branches() { predictor_.forget(); }

  void arrived(unsigned i);  // the i-th fetch is complete
  bool idle() const { return in_flight_ == 0; }
  uint64_t changes() const { return changes_; }  // of lines: grows
  const branch_predictor& predictor() const { return predictor_; }

 private:
  struct line_fetch {
    alignas(8) uint8_t data[core_line_bytes] = {};
    bool busy = false;
    uint32_t line = core_no_line;
    event_id by = 0;  // its event, if causes are recorded
    cycle_t issued = 0;
  };
  riscv_core_parts& core_;
  std::vector<code_line> lines_;  // empty until the core runs
  const uint32_t line_count_;
  const unsigned ways_;
  const uint32_t mask_;  // of a number: its set
  uint64_t changes_ = 1, uses_ = 0;
  unsigned in_flight_ = 0;
  branch_predictor predictor_;
  std::array<line_fetch, core_max_fetches> fetches_;
  tile_event fetched_{"fetched"};

  code_line* line_of(uint32_t number) { return const_cast<code_line*>(present(number)); }
  code_line& place_for(uint32_t number);
  bool in_flight(uint32_t number) const;
  bool fetch(uint32_t number, cycle_t cycle);
  void prefetch(code_line& behind);
  uint32_t behind_line(uint32_t pc) const;
};

}  // namespace tensix
