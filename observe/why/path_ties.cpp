// SPDX-License-Identifier: Apache-2.0
// Who else has most of a path that is as long, or nearly so.
#include <algorithm>

#include "observe/why/path_recorder.h"

namespace tensix {

namespace {
constexpr unsigned tie_weight = 256;  // cycles that a tie may be shorter, for each that its holder has more
}  // namespace

unsigned path_recorder::holder_number(path_use use) {
  uint8_t& number = holder_[use.code];
  if (number == 0) {
    const std::string name = holder_of(use);
    const auto known = std::find(holders_.begin(), holders_.end(), name);
    number = static_cast<uint8_t>(known - holders_.begin() + 1);
    if (known == holders_.end()) holders_.push_back(name);
  }
  return number - 1u;
}

// Of each that is busy for long enough: the path of the piece on which it has most, at some cycles' price.
void path_recorder::ties(size_t from, size_t to) {
  const auto& all = events();
  const uint64_t length = all[to].cycle - all[from].cycle;
  std::vector<uint64_t> busy;
  const auto count = [&](path_use use, uint64_t cycles) {
    if (cycles == 0 || may_change(use.kind())) return;
    const unsigned h = holder_number(use);
    if (h >= busy.size()) busy.resize(h + 1);
    busy[h] += cycles;
  };
  for (size_t i = from + 1; i <= to; ++i) {
    for_causes(i, [&](const cause& c, size_t, uint64_t) {
      count(c.use, c.cycles);
      count(c.also, c.also_cycles);
    });
  }
  tied_cycles_ += length;
  std::vector<unsigned> tied;  // holders
  for (unsigned h = 0; h < busy.size(); ++h)
    if (2 * busy[h] >= length) tied.push_back(h);
  if (tied.empty()) return;
  const size_t lanes = tied.size();
  std::array<size_t, path_use::codes> lane{};  // of each use: its holder's place in `tied`, or `lanes`
  for (unsigned code = 0; code < path_use::codes; ++code)
    lane[code] = static_cast<size_t>(std::find(tied.begin(), tied.end(), holder_[code] - 1u) - tied.begin());
  // For all holders in one pass, as reading the causes is most of the work. By event and lane: of its path the cycles, and those of the
  // holder.
  struct way {
    int64_t takes = 0, own = 0;
    int64_t weight() const { return static_cast<int64_t>(tie_weight) * takes + own; }
  };
  std::vector<way> ways((to - from + 1) * lanes);
  for (size_t i = from + 1; i <= to; ++i) {
    way* const here = &ways[(i - from) * lanes];
    const auto unknown = static_cast<int64_t>(bindings_[i].over - all[from].cycle);
    std::fill_n(here, lanes, way{bindings_[i].before <= from ? unknown : INT64_MIN / (2 * tie_weight), 0});
    for_causes(i, [&](const cause& c, size_t before, uint64_t) {
      if (before < from) return;
      const way* const earlier = &ways[(before - from) * lanes];
      const size_t use = lane[c.use.code], also = lane[c.also.code];
      for (size_t k = 0; k < lanes; ++k) {
        way by = earlier[k];
        by.takes += c.cycles + c.also_cycles;
        by.own += (use == k ? c.cycles : 0) + (also == k ? c.also_cycles : 0);
        if (by.weight() >= here[k].weight()) here[k] = by;
      }
    });
    const uint64_t rest = all[i].cycle - bindings_[i].over;
    for (size_t k = 0; k < lanes; ++k) here[k].takes += static_cast<int64_t>(rest);
    if (const size_t k = lane[all[i].rest.code]; k < lanes) here[k].own += static_cast<int64_t>(rest);
  }
  for (size_t k = 0; k < lanes; ++k) {
    const way& path = ways[(to - from) * lanes + k];
    auto& [cycles, loss] = ties_[tied[k]];
    cycles += static_cast<uint64_t>(path.own);
    loss += length - std::min(length, static_cast<uint64_t>(path.takes));
  }
}

}  // namespace tensix
