// SPDX-License-Identifier: Apache-2.0
// What the run would be if something took half as long, or no time: the recorded events once more.
#include <algorithm>
#include <utility>

#include "observe/why/path_recorder.h"

namespace tensix {

namespace {
constexpr size_t most_together = 6;
}  // namespace

// ---- Rounds of polls

// nullptr: it is no look that has found a change, or what is known of it is forgotten.
const rounds_of_looks* path_recorder::rounds_of(size_t event) const {
  const event_id id = first() + static_cast<event_id>(event);
  const auto r = std::lower_bound(rounds().begin(), rounds().end(), id,
                                  [](const rounds_of_looks& x, event_id found) { return x.found < found; });
  const bool is =
      r != rounds().end() && r->found == id && known(r->change.after) && known(r->first.after) && known(r->in_loop.after);
  return is ? &*r : nullptr;
}

// In half cycles, when the look that has found a change would find it: at(cause) is when that is over, scaled(use, cycles) what is left
// of them.
template <class At, class Scaled>
int64_t path_recorder::found_in_rounds(const rounds_of_looks& r, At at, Scaled scaled, cause& held_by) const {
  const int64_t change = at(r.change), first = at(r.first), in_loop = at(r.in_loop);
  held_by = change <= first ? r.first : change <= in_loop ? r.in_loop : r.change;
  if (change <= in_loop) return change <= first ? first : in_loop;
  const int64_t load = 2 * static_cast<int64_t>(r.load_cycles), less = load - scaled(r.load, r.load_cycles);
  const int64_t was = 2 * static_cast<int64_t>(r.period), period = was - less;
  if (was == 0 || period <= 0) return change;
  const auto recorded = 2 * static_cast<int64_t>(events()[r.found - this->first()].cycle - cycle_of(r.in_loop));
  const int64_t look = in_loop + recorded - (recorded + was / 2) / was * less, behind = look - change;
  return behind >= 0 ? look - behind / period * period : look + (-behind + period - 1) / period * period;
}

// ---- One change

// In half cycles, when the piece would end if what goes into `use` took so many halves of its time, and it began `earlier`. A
// parameter is that of all of its kind; without one it is about this use alone.
int64_t path_recorder::end_if(size_t to, const use_set& of, unsigned halves, int64_t earlier) {
  const auto& all = events();
  time_.resize(to + 1);
  held_by_.resize(to + 1);
  rest_.resize(to + 1);
  time_[0] = 2 * static_cast<int64_t>(all[0].cycle) - earlier;
  const auto scaled = [&](path_use use, uint64_t cycles) { return static_cast<int64_t>(cycles * (of[use.code] ? halves : 2)); };
  const auto at = [&](const cause& c) {
    return time_[c.after - first()] + scaled(c.use, c.cycles) + scaled(c.also, c.also_cycles);
  };
  for (size_t i = 1; i <= to; ++i) {
    int64_t t = bindings_[i].before == 0 ? time_[0] : INT64_MIN;
    held_by_[i] = {};
    const bool finds = all[i].rest.kind() == path_kind::poll && !of[all[i].rest.code];
    if (const rounds_of_looks* const r = finds ? rounds_of(i) : nullptr) {
      time_[i] = found_in_rounds(*r, at, scaled, held_by_[i]);
      rest_[i] = time_[i] - at(held_by_[i]);
      continue;
    }
    for_causes(i, [&](const cause& by, size_t before, uint64_t) {
      const int64_t over = time_[before] + scaled(by.use, by.cycles) + scaled(by.also, by.also_cycles);
      if (over < t) return;
      t = over;
      held_by_[i] = by;
    });
    rest_[i] = scaled(all[i].rest, all[i].cycle - bindings_[i].over);
    time_[i] = t + rest_[i];
  }
  return time_[to];
}

path_recorder::use_set path_recorder::set_of(path_use use) {
  use_set set{};
  if (!has_parameter(use)) set[use.code] = true;
  else
    for (unsigned which = 0; which < path_use::most; ++which) set[path_use(use.kind(), which).code] = true;
  return set;
}

// Behind end_if with one half: what the piece would have gone into, as add(use, half cycles, the event it is the rest of, or 0).
template <class Add>
void path_recorder::for_halved_path(size_t to, const use_set& of, Add add) const {
  const auto tell = [&](path_use use, uint64_t cycles) { add(use, static_cast<int64_t>(cycles * (of[use.code] ? 1 : 2)), 0); };
  for (size_t i = to; i > 0;) {
    const cause& by = held_by_[i];
    add(events()[i].rest, rest_[i], i);
    tell(by.use, by.cycles);
    tell(by.also, by.also_cycles);
    i = by.after ? by.after - first() : 0;
  }
}

// Who has most of the cycles that halving `use`, which has so many, does not save.
std::string path_recorder::in_its_place(path_use use, uint64_t cycles) const {
  const auto found = halved_path_.find(answers_for(use));
  if (found == halved_path_.end()) return {};
  const auto least = static_cast<int64_t>(cycles);  // half of its time, in half cycles
  if (uses_[answers_for(use)].halved_off > least / 4 * 3) return {};
  int64_t most = 0;
  path_use place = use;
  for (unsigned code = 0; code < path_use::codes; ++code) {
    const path_use other = path_use::of_code(code);
    if (scaled_with(other, use)) continue;
    const int64_t more = found->second[code] - 2 * static_cast<int64_t>(uses_[code].cycles);
    if (more > most) {
      most = more;
      place = other;
    }
  }
  return most > 0 ? name_of(place) : "";
}

// How long the feeds' ends move tiles, on the path or not.
void path_recorder::count_feeds(size_t to) {
  for (size_t i = 1; i <= to; ++i) {
    uint64_t brings = 0, takes = 0;  // of two causes of an event one is the tile, one room for it
    for_causes(i, [&](const cause& by, size_t, uint64_t) {
      if (by.use.kind() == path_kind::producer) brings = by.cycles;
      if (by.use.kind() == path_kind::consumer) takes = by.cycles;
    });
    if (events()[i].rest.kind() != path_kind::outside) continue;  // a core's look at it
    brings_ += brings;
    takes_ += takes;
  }
}

void path_recorder::what_if(size_t to) {
  const int64_t end = 2 * static_cast<int64_t>(events()[to].cycle);
  std::array<bool, path_use::codes> done{};
  for (unsigned code = 0; code < path_use::codes; ++code) {
    const path_use use = path_use::of_code(code);
    if (!uses_[code].used) continue;
    if (std::exchange(done[answers_for(use)], true)) continue;
    use_so_far& u = uses_[answers_for(use)];
    const use_set set = set_of(use);
    u.halved_off = end - end_if(to, set, 1, u.halved_off);
    std::array<int64_t, path_use::codes>& spent = halved_path_[answers_for(use)];
    for_halved_path(to, set, [&](path_use of, int64_t half_cycles, size_t event) {
      spent[of.code] += half_cycles;
      if (event && of.kind() == path_kind::poll && !rounds_of(event)) u.rounds_if_halved += static_cast<uint64_t>(half_cycles);
    });
    u.free_off = end - end_if(to, set, 0, u.free_off);
  }
}

// ---- Several together

// What has most of the path is halved, then with it what takes its place, and so on. Which these are, the first piece says.
void path_recorder::halve_together(size_t to) {
  const int64_t end = 2 * static_cast<int64_t>(events()[to].cycle);
  use_set set{};
  const auto join = [&](unsigned code) {
    const use_set more = set_of(path_use::of_code(code));
    for (unsigned i = 0; i < path_use::codes; ++i) set[i] = set[i] || more[i];
  };
  if (joints_.empty()) {
    std::array<int64_t, path_use::codes> spent{};
    for (unsigned code = 0; code < path_use::codes; ++code) spent[code] = static_cast<int64_t>(uses_[code].cycles);
    std::vector<unsigned> codes;
    while (codes.size() < most_together) {
      std::array<int64_t, path_use::codes> by_answer{};
      unsigned most = path_use::codes;
      for (unsigned code = 0; code < path_use::codes; ++code) {
        const path_use use = path_use::of_code(code);
        if (set[code] || may_change(use.kind())) continue;
        const unsigned answer = answers_for(use);
        by_answer[answer] += spent[code];
        if (most == path_use::codes || by_answer[answer] > by_answer[most]) most = answer;
      }
      if (most == path_use::codes || by_answer[most] <= 0) break;
      codes.push_back(most);
      join(most);
      joints_.push_back({codes, end - end_if(to, set, 1, 0)});
      spent.fill(0);
      for_halved_path(to, set, [&](path_use of, int64_t half_cycles, size_t) { spent[of.code] += half_cycles; });
    }
    return;
  }
  for (joint& j : joints_) {
    set.fill(false);
    for (const unsigned code : j.codes) join(code);
    j.off = end - end_if(to, set, 1, j.off);
  }
}

// ---- Beside the path

// By how much each use missed the path: the latest cycle in which an event could have happened without making the piece longer,
// less when its cause was over.
void path_recorder::slacks(size_t to) {
  const auto& all = events();
  std::vector<uint64_t> latest(to + 1, ~uint64_t{0});
  latest[to] = all[to].cycle;
  for (size_t i = to; i > 0; --i) {
    if (latest[i] == ~uint64_t{0}) continue;
    const uint64_t rest = all[i].cycle - bindings_[i].over, by_then = latest[i] - rest;
    for_causes(i, [&](const cause& by, size_t before, uint64_t over) {
      latest[before] = std::min(latest[before], by_then - (over - all[before].cycle));
      if (by.cycles) uses_[by.use.code].slack = std::min(uses_[by.use.code].slack, by_then - over);
      if (by.also_cycles) uses_[by.also.code].slack = std::min(uses_[by.also.code].slack, by_then - over);
    });
  }
}

}  // namespace tensix
