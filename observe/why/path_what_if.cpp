// SPDX-License-Identifier: Apache-2.0
// What the run would be if something took half as long, or no time: the recorded events once more.
#include <algorithm>
#include <array>
#include <limits>
#include <tuple>
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

// ---- Changes, many at once, as reading the causes is most of the work

// Of a cause or rest: half cycles with a change, by the use that they go into.
int64_t path_recorder::scaled(const changed_uses& change, path_use use, uint64_t cycles) {
  return static_cast<int64_t>(cycles * (change.of[use.code] ? change.halves : 2));
}
int64_t path_recorder::scaled(const changed_uses& change, const cause& by) {
  return scaled(change, by.use, by.cycles) + scaled(change, by.also, by.also_cycles);
}

// With a change, of which at(event) are the times: the time of event i, and what it has waited for last.
template <class At>
int64_t path_recorder::time_with(size_t i, const changed_uses& change, At at, cause& held_by) const {
  const path_use rest = events()[i].rest;
  const bool finds = rest.kind() == path_kind::poll && !change.of[rest.code];
  if (const rounds_of_looks* const r = finds ? rounds_of(i) : nullptr)
    return found_in_rounds(
        *r, [&](const cause& c) { return at(c.after - first()) + scaled(change, c); },
        [&](path_use use, uint64_t cycles) { return scaled(change, use, cycles); }, held_by);
  int64_t until = bindings_[i].before == 0 ? at(0) : std::numeric_limits<int64_t>::min();
  held_by = {};
  for_causes(i, [&](const cause& c, size_t before, uint64_t) {
    const int64_t over = at(before) + scaled(change, c);
    if (over < until) return;
    until = over;
    held_by = c;
  });
  return until + scaled(change, rest, events()[i].cycle - bindings_[i].over);
}

// Calls f(number of a change, the half cycles from the piece's beginning to event `to`, at), in this order; at(event): those to
// another one.
template <class F>
void path_recorder::for_changes(size_t to, const std::vector<changed_uses>& changes, F f) {
  // Times in 32 bits, wherever they fit, as most do: the host's vectors take twice as many.
  const bool fits = events()[to].cycle - events()[0].cycle < uint64_t{1} << 28;
  for (size_t from = 0; from < changes.size(); from += at_once) {
    const auto some = changes.begin() + static_cast<std::ptrdiff_t>(from);
    const std::vector<changed_uses> part(some, some + static_cast<std::ptrdiff_t>(std::min(at_once, changes.size() - from)));
    const auto tell = [&](const auto& times) {
      for (size_t k = 0; k < part.size(); ++k) {
        const auto at = [&](size_t event) { return int64_t{times[event][k]}; };
        f(from + k, at(to), at);
      }
    };
    if (fits) tell(times_with<int32_t>(to, part));
    else tell(times_with<int64_t>(to, part));
  }
}

// By event, change by change.
template <class Time>
const std::vector<path_recorder::times_of<Time>>& path_recorder::times_with(size_t to,
                                                                            const std::vector<changed_uses>& changes) {
  auto& times = std::get<std::vector<times_of<Time>>>(times_);
  times.resize(std::max(times.size(), to + 1));
  times[0].fill(0);
  // By use: all bits where half of its cycles is saved, and where the other half is, too.
  std::vector<std::array<times_of<Time>, 2>> saved(path_use::codes);
  use_set any{};
  for (size_t k = 0; k < changes.size(); ++k)
    for (unsigned code = 0; code < path_use::codes; ++code)
      if (changes[k].of[code]) {
        any[code] = true;
        saved[code][0][k] = -1;
        saved[code][1][k] = changes[k].halves ? 0 : -1;
      }
  const auto less = [&](times_of<Time>& of, path_use use, uint64_t cycles) {
    if (!any[use.code]) return;
    const auto n = static_cast<Time>(cycles);
    const auto& [half, other_half] = saved[use.code];
    for (size_t k = 0; k < at_once; ++k) of[k] -= (n & half[k]) + (n & other_half[k]);
  };
  for (size_t i = 1; i <= to; ++i) {
    const event& e = events()[i];
    if (e.rest.kind() == path_kind::poll && rounds_of(i)) {
      cause by;
      for (size_t k = 0; k < changes.size(); ++k)
        times[i][k] = static_cast<Time>(time_with(
            i, changes[k], [&](size_t event) { return int64_t{times[event][k]}; }, by));
      continue;
    }
    times_of<Time> t;
    t.fill(bindings_[i].before == 0 ? 0 : std::numeric_limits<Time>::min());
    for_causes(i, [&](const cause& by, size_t before, uint64_t) {
      times_of<Time> over = times[before];
      const auto cycles = static_cast<Time>(uint64_t{by.cycles} + by.also_cycles);
      for (size_t k = 0; k < at_once; ++k) over[k] += 2 * cycles;
      less(over, by.use, by.cycles);
      less(over, by.also, by.also_cycles);
      for (size_t k = 0; k < at_once; ++k) t[k] = std::max(t[k], over[k]);
    });
    const uint64_t rest = e.cycle - bindings_[i].over;
    for (size_t k = 0; k < at_once; ++k) t[k] += 2 * static_cast<Time>(rest);
    less(t, e.rest, rest);
    times[i] = t;
  }
  return times;
}

