// SPDX-License-Identifier: Apache-2.0
// The slices of a window of cycles for the page of --report: what every thread and unit did, and which instructions it had.
// Memory is bounded however long the run. No SystemC.
#pragma once
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "models/observe/observer.h"
#include "workload/elf/core_code.h"

namespace tensix {

class window_recorder : public observer {
 public:
  static constexpr uint64_t most_slices = 20000;    // of one window; a window with more is halved until they fit
  static constexpr uint64_t default_cycles = 4000;  // if the run as a whole has too many

  // `from`: first cycle; nothing: chosen so that the window lies in the second quarter of the run, or at the start of a run
  // shorter than two windows. `cycles`: its length. Neither: the whole run, if it has no more than `most_slices`.
  window_recorder(std::optional<uint64_t> from, std::optional<uint64_t> cycles, const core_programs& programs = {});

  void introduced(const char* who, account_of what) override;
  void counted(const char* who, stall_reason why, uint64_t from, uint64_t to) override;
  void spent(const char* who, uint32_t pc, uint32_t polled, stall_reason why, uint64_t from, uint64_t to) override;
  void issued(const gate_event& e, uint64_t thread_free) override;
  void executed(const char* who, int thread, uint32_t word, uint64_t issue, uint64_t from, uint64_t to) override;
  void works_with(const char* who, const work_details& details) override;

  static constexpr uint32_t no_thread = ~uint32_t{0};
  struct slice {
    uint64_t from = 0, to = 0;
    uint32_t what = 0;       // a stall_reason (none: busy), an instruction word, or a function of the core's program
    uint32_t thread = 0;     // of an instruction; of a function: the one that it is inlined in, or itself
    uint32_t polled = 0;     // of a state: the address that a core polls
    uint32_t times = 1;      // so many alike, each as long as the others
    uint64_t issued = 0;     // of an instruction in a unit: when its thread issued it (the first one)
    work_details with = {};  // likewise
    uint32_t wraps = 0;      // so often the unit had gone back to a lower address of L1 before it
  };
  struct row {
    std::string name;
    account_of what = account_of::unit;
    core_code code;  // of a core
    std::vector<slice> states;
    // Issued by the thread; worked on by the unit: several at once of different threads. Of a core: the functions it is in.
    std::vector<slice> instructions;
  };
  // Of a unit, in the whole run.
  struct moved {
    std::string name;
    uint32_t last_address = 0, wraps = 0;
  };
  struct window {
    uint64_t from = 0, to = 0;
    bool whole = false;  // the run
    bool cut = false;    // shorter than wanted, because of `most_slices`
    std::vector<row> rows;
    uint64_t slices = 0;
  };
  // The window of a run of `end` cycles; empty if the run ended before it.
  window finish(uint64_t end) const;
  std::vector<moved> movements() const;

 private:
  struct row_name {
    const char* who;
    account_of what;
    core_code code;
    bool has_details;  // of the instruction that is reported next
    work_details details;
    uint32_t last_address, wraps;
  };
  static constexpr uint64_t never_begins = ~uint64_t{0};
  const std::optional<uint64_t> from_;
  const uint64_t cycles_;
  const core_programs programs_;
  std::vector<row_name> names_;
  size_t cores_ = 0;
  window whole_;                // while it has few enough slices
  std::deque<window> windows_;  // candidates, by their beginning
  uint64_t next_ = 0;           // where the next candidate begins

  size_t row_of(const char* who) const;
  void reach(uint64_t cycle);
  window starting(uint64_t from, uint64_t to) const;
  template <typename Add>
  void each(uint64_t from, uint64_t to, const Add& into);
  static void shorten(window& w, uint64_t to);
  static void add(window& w, std::vector<slice>& slices, slice s);
};

}  // namespace tensix
