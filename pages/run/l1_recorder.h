// SPDX-License-Identifier: Apache-2.0
// L1's accesses and refusals over time, for the heat map of --report: totals of ports and banks are looked at now and then, so
// the model itself does nothing more. At most `most_intervals` intervals, which double as the run grows.
#pragma once
#include <cstdint>
#include <vector>

#include "models/memory/l1_if.h"
#include "models/time/cycles.h"

namespace tensix {

class l1_recorder {
 public:
  static constexpr size_t most_intervals = 128;

  explicit l1_recorder(l1_if& memory) : memory_(memory) {}
  // To be called in cycle `first_sample`, then in the cycle that the call before answered.
  static constexpr uint64_t first_sample = 16;
  uint64_t sample();

  using counts = std::vector<std::vector<uint64_t>>;  // by port or bank, then by interval
  struct history {
    uint64_t interval = 0, end = 0;  // cycles; the last interval ends at `end`
    counts ports, banks, conflicts;
  };
  history finish(uint64_t end);

 private:
  l1_if& memory_;
  uint64_t interval_ = first_sample;
  std::vector<l1_served> samples_;  // sample i: in cycle (i + 1) * interval_
};

// Samples a recorder by itself, where it is not done in the very cycles: when the tile reports something in or behind such a
// cycle. No event of its own: a run that is watched ends as one that is not.
class l1_sampler : public observer {
 public:
  explicit l1_sampler(l1_recorder& recorder) : recorder_(recorder) {}
  void counted(const char*, stall_reason, uint64_t, uint64_t) override { look(); }
  void issued(const gate_event&, uint64_t) override { look(); }

 private:
  l1_recorder& recorder_;
  uint64_t next_ = l1_recorder::first_sample;
  void look() {
    while (now_cycle() >= next_) next_ = recorder_.sample();
  }
};

}  // namespace tensix
