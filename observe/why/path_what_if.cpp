// SPDX-License-Identifier: Apache-2.0
#include "observe/why/path_what_if.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace tensix {

namespace {
constexpr size_t most_together = 6;
}  // namespace

void path_what_if::add(const path_piece& piece, size_t to, const by_use<uint64_t>& on_path) {
  count_feeds(piece, to);
  each_by_itself(piece, to, on_path);
  several_together(piece, to, on_path);
  slacks(piece, to);
}

// ---- Rounds of polls

// In half cycles, when the look that has found a change would find it: at(cause) is when that is over, scaled(use, cycles) what is left
// of them.
template <class At, class Scaled>
int64_t path_what_if::found_in_rounds(const path_piece& piece, const rounds_of_looks& r, At at, Scaled scaled, cause& held_by) {
  const int64_t change = at(r.change), first = at(r.first), in_loop = at(r.in_loop);
  held_by = change <= first ? r.first : change <= in_loop ? r.in_loop : r.change;
  if (change <= in_loop) return change <= first ? first : in_loop;
  const int64_t load = 2 * static_cast<int64_t>(r.load_cycles), less = load - scaled(r.load, r.load_cycles);
  const int64_t was = 2 * static_cast<int64_t>(r.period), period = was - less;
  if (was == 0 || period <= 0) return change;
  const auto recorded = 2 * static_cast<int64_t>(piece.events()[piece.place_of(r.found)].cycle - piece.cycle_of(r.in_loop));
  const int64_t look = in_loop + recorded - (recorded + was / 2) / was * less, behind = look - change;
  return behind >= 0 ? look - behind / period * period : look + (-behind + period - 1) / period * period;
}

// ---- Changes, many at once, as reading the causes is most of the work

// Of a cause or rest: half cycles with a change, by the use that they go into.
int64_t path_what_if::scaled(const changed_uses& change, path_use use, uint64_t cycles) {
  return static_cast<int64_t>(cycles * (change.of[use.code] ? change.halves : 2));
}
int64_t path_what_if::scaled(const changed_uses& change, const cause& by) {
  return scaled(change, by.use, by.cycles) + scaled(change, by.also, by.also_cycles);
}

// With a change, of which at(event) are the times: the time of event i, and what it has waited for last.
template <class At>
int64_t path_what_if::time_with(const path_piece& piece, size_t i, const changed_uses& change, At at, cause& held_by) {
  const path_use rest = piece.events()[i].rest;
  const bool finds = rest.kind() == path_kind::poll && !change.of[rest.code];
  if (const rounds_of_looks* const r = finds ? piece.rounds_of(i) : nullptr)
    return found_in_rounds(
        piece, *r, [&](const cause& c) { return at(piece.place_of(c.after)) + scaled(change, c); },
        [&](path_use use, uint64_t cycles) { return scaled(change, use, cycles); }, held_by);
  int64_t until = piece.bound(i).before == 0 ? at(0) : std::numeric_limits<int64_t>::min();
  held_by = {};
  piece.for_causes(i, [&](const cause& c, size_t before, uint64_t) {
    const int64_t over = at(before) + scaled(change, c);
    if (over < until) return;
    until = over;
    held_by = c;
  });
  return until + scaled(change, rest, piece.events()[i].cycle - piece.bound(i).over);
}

// Calls f(number of a change, the half cycles from the piece's beginning to event `to`, at), in this order; at(event): those to
// another one.
template <class F>
void path_what_if::for_changes(const path_piece& piece, size_t to, const std::vector<changed_uses>& changes, F f) {
  // Times in 32 bits, wherever they fit, as most do: the host's vectors take twice as many.
  const bool fits = piece.events()[to].cycle - piece.events()[0].cycle < uint64_t{1} << 28;
  for (size_t from = 0; from < changes.size(); from += at_once) {
    const auto some = changes.begin() + static_cast<std::ptrdiff_t>(from);
    const std::vector<changed_uses> part(some, some + static_cast<std::ptrdiff_t>(std::min(at_once, changes.size() - from)));
    const auto tell = [&](const auto& times) {
      for (size_t k = 0; k < part.size(); ++k) {
        const auto at = [&](size_t event) { return int64_t{times[event][k]}; };
        f(from + k, at(to), at);
      }
    };
    if (fits) tell(times_with<int32_t>(piece, to, part));
    else tell(times_with<int64_t>(piece, to, part));
  }
}

