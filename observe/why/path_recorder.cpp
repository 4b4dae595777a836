// SPDX-License-Identifier: Apache-2.0
#include "observe/why/path_recorder.h"
#include "models/noc/noc_ways_function.h"

#include <algorithm>
#include <utility>

namespace tensix {

namespace {

constexpr size_t longest_piece = size_t{1} << 17;  // events

bool between_tiles(path_kind kind) {
  return kind == path_kind::noc_way || kind == path_kind::noc_wait || kind == path_kind::noc_reserve;
}

// What rounds of polling loops take: if that is less, they find a change in another cycle.
bool in_a_round(path_kind kind) {
  return kind == path_kind::l1_load || kind == path_kind::semaphore_load || kind == path_kind::register_load;
}

// Parameters that make several things faster: with more rows an instruction the packer needs fewer of them.
const struct {
  const char* parameter;
  std::vector<path_kind> kinds;
} of_several[] = {{"packer.read_interfaces", {path_kind::pack_read, path_kind::issue, path_kind::expand}}};

// The last of `events` on the paths to all of them from `from` on; 0: there is none but the first.
template <class Before>
size_t common_to(size_t from, size_t events, Before before) {
  std::vector<bool> on_a_path(events);
  std::fill(on_a_path.begin() + static_cast<std::ptrdiff_t>(from), on_a_path.end(), true);
  size_t paths = events - from;
  for (size_t i = events - 1; i > 0; --i) {
    if (!on_a_path[i]) continue;
    if (paths == 1) return i;
    if (on_a_path[before(i)]) --paths;
    on_a_path[before(i)] = true;
  }
  return 0;
}

}  // namespace

// What each event of the piece waited for last; of several that were over in the same cycle, the one recorded last: units record after
// the frontends.
void path_recorder::bind() {
  const auto& all = events();
  bindings_.assign(all.size(), {});
  for (size_t i = 1; i < all.size(); ++i) {
    binding& b = bindings_[i];
    b.over = all[0].cycle;
    contradictions_ += for_causes(i, [&](const cause& by, size_t before, uint64_t over) {
      if (over >= b.over) b = {before, by, over};
    });
  }
}

size_t path_recorder::latest(uint64_t until) const {
  size_t last = 0;
  for (size_t i = 0; i < events().size(); ++i)
    if (events()[i].cycle <= until && events()[i].cycle >= events()[last].cycle) last = i;
  return last;
}

// A piece ends where the paths to all that has happened lately meet: what comes refers to that. Chains of equal length may run
// beside one another for long: then it becomes longer, and ends at last on the path to the latest event. Of a piece by itself the
// last third of a later piece's events is left out, as one of such chains turns out to be the path.
void path_recorder::full() {
  bind();
  const size_t size = events().size(), most = wishes_.all ? size / 4 * 3 : size - std::min(few_, size) / 3;
  size_t end = wishes_.all ? common_to(most, size, [&](size_t i) { return bindings_[i].before; }) : 0;
  if (wishes_.all && end < size / 4 && size < longest_piece) return;
  if (end < size / 4)
    for (end = latest(~uint64_t{0}); end > most;) end = bindings_[end].before;
  if (!wishes_.all) return take_piece(end);
  if (end == 0) return;  // one cause since long ago: the piece becomes longer
  const uint64_t begins = events()[0].cycle;
  take_path(end);
  if (wishes_.listener) {
    pushed_.erase(pushed_.begin(), pushed_.begin() + static_cast<std::ptrdiff_t>(end));
    wishes_.listener->piece_ended(begins);  // instructions of the next one were pushed in this one
  }
  forget_before(first() + static_cast<event_id>(end));
}

// Follows the path from event `to` back to the first event on it that is not behind `least`, and answers which that is. Event 0
// is a cause of those that none is known of: what begins there is left out, unless it is wanted.
size_t path_recorder::follow(size_t to, size_t least) {
  // Events are recorded in another order than that of their cycles: what lies in front of the first one, the piece before has counted.
  const uint64_t begun = events()[0].cycle;
  const auto put = [&](path_use use, uint64_t from, uint64_t until, const event& of) {
    add(use, std::max(from, begun), std::max(until, begun), of);
  };
  size_t i = to;
  for (; i > least; i = bindings_[i].before) {
    const binding& b = bindings_[i];
    if (b.before == 0 && least != 0) break;
    const event &here = events()[i], &before = events()[b.before];
    const event& doing = before.word && before.tile == here.tile && before.rest.kind() != path_kind::noc_wait
                             ? before
                             : here;  // what a use is for
    const uint64_t first_over = before.cycle + b.by.cycles;
    // Nor is what has ended a wait that was there from the beginning: it may have been on its way then.
    const auto waited = [&](path_use use, uint64_t from, uint64_t until) { return from < until && has_no_cause(use.kind()); };
    if (b.before <= least && least != 0 &&
        (waited(here.rest, b.over, here.cycle) || waited(b.by.also, first_over, b.over) ||
         waited(b.by.use, before.cycle, std::min(first_over, b.over))))
      break;
    put(here.rest, b.over, here.cycle, here);
    put(b.by.also, first_over, b.over, doing);
    put(b.by.use, before.cycle, std::min(first_over, b.over), doing);
  }
  return i;
}

// ---- In pieces with time between them

// The path of a piece from `to` back. What it goes into stands for half of the time since the piece before, too; of the last one,
// the end of the run, for itself alone. Its first twelfth is left out: events of that time may have waited for what was not recorded.
void path_recorder::take_piece(size_t to, bool last_one) {
  const bool beginning = begun_in() == 0;
  for (use_so_far& u : uses_) u.cycles = 0;
  const size_t begun_at = follow(to, beginning ? 0 : events().size() / 12);
  const uint64_t from = events()[begun_at].cycle, until = events()[to].cycle;
  const uint64_t last = events()[latest(~uint64_t{0})].cycle;
  const uint64_t taken = (last - begun_in()) / (beginning ? std::max<uint64_t>(1, events().size() / few_) : 1);  // by a piece
  if (until > from && 8 * (until - from) >= taken) {
    ties(begun_at, to);
    if (!beginning) stands_until(last_one ? from : (stands_for_ + from) / 2);
    for (unsigned code = 0; code < path_use::codes; ++code)
      share_[code] = static_cast<double>(uses_[code].cycles) / static_cast<double>(until - from);
    stands_until(until);
    looked_at_ += until - from;
    ++pieces_;
  }
  // On an average `paused` times as long as a piece, less in the beginning, and never at the same place of what repeats itself.
  ++tried_;
  const uint64_t pause = std::min(tried_, paused) * taken * (0x8000 + (tried_ * 0x9e37 & 0xffff)) >> 16;
  resumes_in_ = last + std::min(pause, last);
  stop();
}

void path_recorder::stands_until(uint64_t cycle) {
  if (cycle <= stands_for_) return;
  for (unsigned code = 0; code < path_use::codes; ++code)
    estimate_[code] += share_[code] * static_cast<double>(cycle - stands_for_);
  stands_for_ = cycle;
}

// Of a run of so many cycles.
void path_recorder::settle_estimate(uint64_t cycles) {
  stands_until(cycles);
  size_t most = path_use().code;
  uint64_t others = 0;
  for (unsigned code = 0; code < path_use::codes; ++code)
    if (estimate_[code] > estimate_[most]) most = code;
  for (unsigned code = 0; code < path_use::codes; ++code) {
    uses_[code].cycles = code == most ? 0 : static_cast<uint64_t>(estimate_[code]);
    others += uses_[code].cycles;
  }
  uses_[most].cycles = cycles - std::min(others, cycles);
  uses_[most].used = true;
}

void path_recorder::resume(uint64_t cycle) { begin_anew(cycle, few_); }

// ---- The whole path

void path_recorder::take_path(size_t to) {
  const size_t before = stretches_.size();
  if (wishes_.listener) find_pushes();
  follow(to, 0);
  std::reverse(stretches_.begin() + static_cast<std::ptrdiff_t>(before), stretches_.end());
  ties(0, to);
  if (wishes_.what_if) {
    count_feeds(to);
    what_if(to);
    halve_together(to);
    slacks(to);
  }
  if (wishes_.listener) tell_changes(to);
}

void path_recorder::add(path_use use, uint64_t from, uint64_t to, const event& of) {
  if (from >= to) return;
  use_so_far& u = uses_[use.code];
  u.cycles += to - from;
  ++u.stretches;
  u.used = true;
  const bool wait = use.kind() == path_kind::noc_wait;
  if (wait) waits_for_link_[of.word] += to - from;
  else if (!between_tiles(use.kind())) in_tile_[of.tile] += to - from;
  if (wishes_.listener) {
    const auto i = static_cast<size_t>(&of - events().data());
    const uint64_t pushed = i < pushed_.size() ? pushed_[i] : path_listener::not_pushed;
    // The listener knows the programs of one tile.
    wishes_.listener->on_path(of.tile ? path_use(path_kind::noc_way) : use, from, to, of.tile ? -1 : of.thread, pushed);
  }
  if (wishes_.stretches && stretches_.size() < most_stretches)
    stretches_.push_back({from, to, use.code, of.thread, wait ? 0 : of.word});
}

// ---- The result

critical_path path_recorder::finish(uint64_t cycles) {
  if (pieces_ == 0 && !stopped()) {
    bind();
    const size_t end = latest(cycles);
    begin(cycles, path_kind::outside);
    after(first() + static_cast<event_id>(end));
    bind();
    take_path(events().size() - 1);
    looked_at_ = cycles;
  } else {
    if (!stopped()) {
      bind();
      take_piece(latest(cycles), true);
    }
    settle_estimate(cycles);
  }
  return result(cycles);
}

namespace {
// Of a kind with a parameter all have a part in it: those that the run has used are named by what they do.
std::string name_of_answer(unsigned code) {
  const path_use use = path_use::of_code(code);
  const path_kind_row& row = row_of(use.kind());
  if (*row.parameter == 0 || row.of == resource_of::tile) return name_of(use);
  return row.name;
}
}  // namespace

// Of the run, if only pieces of it were looked at, in the same shares.
void path_recorder::add_places(critical_path& path) const {
  const auto of_run = [&](uint64_t n) {
    return path.whole() || path.looked_at == 0
               ? n
               : static_cast<uint64_t>(static_cast<double>(n) / static_cast<double>(path.looked_at) *
                                       static_cast<double>(path.cycles));
  };
  size_t tiles = in_tile_.size();
  while (tiles > 1 && in_tile_[tiles - 1] == 0) --tiles;
  for (size_t t = 0; t < tiles && tiles > 1; ++t) path.tiles.push_back({"", of_run(in_tile_[t])});
  for (const auto& [word, cycles] : waits_for_link_) {
    const unsigned noc = word >> 16 & 1, link = word & 0xffff;
    path.links.push_back({noc_link_text(noc, link), of_run(cycles)});
  }
  std::stable_sort(path.links.begin(), path.links.end(),
                   [](const path_part& a, const path_part& b) { return a.cycles > b.cycles; });
}

critical_path path_recorder::result(uint64_t cycles) {
  critical_path path;
  path.cycles = cycles;
  path.looked_at = looked_at_;
  path.pieces = pieces_;
  path.what_if = wishes_.what_if;
  path.contradictions = contradictions_;
  for (const auto& [holder, cycles_and_loss] : ties_)
    if (2 * cycles_and_loss.first > tied_cycles_) path.ties.push_back({holders_[holder], cycles_and_loss.second});
  if (path.ties.size() == 1) path.ties.clear();
  for (const joint& j : joints_) {
    path_together all;
    all.run_if_halved = cycles - static_cast<uint64_t>(j.off / 2);
    for (const unsigned code : j.codes) all.resources.push_back(name_of_answer(code));
    for (const auto& several : of_several)
      if (j.codes.size() > 1 && std::all_of(j.codes.begin(), j.codes.end(), [&](unsigned code) {
            const path_kind kind = path_use::of_code(code).kind();
            return std::find(several.kinds.begin(), several.kinds.end(), kind) != several.kinds.end();
          }))
        all.parameter = several.parameter;
    path.together.push_back(std::move(all));
  }
  std::vector<unsigned> codes;
  for (unsigned code = 0; code < path_use::codes; ++code)
    if (uses_[code].used || uses_[code].slack != ~uint64_t{0}) codes.push_back(code);
  const auto missed_by = [&](unsigned code) { return uses_[code].used ? 0 : uses_[code].slack; };
  std::stable_sort(codes.begin(), codes.end(), [&](unsigned a, unsigned b) {
    return uses_[a].cycles != uses_[b].cycles ? uses_[a].cycles > uses_[b].cycles : missed_by(a) < missed_by(b);
  });
  std::array<uint64_t, path_use::codes> of_parameter{};  // all cycles that a what-if is about
  for (const unsigned code : codes) {
    const path_use use = path_use::of_code(code);
    of_parameter[answers_for(use)] += uses_[code].cycles;
  }
  std::array<uint32_t, path_use::codes> place{};
  for (const unsigned code : codes) {
    const use_so_far& u = uses_[code];
    const path_use use = path_use::of_code(code);
    path_resource r;
    r.name = name_of(use);
    r.holder = holder_of(use);
    r.does = row_of(use.kind()).does;
    r.parameter = row_of(use.kind()).parameter;
    r.explained = !has_no_cause(use.kind());
    r.cycles = u.cycles;
    r.stretches = u.stretches;
    r.slack = u.used ? 0 : u.slack;
    const use_so_far& what_if = uses_[answers_for(use)];
    r.run_if_halved = cycles - static_cast<uint64_t>(what_if.halved_off / 2);
    r.run_if_free = cycles - static_cast<uint64_t>(what_if.free_off / 2);
    const auto halved = halved_path_.find(answers_for(use));
    if (halved != halved_path_.end())
      for (unsigned other = 0; other < path_use::codes; ++other)
        if (may_change(path_use::of_code(other).kind()))
          r.unexplained_if_halved += static_cast<uint64_t>(halved->second[other] / 2);
    if (u.cycles) r.in_its_place = in_its_place(use, of_parameter[answers_for(use)]);
    // What a unit gains may be lost again in rounds of polls, which find what comes sooner in the same round, or in another one. A
    // core that is quicker itself takes its rounds with it.
    const uint64_t rounds = what_if.rounds_if_halved / 2;
    if (in_a_round(use.kind())) {
      r.unexplained_if_halved += rounds;
    } else if (row_of(use.kind()).of != resource_of::core) {
      r.unexplained_if_halved = std::max(r.unexplained_if_halved, std::min(rounds, cycles - std::min(cycles, r.run_if_free)));
    }
    // Both ends of the feed at once meet at ports and banks, as they did not in this run.
    const bool brings = use.kind() == path_kind::producer;
    if (halved != halved_path_.end() && (brings || use.kind() == path_kind::consumer) && brings_ && takes_) {
      const uint64_t both = brings_ + takes_ - (brings ? brings_ : takes_) / 2;
      r.unexplained_if_halved += both - std::min(both, r.run_if_halved);
    }
    // If a feed is quicker, the core that has waited for it may find at once what it waits for, and take another way than here: of a
    // path on which programs take the feed's place, their cycles are not known.
    if (halved != halved_path_.end() && (use.kind() == path_kind::producer || use.kind() == path_kind::consumer)) {
      uint64_t now = 0, then = 0;
      for (unsigned other = 0; other < path_use::codes; ++other) {
        if (row_of(path_use::of_code(other).kind()).of != resource_of::core) continue;
        now += uses_[other].cycles;
        then += static_cast<uint64_t>(halved->second[other]) / 2;
      }
      r.unexplained_if_halved += then - std::min(then, now);
    }
    // A feed beside the path that moves tiles for most of the run sets the pace of the cores' looks at its counters: if it is quicker,
    // each finds more, and they look less often.
    if (brings || use.kind() == path_kind::consumer) {
      const uint64_t moves = brings ? brings_ : takes_;
      if (u.cycles == 0 && 2 * moves > cycles) r.unexplained_if_halved += moves;
    }
    place[code] = static_cast<uint32_t>(path.resources.size());
    path.resources.push_back(std::move(r));
  }
  for (path_stretch& s : stretches_) s.resource = place[s.resource];
  path.stretches = std::move(stretches_);
  add_places(path);
  return path;
}

}  // namespace tensix
