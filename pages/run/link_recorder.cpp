// SPDX-License-Identifier: Apache-2.0
#include "pages/run/link_recorder.h"

#include <algorithm>
#include <numeric>

namespace tensix {

link_recorder::link_recorder(noc_network* network) : network_(network) {
  if (network_) network_->watch_links(this);
}

link_recorder::~link_recorder() {
  if (network_) network_->watch_links(nullptr);
}

void link_recorder::widen(cycle_t to) {
  for (; to > interval_ * most_intervals; interval_ *= 2)
    for (auto& [place, kinds] : links_)
      for (counts* all : {&kinds.first, &kinds.second}) double_intervals(*all);
}

void link_recorder::spent(unsigned noc, unsigned link, cycle_t from, cycle_t then, cycle_t to, bool blocked) {
  if (from == then && !blocked) return;
  widen(blocked ? to : then);
  auto& [busy, kept] = links_.try_emplace({noc, link}, counts(most_intervals), counts(most_intervals)).first->second;
  count_cycles(busy, from, then, interval_);
  if (blocked) count_cycles(kept, then, to, interval_);
}

link_recorder::history link_recorder::finish(uint64_t end) const {
  history h{interval_, end, {}};
  while (end > h.interval * most_intervals) h.interval *= 2;
  const size_t wide = h.interval / interval_, used = (end + h.interval - 1) / h.interval;
  const auto intervals = [&](const counts& all) {
    counts sums(used);
    for (size_t i = 0; i < all.size() && i / wide < used; ++i) sums[i / wide] += all[i];
    return sums;
  };
  for (const auto& [place, kinds] : links_)
    h.rows.push_back({place.first, place.second, intervals(kinds.first), intervals(kinds.second)});
  const auto cycles = [](const row& r) {
    return std::accumulate(r.busy.begin(), r.busy.end(), std::accumulate(r.blocked.begin(), r.blocked.end(), uint64_t{0}));
  };
  std::stable_sort(h.rows.begin(), h.rows.end(), [&](const row& a, const row& b) { return cycles(a) > cycles(b); });
  if (h.rows.size() > most_rows) h.rows.resize(most_rows);
  return h;
}

}  // namespace tensix
