// SPDX-License-Identifier: Apache-2.0
// What threads and units do, as a table for people: a line a cycle, a column a thread or unit. No SystemC.
//
//   thread   the instruction issued in this cycle; (reason) what it waits for; # still held by the one before; . nothing
//   unit     # busy, (reason) waiting, . idle; behind it T0, T1, T2 in the cycle in which it takes that thread's instruction
//   core     # busy, (reason) waiting, . idle; behind it the function in which it is
//
// Cycles in which nothing changes are folded into one line. Columns without anything to show are left out.
#pragma once
#include <array>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "models/observe/observer.h"
#include "workload/elf/core_code.h"

namespace tensix {

// Whether the unit of this name takes `word` (as the frontends and packers choose).
bool goes_to(uint32_t word, const std::string& unit);

class timeline : public observer {
 public:
  // Shows at most `lines` lines from cycle `from` on; keeps no more than these need, however long the run.
  timeline(uint64_t from, uint64_t lines, const core_programs& programs = {});

  void introduced(const char* who, account_of what) override;  // a column; threads come first
  void counted(const char* who, stall_reason why, uint64_t from, uint64_t to) override;
  void spent(const char* who, uint32_t pc, uint32_t polled, stall_reason why, uint64_t from, uint64_t to) override;
  void issued(const gate_event& e, uint64_t thread_free) override;

  // `end`: cycles of the run.
  void print(std::ostream& out, uint64_t end) const;

 private:
  struct stretch {
    uint64_t from, to;
    stall_reason why;
  };
  struct issue {  // the same word in every cycle of [from, to)
    uint64_t from, to;
    uint32_t word;
  };
  struct column {
    const char* who;
    std::string name;  // the same
    int thread;        // -1: none
    account_of what;
    std::vector<stretch> stretches;
    core_code code;                // of a core
    std::vector<issue> functions;  // the innermost ones in which it is, by their numbers in `code`
  };
  // What a column shows of one cycle.
  struct cell {
    stall_reason state = stall_reason::no_instruction;  // none: busy; no_instruction: idle
    uint32_t word = 0;                                  // of a thread that issues; function of a core
    uint8_t takes = 0;  // unit: threads whose instruction it takes; thread: 1 if it issues; core: 1 if it is in a function
    bool operator==(const cell& o) const { return state == o.state && word == o.word && takes == o.takes; }
  };
  struct row {
    uint64_t from, to;
    std::vector<cell> cells;
  };

  const uint64_t from_, lines_;
  std::vector<column> columns_;
  std::array<std::vector<issue>, 3> issues_;
  const core_programs programs_;
  size_t cores_ = 0;

  column* column_of(const char* who);
  std::vector<row> rows(uint64_t end) const;
  std::string text(const column& c, const cell& shown) const;
};

}  // namespace tensix
