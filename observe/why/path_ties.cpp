// SPDX-License-Identifier: Apache-2.0
#include "observe/why/path_ties.h"

#include <algorithm>
#include <array>
#include <limits>

namespace tensix {

namespace {
constexpr unsigned tie_weight = 256;  // cycles that a tie may be shorter, for each that its holder has more
}  // namespace

// Numbers those that are met for the first time, in the order in which they are met.
void path_ties::number_holders(const path_piece& piece, size_t from, size_t to, const by_use<uint64_t>& of_use) {
  const auto is_new = [&](unsigned code) {
    return of_use[code] && !holder_[code] && !may_change(path_use::of_code(code).kind());
  };
  unsigned new_uses = 0;
  for (unsigned code = 0; code < path_use::codes; ++code) new_uses += is_new(code);
  const auto meet = [&](path_use use, uint64_t cycles) {
    if (cycles == 0 || !is_new(use.code)) return;
    const std::string name = holder_of(use);
    const auto known = std::find(holders_.begin(), holders_.end(), name);
    holder_[use.code] = static_cast<uint8_t>(known - holders_.begin() + 1);
    if (known == holders_.end()) holders_.push_back(name);
    --new_uses;
  };
  for (size_t i = from + 1; i <= to && new_uses > 0; ++i)
    piece.for_causes(i, [&](const cause& c, size_t, uint64_t) {
      meet(c.use, c.cycles);
      meet(c.also, c.also_cycles);
    });
}

// Of each that is busy for long enough: the path of the piece on which it has most, at some cycles' price.
void path_ties::add(const path_piece& piece, size_t from, size_t to) {
  const auto& all = piece.events();
  const uint64_t length = all[to].cycle - all[from].cycle;
  by_use<uint64_t> of_use{};
  uint64_t earliest = 0;  // cycles before the piece that something in it waited for
  for (size_t i = from + 1; i <= to; ++i) {
    earliest = std::max(earliest, all[from].cycle - std::min(all[from].cycle, piece.bound(i).over));
    piece.for_causes(i, [&](const cause& c, size_t, uint64_t) {
      of_use[c.use.code] += c.cycles;
      of_use[c.also.code] += c.also_cycles;
    });
  }
  number_holders(piece, from, to, of_use);
  std::vector<uint64_t> busy(holders_.size());
  for (unsigned code = 0; code < path_use::codes; ++code)
    if (of_use[code] && holder_[code]) busy[holder_[code] - 1u] += of_use[code];
  cycles_ += length;
  std::vector<unsigned> tied;  // holders
  for (unsigned h = 0; h < busy.size(); ++h)
    if (2 * busy[h] >= length) tied.push_back(h);
  if (tied.empty()) return;
  by_use<uint8_t> lane{};  // of each use: its holder's place in `tied`, or their number
  for (unsigned code = 0; code < path_use::codes; ++code)
    lane[code] = static_cast<uint8_t>(std::find(tied.begin(), tied.end(), holder_[code] - 1u) - tied.begin());
  const uint64_t most_slack = (length + earliest) / tie_weight;  // no holder has more than that to make up for it
  find_slack(piece, from, to, most_slack);
  // Weights in 32 bits, wherever they fit, as most are: the host's vectors take twice as many.
  const bool fits = std::max(length, earliest) < (uint64_t{1} << 29) / (tie_weight + 1);
  if (fits) longest_of<int32_t>(piece, from, to, most_slack, tied, lane);
  else longest_of<int64_t>(piece, from, to, most_slack, tied, lane);
}

// By how many cycles the longest way to event `to` by each event is shorter than the path; those that lead elsewhere, or by more than
// `most`, have more than that.
void path_ties::find_slack(const path_piece& piece, size_t from, size_t to, uint64_t most) {
  slack_.assign(to - from + 1, most + 1);
  slack_[to - from] = 0;
  for (size_t i = to; i > from; --i) {
    if (slack_[i - from] > most) continue;
    const uint64_t until = piece.bound(i).over + slack_[i - from];
    piece.for_causes(i, [&](const cause&, size_t before, uint64_t over) {
      if (before >= from) slack_[before - from] = std::min(slack_[before - from], until - over);
    });
  }
}

// For all holders in one pass, as reading the causes is most of the work. By event and lane: the weight of its path, in which a cycle
// counts as tie_weight and one of the holder as one more, and the cycles of the holder.
template <class Weight>
void path_ties::longest_of(const path_piece& piece, size_t from, size_t to, uint64_t most_slack,
                           const std::vector<unsigned>& tied, const by_use<uint8_t>& lane) {
  const auto& all = piece.events();
  const uint64_t length = all[to].cycle - all[from].cycle;
  constexpr size_t at_once = 4;
  const size_t lanes = (tied.size() + at_once - 1) / at_once * at_once;  // so that loops are of whole vectors
  constexpr Weight unreached = std::numeric_limits<Weight>::min() / 2;
  auto& ways = std::get<std::vector<Weight>>(ways_);
  ways.resize(std::max(ways.size(), (to - from + 1) * 2 * lanes));
  std::fill_n(ways.begin(), 2 * lanes, Weight{0});
  for (size_t i = from + 1; i <= to; ++i) {
    if (slack_[i - from] > most_slack) continue;
    const uint64_t until = piece.bound(i).over + slack_[i - from];
    Weight* const __restrict weight = &ways[(i - from) * 2 * lanes];
    Weight* const __restrict own = weight + lanes;
    const auto unknown = static_cast<Weight>(piece.bound(i).over - all[from].cycle);
    std::fill_n(weight, lanes, piece.bound(i).before <= from ? static_cast<Weight>(tie_weight) * unknown : unreached);
    std::fill_n(own, lanes, Weight{0});
    piece.for_causes(i, [&](const cause& c, size_t before, uint64_t over) {
      if (before < from || until - over > most_slack) return;
      const Weight* const __restrict weight_before = &ways[(before - from) * 2 * lanes];
      const Weight* const __restrict own_before = weight_before + lanes;
      const auto cycles = static_cast<Weight>(tie_weight) * static_cast<Weight>(c.cycles + c.also_cycles);
      const size_t use = lane[c.use.code], also = lane[c.also.code];
      struct holder {
        size_t lane;
        Weight weight, own, more;
      };
      std::array<holder, 2> apart;  // with cycles of their own
      size_t holders = 0;
      if (use < tied.size()) apart[holders++] = {use, weight[use], own[use], static_cast<Weight>(c.cycles)};
      if (also < tied.size() && also == use) apart[0].more += static_cast<Weight>(c.also_cycles);
      else if (also < tied.size()) apart[holders++] = {also, weight[also], own[also], static_cast<Weight>(c.also_cycles)};
      for (size_t k = 0; k < lanes; ++k) {
        const Weight by = weight_before[k] + cycles;
        const bool more = by >= weight[k];
        weight[k] = more ? by : weight[k];
        own[k] = more ? own_before[k] : own[k];
      }
      for (size_t h = 0; h < holders; ++h) {
        const holder& a = apart[h];
        const Weight by = weight_before[a.lane] + cycles + a.more;
        weight[a.lane] = by >= a.weight ? by : a.weight;
        own[a.lane] = by >= a.weight ? own_before[a.lane] + a.more : a.own;
      }
    });
    const auto rest = static_cast<Weight>(all[i].cycle - piece.bound(i).over);
    for (size_t k = 0; k < lanes; ++k) weight[k] += static_cast<Weight>(tie_weight) * rest;
    if (const size_t k = lane[all[i].rest.code]; k < tied.size()) {
      weight[k] += rest;
      own[k] += rest;
    }
  }
  const Weight* const weight = &ways[(to - from) * 2 * lanes];
  for (size_t k = 0; k < tied.size(); ++k) {
    const Weight own = weight[lanes + k], takes = (weight[k] - own) / static_cast<Weight>(tie_weight);
    auto& [cycles, loss] = ties_[tied[k]];
    cycles += static_cast<uint64_t>(own);
    loss += length - std::min(length, static_cast<uint64_t>(takes));
  }
}

std::vector<path_tie> path_ties::found() const {
  std::vector<path_tie> all;
  for (const auto& [holder, cycles_and_loss] : ties_)
    if (2 * cycles_and_loss.first > cycles_) all.push_back({holders_[holder], cycles_and_loss.second});
  if (all.size() == 1) all.clear();
  return all;
}

}  // namespace tensix