// By event, change by change.
template <class Time>
const std::vector<path_what_if::times_of<Time>>& path_what_if::times_with(const path_piece& piece, size_t to,
                                                                          const std::vector<changed_uses>& changes) {
  auto& times = std::get<std::vector<times_of<Time>>>(times_);
  times.resize(std::max(times.size(), to + 1));
  times[0].fill(0);
  // By use: all bits where half of its cycles is saved, and where the other half is, too.
  std::vector<std::array<times_of<Time>, 2>> saved(path_use::codes);
  by_use<bool> any{};
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
    const path_piece::event& e = piece.events()[i];
    if (e.rest.kind() == path_kind::poll && piece.rounds_of(i)) {
      cause by;
      for (size_t k = 0; k < changes.size(); ++k)
        times[i][k] = static_cast<Time>(time_with(
            piece, i, changes[k], [&](size_t event) { return int64_t{times[event][k]}; }, by));
      continue;
    }
    times_of<Time> t;
    t.fill(piece.bound(i).before == 0 ? 0 : std::numeric_limits<Time>::min());
    piece.for_causes(i, [&](const cause& by, size_t before, uint64_t) {
      times_of<Time> over = times[before];
      const auto cycles = static_cast<Time>(uint64_t{by.cycles} + by.also_cycles);
      for (size_t k = 0; k < at_once; ++k) over[k] += 2 * cycles;
      less(over, by.use, by.cycles);
      less(over, by.also, by.also_cycles);
      for (size_t k = 0; k < at_once; ++k) t[k] = std::max(t[k], over[k]);
    });
    const uint64_t rest = e.cycle - piece.bound(i).over;
    for (size_t k = 0; k < at_once; ++k) t[k] += 2 * static_cast<Time>(rest);
    less(t, e.rest, rest);
    times[i] = t;
  }
  return times;
}

// What the piece up to event `to` would go into with a change, of which at(event) are the times: calls add(use, half cycles, the event
// it is the rest of, or 0).
template <class At, class Add>
void path_what_if::for_changed_path(const path_piece& piece, size_t to, const changed_uses& change, At at, Add add) {
  for (size_t i = to; i > 0;) {
    cause by;
    const int64_t time = time_with(piece, i, change, at, by);
    const int64_t until = by.after ? at(piece.place_of(by.after)) + scaled(change, by) : at(0);
    add(piece.events()[i].rest, time - until, i);
    add(by.use, scaled(change, by.use, by.cycles), 0);
    add(by.also, scaled(change, by.also, by.also_cycles), 0);
    i = by.after ? piece.place_of(by.after) : 0;
  }
}

std::string path_what_if::in_its_place(path_use use, uint64_t cycles, const by_use<uint64_t>& on_path) const {
  const by_use<int64_t>* const halved = halved_path(use);
  if (!halved) return {};
  const auto least = static_cast<int64_t>(cycles);  // half of its time, in half cycles
  if (uses_[answers_for(use)].halved_off > least / 4 * 3) return {};
  int64_t most = 0;
  path_use place = use;
  for (unsigned code = 0; code < path_use::codes; ++code) {
    const path_use other = path_use::of_code(code);
    if (answers_for(other) == answers_for(use)) continue;
    const int64_t more = (*halved)[code] - 2 * static_cast<int64_t>(on_path[code]);
    if (more > most) {
      most = more;
      place = other;
    }
  }
  return most > 0 ? name_of(place) : "";
}

void path_what_if::count_feeds(const path_piece& piece, size_t to) {
  for (size_t i = 1; i <= to; ++i) {
    if (piece.events()[i].rest.kind() != path_kind::outside) continue;  // a core's look at it
    uint64_t brings = 0, takes = 0;  // of two causes of an event one is the tile, one room for it
    piece.for_causes(i, [&](const cause& by, size_t, uint64_t) {
      if (by.use.kind() == path_kind::producer) brings = by.cycles;
      if (by.use.kind() == path_kind::consumer) takes = by.cycles;
    });
    brings_ += brings;
    takes_ += takes;
  }
}

namespace {
// The uses in the piece up to event `to`.
by_use<bool> uses_in(const path_piece& piece, size_t to) {
  by_use<bool> met{};
  const auto meet = [&](const cause& by) { met[by.use.code] = met[by.also.code] = true; };
  for (size_t i = 1; i <= to; ++i) {
    met[piece.events()[i].rest.code] = true;
    piece.for_causes(i, [&](const cause& by, size_t, uint64_t) { meet(by); });
  }
  for (const rounds_of_looks& r : piece.rounds()) {
    for (const cause& by : {r.change, r.first, r.in_loop}) meet(by);
    met[r.load.code] = true;
  }
  return met;
}
}  // namespace

