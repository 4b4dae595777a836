// SPDX-License-Identifier: Apache-2.0
// When links of the NoCs passed flits, and when they passed none though packets waited for them, over a whole run, for the page of
// --report: the busiest ones. At most `most_intervals` intervals, which double as the run grows.
#pragma once
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "models/noc/noc_network.h"
#include "pages/run/intervals.h"

namespace tensix {

class link_recorder : public noc_flights::link_watch_if {
 public:
  static constexpr size_t most_intervals = 128, most_rows = 24;

  // Watches from now on; null: nothing. The network outlives it.
  explicit link_recorder(noc_network* network);
  ~link_recorder() override;
  link_recorder(const link_recorder&) = delete;
  link_recorder& operator=(const link_recorder&) = delete;

  using counts = interval_counts;
  struct row {
    unsigned noc = 0, link = 0;
    counts busy, blocked;
  };
  struct history {
    uint64_t interval = 0, end = 0;  // cycles; the last interval ends at `end`
    std::vector<row> rows;           // those with the most cycles of both kinds, those first; of so many, the lower numbers
  };
  // Of a run of `end` cycles, whose accounts are closed.
  history finish(uint64_t end) const;

 private:
  noc_network* const network_;
  uint64_t interval_ = 1;
  std::map<std::pair<unsigned, unsigned>, std::pair<counts, counts>> links_;  // by NoC and link: busy, blocked

  void spent(unsigned noc, unsigned link, cycle_t from, cycle_t then, cycle_t to, bool blocked) override;
  void widen(cycle_t to);
};

}  // namespace tensix
