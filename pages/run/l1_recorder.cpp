// SPDX-License-Identifier: Apache-2.0
#include "pages/run/l1_recorder.h"

namespace tensix {

uint64_t l1_recorder::sample() {
  samples_.push_back(memory_.served());
  if (samples_.size() == most_intervals) {
    for (size_t i = 0; 2 * i + 1 < samples_.size(); ++i) samples_[i] = samples_[2 * i + 1];
    samples_.resize(samples_.size() / 2);
    interval_ *= 2;
  }
  return (samples_.size() + 1) * interval_;
}

l1_recorder::history l1_recorder::finish(uint64_t end) {
  history h;
  h.interval = interval_;
  h.end = end;
  std::vector<l1_served> all = samples_;
  const l1_served last = memory_.served();
  if (end > all.size() * interval_) all.push_back(last);
  else if (!all.empty()) all.back() = last;
  const auto differences = [&all](std::vector<uint64_t> l1_served::*which, size_t rows) {
    counts result(rows);
    for (size_t r = 0; r < rows; ++r)
      for (size_t i = 0; i < all.size(); ++i) result[r].push_back((all[i].*which)[r] - (i ? (all[i - 1].*which)[r] : 0));
    return result;
  };
  h.ports = differences(&l1_served::port_beats, last.port_beats.size());
  h.banks = differences(&l1_served::bank_beats, last.bank_beats.size());
  h.conflicts = differences(&l1_served::bank_conflicts, last.bank_conflicts.size());
  return h;
}

}  // namespace tensix
