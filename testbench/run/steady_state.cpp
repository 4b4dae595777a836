// SPDX-License-Identifier: Apache-2.0
#include "testbench/run/steady_state.h"

#include <algorithm>

namespace tensix {

steady_state::steady_state(uint64_t program_period, std::vector<uint64_t> block_tiles)
    : program_period_(program_period),
      first_window_((shortest_window + program_period - 1) / program_period * program_period),
      block_tiles_(std::move(block_tiles)),
      equal_(std::max<uint64_t>(1, longest_period / program_period)) {}

void steady_state::block_ended(uint64_t cycle, std::vector<uint64_t> delivered, std::vector<uint64_t> totals) {
  totals.insert(totals.end(), delivered.begin(), delivered.end());
  totals.push_back(cycle);
  ends_.push_back({cycle, std::move(delivered)});
  totals_.resize(totals.size());
  std::vector<uint64_t> block(totals.size());
  for (size_t i = 0; i < totals.size(); ++i) block[i] = totals[i] - totals_[i];
  totals_ = std::move(totals);
  if (blocks() <= program_period_) return;
  for (size_t k = 0; k < equal_.size(); ++k) {
    const uint64_t period = (k + 1) * program_period_;
    if (counted_.size() < period) break;
    equal_[k] = counted_[period - 1] == block ? equal_[k] + 1 : 0;
  }
  counted_.push_front(std::move(block));
  if (counted_.size() > longest()) counted_.pop_back();
}

// The operands have come as fast as they were wanted: none is on the way to a full or an empty buffer.
bool steady_state::keeps_pace(uint64_t from, uint64_t to) const {
  for (size_t i = 0; i < block_tiles_.size(); ++i)
    if (ends_[to - 1].delivered[i] - ends_[from - 1].delivered[i] != (to - from) * block_tiles_[i]) return false;
  return true;
}

// What does not show in the counters may still drift: by less than a cycle a period, or it would have been seen.
repetition steady_state::period() const {
  for (size_t k = 0; k < equal_.size(); ++k) {
    const uint64_t period = (k + 1) * program_period_, last = blocks();
    if (equal_[k] < std::max((periods_compared - 1) * period, least_repeated) || !keeps_pace(last - period, last)) continue;
    return {last - period, last, cycle_of(last) - cycle_of(last - period), 1, 0};
  }
  return {};
}

bool steady_state::window_begins(uint64_t block) const {
  const uint64_t windows = block / first_window_;
  return block % first_window_ == 0 && windows && (windows & (windows - 1)) == 0;
}

// In the mean, the windows left out are supposed to differ from those seen by no more than the longest of these from the shortest. Where the peers of the buffers gain or
// lose tiles on the kernel, they will one day have to keep its pace or it theirs: it may change by as much.
repetition steady_state::windows() const {
  const uint64_t last = blocks(), window = last / (windows_compared + 1);
  if (window * (windows_compared + 1) != last || !window_begins(window)) return {};
  repetition r{window, last, cycle_of(last) - cycle_of(window), 0, 0};
  uint64_t least = ~uint64_t{0}, most = 0;
  for (uint64_t b = window; b < last; b += window) {
    const uint64_t cycles = cycle_of(b + window) - cycle_of(b);
    least = std::min(least, cycles);
    most = std::max(most, cycles);
  }
  r.error = windows_compared * (most - least);
  r.error_once = most - least;
  uint64_t pace = 0;
  for (size_t i = 0; i < block_tiles_.size(); ++i) {
    const uint64_t wanted = r.blocks() * block_tiles_[i], came = ends_[last - 1].delivered[i] - ends_[window - 1].delivered[i];
    const uint64_t gained = came > wanted ? came - wanted : wanted - came;
    pace = std::max(pace, (r.cycles * gained + wanted - 1) / wanted);
  }
  r.error += pace;
  return r;
}

}  // namespace tensix
