// SPDX-License-Identifier: Apache-2.0
#include "observe/why/path_recorder.h"

#include <algorithm>
#include <utility>

#include "models/noc/noc_ways_function.h"

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

// A piece ends where the paths to all that has happened lately meet: what comes refers to that. Chains of equal length may run
// beside one another for long: then it becomes longer, and ends at last on the path to the latest event. Of a piece by itself the
// last third of a later piece's events is left out, as one of such chains turns out to be the path.
void path_recorder::full() {
  contradictions_ += piece_.bind();
  const size_t size = events().size(), most = wishes_.all ? size / 4 * 3 : size - std::min(few_, size) / 3;
  size_t end = wishes_.all ? common_to(most, size, [&](size_t i) { return piece_.bound(i).before; }) : 0;
  if (wishes_.all && end < size / 4 && size < longest_piece) return;
  if (end < size / 4)
    for (end = piece_.latest(~uint64_t{0}); end > most;) end = piece_.bound(end).before;
  if (!wishes_.all) return take_piece(end);
  if (end == 0) return;  // one cause since long ago: the piece becomes longer
  const uint64_t begins = events()[0].cycle;
  take_path(end);
  if (wishes_.listener) {
    changes_.begin_at(end);
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
  for (; i > least; i = piece_.bound(i).before) {
    const path_piece::binding& b = piece_.bound(i);
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
  cycles_.fill(0);
  const size_t begun_at = follow(to, beginning ? 0 : events().size() / 12);
  const uint64_t from = events()[begun_at].cycle, until = events()[to].cycle;
  const uint64_t last = events()[piece_.latest(~uint64_t{0})].cycle;
  const uint64_t taken = (last - begun_in()) / (beginning ? std::max<uint64_t>(1, events().size() / few_) : 1);  // by a piece
  if (until > from && 8 * (until - from) >= taken) {
    ties_.add(piece_, begun_at, to);
    if (!beginning) stands_until(last_one ? from : (stands_for_ + from) / 2);
    for (unsigned code = 0; code < path_use::codes; ++code)
      share_[code] = static_cast<double>(cycles_[code]) / static_cast<double>(until - from);
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
    cycles_[code] = code == most ? 0 : static_cast<uint64_t>(estimate_[code]);
    others += cycles_[code];
  }
  cycles_[most] = cycles - std::min(others, cycles);
  used_[most] = true;
}

void path_recorder::resume(uint64_t cycle) { begin_anew(cycle, few_); }

// ---- The whole path

void path_recorder::take_path(size_t to) {
  const size_t before = stretches_.size();
  if (wishes_.listener) changes_.find_pushes(piece_);
  follow(to, 0);
  std::reverse(stretches_.begin() + static_cast<std::ptrdiff_t>(before), stretches_.end());
  ties_.add(piece_, 0, to);
  if (wishes_.what_if) what_if_.add(piece_, to, cycles_);
  if (wishes_.listener) changes_.tell(piece_, to, *wishes_.listener);
}

void path_recorder::add(path_use use, uint64_t from, uint64_t to, const event& of) {
  if (from >= to) return;
  cycles_[use.code] += to - from;
  ++stretches_of_[use.code];
  used_[use.code] = true;
  const bool wait = use.kind() == path_kind::noc_wait;
  if (wait) waits_for_link_[of.word] += to - from;
  else if (!between_tiles(use.kind())) in_tile_[of.tile] += to - from;
  if (wishes_.listener) {
    const auto i = static_cast<size_t>(&of - events().data());
    // The listener knows the programs of one tile.
    wishes_.listener->on_path(of.tile ? path_use(path_kind::noc_way) : use, from, to, of.tile ? -1 : of.thread,
                              changes_.pushed(i));
  }
  if (wishes_.stretches && stretches_.size() < most_stretches)
    stretches_.push_back({from, to, use.code, of.thread, wait ? 0 : of.word});
}

// ---- The result

critical_path path_recorder::finish(uint64_t cycles) {
  if (pieces_ == 0 && !stopped()) {
    contradictions_ += piece_.bind();
    const size_t end = piece_.latest(cycles);
    begin(cycles, path_kind::outside);
    after(first() + static_cast<event_id>(end));
    contradictions_ += piece_.bind();
    take_path(events().size() - 1);
    looked_at_ = cycles;
  } else {
    if (!stopped()) {
      contradictions_ += piece_.bind();
      take_piece(piece_.latest(cycles), true);
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

void path_recorder::add_together(critical_path& path) const {
  for (const path_what_if::joint& j : what_if_.joints()) {
    path_together all;
    all.run_if_halved = path.cycles - static_cast<uint64_t>(j.off / 2);
    for (const unsigned code : j.codes) all.resources.push_back(name_of_answer(code));
    for (const auto& several : of_several)
      if (j.codes.size() > 1 && std::all_of(j.codes.begin(), j.codes.end(), [&](unsigned code) {
            const path_kind kind = path_use::of_code(code).kind();
            return std::find(several.kinds.begin(), several.kinds.end(), kind) != several.kinds.end();
          }))
        all.parameter = several.parameter;
    path.together.push_back(std::move(all));
  }
}

// Of r.run_if_halved, in a run of so many cycles: see path_resource.
uint64_t path_recorder::unexplained_if_halved(path_use use, const path_resource& r, uint64_t run) const {
  const by_use<int64_t>* const halved = what_if_.halved_path(use);
  const bool brings = use.kind() == path_kind::producer, is_feed = brings || use.kind() == path_kind::consumer;
  uint64_t unexplained = 0;
  if (halved)
    for (unsigned other = 0; other < path_use::codes; ++other)
      if (may_change(path_use::of_code(other).kind())) unexplained += static_cast<uint64_t>((*halved)[other] / 2);
  // What a unit gains may be lost again in rounds of polls, which find what comes sooner in the same round, or in another one. A
  // core that is quicker itself takes its rounds with it.
  const uint64_t rounds = what_if_.rounds_if_halved(use);
  if (in_a_round(use.kind())) unexplained += rounds;
  else if (!is_of_core(use)) unexplained = std::max(unexplained, std::min(rounds, run - std::min(run, r.run_if_free)));
  // Both ends of the feed at once meet at ports and banks, as they did not in this run.
  const uint64_t moves = brings ? what_if_.brings() : what_if_.takes();
  if (halved && is_feed && what_if_.brings() && what_if_.takes()) {
    const uint64_t both = what_if_.brings() + what_if_.takes() - moves / 2;
    unexplained += both - std::min(both, r.run_if_halved);
  }
  // If a feed is quicker, the core that has waited for it may find at once what it waits for, and take another way than here: of a
  // path on which programs take the feed's place, their cycles are not known.
  if (halved && is_feed) {
    uint64_t now = 0, then = 0;
    for (unsigned other = 0; other < path_use::codes; ++other) {
      if (!is_of_core(path_use::of_code(other))) continue;
      now += cycles_[other];
      then += static_cast<uint64_t>((*halved)[other]) / 2;
    }
    unexplained += then - std::min(then, now);
  }
  // A feed beside the path that moves tiles for most of the run sets the pace of the cores' looks at its counters: if it is quicker,
  // each finds more, and they look less often.
  if (is_feed && r.cycles == 0 && 2 * moves > run) unexplained += moves;
  return unexplained;
}

// `answered_cycles`: of all uses that a what-if of this one is about, on the path.
path_resource path_recorder::resource(path_use use, uint64_t answered_cycles, uint64_t run) const {
  path_resource r;
  r.name = name_of(use);
  r.holder = holder_of(use);
  r.does = row_of(use.kind()).does;
  r.parameter = row_of(use.kind()).parameter;
  r.explained = !has_no_cause(use.kind());
  r.cycles = cycles_[use.code];
  r.stretches = stretches_of_[use.code];
  r.slack = used_[use.code] ? 0 : what_if_.slack(use);
  r.run_if_halved = run - what_if_.halved_off(use);
  r.run_if_free = run - what_if_.free_off(use);
  if (r.cycles) r.in_its_place = what_if_.in_its_place(use, answered_cycles, cycles_);
  r.unexplained_if_halved = unexplained_if_halved(use, r, run);
  return r;
}

critical_path path_recorder::result(uint64_t cycles) {
  critical_path path;
  path.cycles = cycles;
  path.looked_at = looked_at_;
  path.pieces = pieces_;
  path.what_if = wishes_.what_if;
  path.contradictions = contradictions_;
  path.ties = ties_.found();
  add_together(path);
  std::vector<path_use> uses;
  by_use<uint64_t> answered{};  // cycles
  for (unsigned code = 0; code < path_use::codes; ++code) {
    const path_use use = path_use::of_code(code);
    if (!used_[code] && what_if_.slack(use) == ~uint64_t{0}) continue;
    uses.push_back(use);
    answered[answers_for(use)] += cycles_[code];
  }
  const auto missed_by = [&](path_use use) { return used_[use.code] ? 0 : what_if_.slack(use); };
  std::stable_sort(uses.begin(), uses.end(), [&](path_use a, path_use b) {
    return cycles_[a.code] != cycles_[b.code] ? cycles_[a.code] > cycles_[b.code] : missed_by(a) < missed_by(b);
  });
  by_use<uint32_t> place{};
  for (const path_use use : uses) {
    place[use.code] = static_cast<uint32_t>(path.resources.size());
    path.resources.push_back(resource(use, answered[answers_for(use)], cycles));
  }
  for (path_stretch& s : stretches_) s.resource = place[s.resource];
  path.stretches = std::move(stretches_);
  add_places(path);
  return path;
}

}  // namespace tensix
