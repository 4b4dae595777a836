// SPDX-License-Identifier: Apache-2.0
#include "pages/run/density_recorder.h"

#include <algorithm>

namespace tensix {

void density_recorder::introduced(const char* who, account_of) {
  rows_.push_back({who, {}});
  last_.push_back({who});
}

void density_recorder::count(row& r, const stretch& s, uint64_t interval) {
  counts& all = r.states[static_cast<size_t>(s.why)];
  if (s.from < s.to && all.empty()) all.resize(most_intervals);
  count_cycles(all, s.from, s.to, interval);
}

void density_recorder::widen(uint64_t to) {
  while (to > interval_ * most_intervals) {
    for (auto& r : rows_)
      for (auto& all : r.states) double_intervals(all);
    interval_ *= 2;
  }
}

void density_recorder::counted(const char* who, stall_reason why, uint64_t from, uint64_t to) {
  size_t i = 0;
  while (i < last_.size() && last_[i].who != who) ++i;
  if (i == last_.size()) return;
  stretch& last = last_[i];
  if (last.to == from && last.why == why) {
    last.to = to;
    return;
  }
  widen(last.to);
  count(rows_[i], last, interval_);
  last = {who, from, to, why};
}

density_recorder::history density_recorder::finish(uint64_t end) const {
  density_recorder all = *this;
  all.widen(end);
  for (size_t i = 0; i < rows_.size(); ++i) {
    stretch s = last_[i];
    s.to = std::min(s.to, end);
    count(all.rows_[i], s, all.interval_);
  }
  const size_t used = (end + all.interval_ - 1) / all.interval_;
  for (auto& r : all.rows_)
    for (auto& counted : r.states)
      if (!counted.empty()) counted.resize(used);
  return {all.interval_, end, std::move(all.rows_)};
}

}  // namespace tensix
