// SPDX-License-Identifier: Apache-2.0
// What event logs have covered (docs/events.md, "Coverage"): how often each thread has issued each instruction, and what it has waited
// for. No SystemC.
#pragma once
#include <array>
#include <cstdint>
#include <ostream>
#include <vector>

#include "models/contracts/reasons.h"
#include "models/registers/config_words.h"
#include "observe/events/event_file.h"

namespace tensix {

class issue_coverage {
 public:
  issue_coverage();
  // All of a log. Throws event_line_error.
  void add(event_reader& log);
  // Tables by unit: counts, then what has not been met; or the latter alone.
  void print(std::ostream& out, bool holes_alone) const;
  // As LCOV has it: a line of models/isa/instructions.def an instruction, a branch a point, a block a thread.
  void print_lcov(std::ostream& out) const;

 private:
  static constexpr unsigned reasons = static_cast<unsigned>(stall_reason::count);
  static constexpr unsigned opcodes = 256;
  // none: issued; otherwise stretches of waiting.
  using points = std::array<std::array<uint64_t, reasons>, thread_count>;
  std::vector<points> of_;  // by opcode
  uint64_t logs_ = 0, issued_ = 0, waits_ = 0;

  uint64_t all_threads(unsigned opcode, unsigned point) const;
  void print_counts(std::ostream& out, const std::vector<unsigned>& instructions) const;
  void print_holes(std::ostream& out, const std::vector<unsigned>& instructions,
                   const std::vector<stall_reason>& expected) const;
};

}  // namespace tensix
