// SPDX-License-Identifier: Apache-2.0
#include "observe/why/path_source.h"

#include <algorithm>
#include <cstring>

namespace tensix {

path_source::path_source(const core_programs& programs, const by_core<own_file>& own) : programs_(programs), own_(own) {}

void path_source::introduced(const char* who, account_of what) {
  if (what != account_of::core) return;
  const size_t i = cores_.size();
  cores_.push_back({who, source_places(programs_.at(i), own_.at(i)), {}, {}, {}});
}

void path_source::spent(const char* who, uint32_t pc, uint32_t, stall_reason, uint64_t from, uint64_t to) {
  for (one_core& c : cores_) {
    if (c.who != who) continue;
    const uint32_t place = c.places.at(pc);
    const bool moves = &c - cores_.data() >= thread_count;
    while (c.kinds.size() < c.places.places().size())
      c.kinds.push_back(changes_of(c.places.places()[c.kinds.size()].call, moves));
    const unsigned kept = kept_in_round(c.places.times(place)) | (c.places.again() ? 0 : ~0u);
    const unsigned kinds = c.kinds[place].saved & ~kept, goes_on = c.kinds[place].not_waited_for & ~kept;
    if (!c.stretches.empty() && c.stretches.back().place == place && c.stretches.back().kinds == kinds &&
        c.stretches.back().goes_on == goes_on && c.stretches.back().to == from) {
      c.stretches.back().to = to;
      return;
    }
    stretch s{from, to, place, kinds, goes_on, {}};
    if (!c.stretches.empty()) {
      const stretch& last = c.stretches.back();
      s.before = last.before;
      for (unsigned change = 0; change < advice_changes; ++change)
        if (last.kinds >> change & 1) s.before[change] += static_cast<int64_t>(last.to - last.from);
    }
    c.stretches.push_back(s);
    return;
  }
}

// The last one that begins no later; nullptr: forgotten, or before the first. Most are asked for in the order of their cycles.
const path_source::stretch* path_source::stretch_at(const one_core& c, uint64_t cycle) {
  const auto is = [&](size_t i) {
    return i < c.stretches.size() && c.stretches[i].from <= cycle &&
           (i + 1 == c.stretches.size() || cycle < c.stretches[i + 1].from);
  };
  for (const size_t near : {c.asked_for, c.asked_for + 1})
    if (is(near)) return &c.stretches[c.asked_for = near];
  const auto next = std::upper_bound(c.stretches.begin(), c.stretches.end(), cycle,
                                     [](uint64_t at, const stretch& s) { return at < s.from; });
  if (next == c.stretches.begin()) return nullptr;
  c.asked_for = static_cast<size_t>(next - c.stretches.begin()) - 1;
  return &c.stretches[c.asked_for];
}

void path_source::take_off(by_change& times, unsigned core, uint64_t from, uint64_t to) const {
  if (core >= cores_.size()) return;
  const auto before = [](const stretch& s, unsigned change, uint64_t cycle) {
    return s.before[change] + (s.kinds >> change & 1 ? static_cast<int64_t>(std::min(cycle, s.to) - s.from) : 0);
  };
  const stretch* const first = stretch_at(cores_[core], from);
  const stretch* const last = stretch_at(cores_[core], to);
  if (!last || (first == last && last->kinds == 0)) return;
  for (unsigned change = 0; change < changes; ++change) {
    const int64_t saved = before(*last, change, to) - (first ? before(*first, change, from) : 0);
    times[change] -= 2 * std::min(saved, static_cast<int64_t>(to - from));
  }
}

unsigned path_source::saving(unsigned core, uint64_t pushed) const {
  const stretch* const s = core < cores_.size() ? stretch_at(cores_[core], pushed) : nullptr;
  return s ? s->kinds : 0;
}

unsigned path_source::going_on(unsigned core, uint64_t cycle) const {
  const stretch* const s = core < cores_.size() && cycle ? stretch_at(cores_[core], cycle - 1) : nullptr;
  return s ? s->goes_on : 0;
}

unsigned path_source::halving(path_use use) const {
  return 1u << (use.kind() == path_kind::producer ? with_smaller_inputs : with_smaller_outputs);
}

void path_source::on_path(path_use use, uint64_t from, uint64_t to, int thread, uint64_t pushed) {
  const bool of_core = row_of(use.kind()).of == resource_of::core;
  const unsigned core = of_core ? use.which() : static_cast<unsigned>(thread);
  if (core >= cores_.size() || (!of_core && pushed == not_pushed)) {
    if (!of_core && thread >= 0 && core < cores_.size()) cores_[core].unknown_units += to - from;
    else elsewhere_ += to - from;
    return;
  }
  waiting_.push_back({core, !of_core, from, to, of_core ? to : pushed + 1});
}

void path_source::put(const waiting& w) {
  one_core& c = cores_[w.core];
  c.parts.resize(c.places.places().size());
  if (w.unit) {
    const stretch* s = stretch_at(c, w.pushed - 1);
    (s ? c.parts[s->place].unit_cycles : c.unknown_units) += w.to - w.from;
    return;
  }
  uint64_t known = 0;
  auto s =
      std::upper_bound(c.stretches.begin(), c.stretches.end(), w.from, [](uint64_t at, const stretch& x) { return at < x.to; });
  for (; s != c.stretches.end() && s->from < w.to; ++s) {
    const uint64_t cycles = std::min(s->to, w.to) - std::max(s->from, w.from);
    c.parts[s->place].core_cycles += cycles;
    known += cycles;
  }
  c.unknown_core += w.to - w.from - known;
}

// Cores tell where they were somewhat later than what has come of it.
void path_source::settle(bool all) {
  const auto rest = std::remove_if(waiting_.begin(), waiting_.end(), [&](const waiting& w) {
    const one_core& c = cores_[w.core];
    if (!all && (c.stretches.empty() || c.stretches.back().to < w.pushed)) return false;
    put(w);
    return true;
  });
  waiting_.erase(rest, waiting_.end());
}

void path_source::piece_ended(uint64_t cycle) {
  settle(false);
  for (const waiting& w : waiting_) cycle = std::min({cycle, w.from, w.pushed - 1});
  for (one_core& c : cores_) {
    const stretch* const kept = stretch_at(c, cycle);
    if (kept) c.stretches.erase(c.stretches.begin(), c.stretches.begin() + (kept - c.stretches.data()));
    c.asked_for = 0;
  }
}

path_in_source path_source::finish(uint64_t cycles, unsigned dst_tiles) {
  settle(true);
  path_in_source result;
  result.elsewhere = elsewhere_;
  std::vector<called> calls;
  for (one_core& c : cores_) {
    const std::string core = std::strncmp(c.who, "core_", 5) == 0 ? c.who + 5 : c.who;
    c.parts.resize(c.places.places().size());
    for (uint32_t p = 0; p < c.parts.size(); ++p) {
      const source_place& at = c.places.places()[p];
      const bool own = !at.file.empty();
      path_line line{core,
                     own ? text_of({at.file, at.line, ""}) : at.call,
                     own ? at.call : "",
                     own ? c.places.times(p) : 0,
                     c.parts[p].core_cycles,
                     c.parts[p].unit_cycles};
      if (!line.call.empty())
        calls.push_back({core, &c - cores_.data() >= thread_count, line.what, at.call, line.times, line.cycles()});
      if (line.cycles()) result.lines.push_back(std::move(line));
    }
    if (c.unknown_core + c.unknown_units) result.lines.push_back({core, "(not known)", "", 0, c.unknown_core, c.unknown_units});
  }
  std::stable_sort(result.lines.begin(), result.lines.end(),
                   [](const path_line& a, const path_line& b) { return a.cycles() > b.cycles(); });
  result.advice = advice_on(calls, saves_, cycles, dst_tiles);
  return result;
}

}  // namespace tensix