// What the piece up to event `to` would go into with a change, of which at(event) are the times: calls add(use, half cycles, the event
// it is the rest of, or 0).
template <class At, class Add>
void path_recorder::for_changed_path(size_t to, const changed_uses& change, At at, Add add) const {
  for (size_t i = to; i > 0;) {
    cause by;
    const int64_t time = time_with(i, change, at, by);
    const int64_t until = by.after ? at(by.after - first()) + scaled(change, by) : at(0);
    add(events()[i].rest, time - until, i);
    add(by.use, scaled(change, by.use, by.cycles), 0);
    add(by.also, scaled(change, by.also, by.also_cycles), 0);
    i = by.after ? by.after - first() : 0;
  }
}

path_recorder::use_set path_recorder::set_of(path_use use) {
  use_set set{};
  if (!has_parameter(use)) set[use.code] = true;
  else
    for (unsigned which = 0; which < path_use::most; ++which) set[path_use(use.kind(), which).code] = true;
  return set;
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
    if (events()[i].rest.kind() != path_kind::outside) continue;  // a core's look at it
    uint64_t brings = 0, takes = 0;                               // of two causes of an event one is the tile, one room for it
    for_causes(i, [&](const cause& by, size_t, uint64_t) {
      if (by.use.kind() == path_kind::producer) brings = by.cycles;
      if (by.use.kind() == path_kind::consumer) takes = by.cycles;
    });
    brings_ += brings;
    takes_ += takes;
  }
}

// The uses in the piece up to event `to`.
path_recorder::use_set path_recorder::uses_in_piece(size_t to) const {
  use_set met{};
  const auto meet = [&](const cause& by) { met[by.use.code] = met[by.also.code] = true; };
  for (size_t i = 1; i <= to; ++i) {
    met[events()[i].rest.code] = true;
    for_causes(i, [&](const cause& by, size_t, uint64_t) { meet(by); });
  }
  for (const rounds_of_looks& r : rounds()) {
    for (const cause& by : {r.change, r.first, r.in_loop}) meet(by);
    met[r.load.code] = true;
  }
  return met;
}

void path_recorder::what_if(size_t to) {
  const use_set here = uses_in_piece(to);
  std::vector<changed_uses> changes = {{{}, 2}};                  // nothing: also what is changed where there is none of it
  std::vector<std::pair<unsigned, std::array<size_t, 2>>> asked;  // whose, and the numbers of its changes: halved, free
  std::array<bool, path_use::codes> done{};
  for (unsigned code = 0; code < path_use::codes; ++code) {
    const path_use use = path_use::of_code(code);
    if (!uses_[code].used || std::exchange(done[answers_for(use)], true)) continue;
    const use_set set = set_of(use);
    bool any = false;
    for (unsigned i = 0; i < path_use::codes; ++i) any = any || (set[i] && here[i]);
    asked.push_back({answers_for(use), {any ? changes.size() : 0, any ? changes.size() + 1 : 0}});
    if (any) changes.push_back({set, 1}), changes.push_back({set, 0});
  }
  for_changes(to, changes, [&](size_t change, int64_t time, auto at) {
    const int64_t saved = 2 * static_cast<int64_t>(events()[to].cycle - events()[0].cycle) - time;
    std::array<int64_t, path_use::codes> spent{};
    uint64_t rounds = 0;
    if (changes[change].halves)  // else nobody asks
      for_changed_path(to, changes[change], at, [&](path_use of, int64_t half_cycles, size_t event) {
        spent[of.code] += half_cycles;
        if (event && of.kind() == path_kind::poll && !rounds_of(event)) rounds += static_cast<uint64_t>(half_cycles);
      });
    for (const auto& [answer, numbers] : asked) {
      use_so_far& u = uses_[answer];
      if (change == numbers[1]) u.free_off += saved;
      if (change != numbers[0]) continue;
      u.halved_off += saved;
      u.rounds_if_halved += rounds;
      auto& path = halved_path_[answer];
      for (unsigned code = 0; code < path_use::codes; ++code) path[code] += spent[code];
    }
  });
}

// ---- Several together

// What has most of the path is halved, then with it what takes its place, and so on. Which these are, the first piece says.
void path_recorder::halve_together(size_t to) {
  const int64_t length = 2 * static_cast<int64_t>(events()[to].cycle - events()[0].cycle);
  const auto join = [&](use_set& set, unsigned code) {
    const use_set more = set_of(path_use::of_code(code));
    for (unsigned i = 0; i < path_use::codes; ++i) set[i] = set[i] || more[i];
  };
  if (!joints_.empty()) {
    std::vector<changed_uses> changes;
    for (const joint& j : joints_) {
      changes.push_back({{}, 1});
      for (const unsigned code : j.codes) join(changes.back().of, code);
    }
    for_changes(to, changes, [&](size_t j, int64_t time, auto) { joints_[j].off += length - time; });
    return;
  }
  use_set set{};
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
    join(set, most);
    spent.fill(0);
    for_changes(to, {{set, 1}}, [&](size_t, int64_t time, auto at) {
      joints_.push_back({codes, length - time});
      for_changed_path(to, {set, 1}, at, [&](path_use of, int64_t half_cycles, size_t) { spent[of.code] += half_cycles; });
    });
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
