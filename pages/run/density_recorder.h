// SPDX-License-Identifier: Apache-2.0
// How long each thread, unit and core was in each state in successive intervals of a whole run, for the page of --report. At
// most `most_intervals`, which double as the run grows. No SystemC.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "models/observe/observer.h"
#include "pages/run/intervals.h"

namespace tensix {

class density_recorder : public observer {
 public:
  static constexpr size_t most_intervals = 512;

  void introduced(const char* who, account_of what) override;
  void counted(const char* who, stall_reason why, uint64_t from, uint64_t to) override;

  using counts = interval_counts;
  struct row {
    std::string name;
    std::array<counts, static_cast<size_t>(stall_reason::count)> states;  // by reason (none: busy); empty: never
  };
  struct history {
    uint64_t interval = 0, end = 0;  // cycles; the last interval ends at `end`
    std::vector<row> rows;
  };
  // Of a run of `end` cycles.
  history finish(uint64_t end) const;

 private:
  struct stretch {
    const char* who;
    uint64_t from = 0, to = 0;
    stall_reason why = stall_reason::none;
  };
  uint64_t interval_ = 1;
  std::vector<row> rows_;
  std::vector<stretch> last_;  // of each row: may reach beyond the end of the run, so it counts when the next is there

  static void count(row& r, const stretch& s, uint64_t interval);
  void widen(uint64_t to);
};

}  // namespace tensix