void path_what_if::each_by_itself(const path_piece& piece, size_t to, const by_use<uint64_t>& on_path) {
  const by_use<bool> here = uses_in(piece, to);
  std::vector<changed_uses> changes = {{{}, 2}};                  // nothing: also what is changed where there is none of it
  std::vector<std::pair<unsigned, std::array<size_t, 2>>> asked;  // whose, and the numbers of its changes: halved, free
  by_use<bool> done{};
  for (unsigned code = 0; code < path_use::codes; ++code) {
    const path_use use = path_use::of_code(code);
    if (!on_path[code] || std::exchange(done[answers_for(use)], true)) continue;
    const by_use<bool> set = answered_with(use);
    bool any = false;
    for (unsigned i = 0; i < path_use::codes; ++i) any = any || (set[i] && here[i]);
    asked.push_back({answers_for(use), {any ? changes.size() : 0, any ? changes.size() + 1 : 0}});
    if (any) changes.push_back({set, 1}), changes.push_back({set, 0});
  }
  for_changes(piece, to, changes, [&](size_t change, int64_t time, auto at) {
    const int64_t saved = 2 * static_cast<int64_t>(piece.events()[to].cycle - piece.events()[0].cycle) - time;
    by_use<int64_t> spent{};
    uint64_t rounds = 0;
    if (changes[change].halves)  // else nobody asks
      for_changed_path(piece, to, changes[change], at, [&](path_use of, int64_t half_cycles, size_t event) {
        spent[of.code] += half_cycles;
        if (event && of.kind() == path_kind::poll && !piece.rounds_of(event)) rounds += static_cast<uint64_t>(half_cycles);
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
void path_what_if::several_together(const path_piece& piece, size_t to, const by_use<uint64_t>& on_path) {
  const int64_t length = 2 * static_cast<int64_t>(piece.events()[to].cycle - piece.events()[0].cycle);
  const auto join = [&](by_use<bool>& set, unsigned code) {
    const by_use<bool> more = answered_with(path_use::of_code(code));
    for (unsigned i = 0; i < path_use::codes; ++i) set[i] = set[i] || more[i];
  };
  if (!joints_.empty()) {
    std::vector<changed_uses> changes;
    for (const joint& j : joints_) {
      changes.push_back({{}, 1});
      for (const unsigned code : j.codes) join(changes.back().of, code);
    }
    for_changes(piece, to, changes, [&](size_t j, int64_t time, auto) { joints_[j].off += length - time; });
    return;
  }
  by_use<bool> set{};
  by_use<int64_t> spent{};
  for (unsigned code = 0; code < path_use::codes; ++code) spent[code] = static_cast<int64_t>(on_path[code]);
  std::vector<unsigned> codes;
  while (codes.size() < most_together) {
    by_use<int64_t> by_answer{};
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
    for_changes(piece, to, {{set, 1}}, [&](size_t, int64_t time, auto at) {
      joints_.push_back({codes, length - time});
      for_changed_path(piece, to, {set, 1}, at,
                       [&](path_use of, int64_t half_cycles, size_t) { spent[of.code] += half_cycles; });
    });
  }
}

// ---- Beside the path

// By how much each use missed the path: the latest cycle in which an event could have happened without making the piece longer,
// less when its cause was over.
void path_what_if::slacks(const path_piece& piece, size_t to) {
  const auto& all = piece.events();
  std::vector<uint64_t> latest(to + 1, ~uint64_t{0});
  latest[to] = all[to].cycle;
  for (size_t i = to; i > 0; --i) {
    if (latest[i] == ~uint64_t{0}) continue;
    const uint64_t rest = all[i].cycle - piece.bound(i).over, by_then = latest[i] - rest;
    piece.for_causes(i, [&](const cause& by, size_t before, uint64_t over) {
      latest[before] = std::min(latest[before], by_then - (over - all[before].cycle));
      if (by.cycles) uses_[by.use.code].slack = std::min(uses_[by.use.code].slack, by_then - over);
      if (by.also_cycles) uses_[by.also.code].slack = std::min(uses_[by.also.code].slack, by_then - over);
    });
  }
}

}  // namespace tensix
