#include "testbench/why/path_recorder.h"

#include <algorithm>
#include <utility>

namespace tensix {

template <class F>
uint64_t path_recorder::for_causes(size_t i, F f) const {
  const auto& all = events();
  const size_t end = i + 1 < all.size() ? all[i + 1].first : causes().size();
  uint64_t too_late = 0;
  for (size_t c = all[i].first; c < end; ++c) {
    const cause& by = causes()[c];
    const event_id before = by.after - first();
    if (before >= i) continue;
    const uint64_t over = all[before].cycle + by.cycles + by.also_cycles;
    if (over > all[i].cycle) ++too_late;
    else f(by, before, over);
  }
  return too_late;
}

// What each event of the piece waited for last; of several that were over in the same cycle, the one told last: units tell after
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

// The piece ends where three quarters of it lie behind: what comes refers to the rest.
void path_recorder::full() {
  if (!wishes_.all) {
    stopped_ = true;
    return;
  }
  bind();
  size_t end = latest(~uint64_t{0});
  while (end > events().size() / 4 * 3) end = bindings_[end].before;
  if (end == 0) return;  // one cause since long ago: the piece becomes longer
  take_path(end);
  forget_before(first() + static_cast<event_id>(end));
}

void path_recorder::take_path(size_t to) {
  const size_t told = stretches_.size();
  for (size_t i = to; i > 0; i = bindings_[i].before) {
    const binding& b = bindings_[i];
    const event &here = events()[i], &before = events()[b.before];
    const event& doing = before.word ? before : here;  // what a use is for
    const uint64_t first_over = before.cycle + b.by.cycles;
    add(here.rest, b.over, here.cycle, here);
    add(b.by.also, first_over, b.over, doing);
    add(b.by.use, before.cycle, std::min(first_over, b.over), doing);
  }
  std::reverse(stretches_.begin() + static_cast<std::ptrdiff_t>(told), stretches_.end());
  if (wishes_.what_if) {
    what_if(to);
    slacks(to);
  }
}

void path_recorder::add(path_use use, uint64_t from, uint64_t to, const event& of) {
  if (from >= to) return;
  use_so_far& u = uses_[use.code];
  u.cycles += to - from;
  ++u.stretches;
  u.used = true;
  if (wishes_.stretches && stretches_.size() < most_stretches) stretches_.push_back({from, to, use.code, of.thread, of.word});
}

// ---- What if

// In half cycles, when the piece would end if what goes into `use` took so many halves of its time, and it began `earlier`. A
// parameter is that of all of its kind; without one it is about this use alone.
int64_t path_recorder::end_if(size_t to, path_use use, unsigned halves, int64_t earlier) {
  const auto& all = events();
  time_.resize(to + 1);
  held_by_.resize(to + 1);
  time_[0] = 2 * static_cast<int64_t>(all[0].cycle) - earlier;
  const auto scaled = [&](path_use of, uint64_t cycles) {
    return static_cast<int64_t>(cycles * (scaled_with(of, use) ? halves : 2));
  };
  for (size_t i = 1; i <= to; ++i) {
    int64_t t = bindings_[i].before == 0 ? time_[0] : INT64_MIN;
    held_by_[i] = {};
    for_causes(i, [&](const cause& by, size_t before, uint64_t) {
      const int64_t over = time_[before] + scaled(by.use, by.cycles) + scaled(by.also, by.also_cycles);
      if (over < t) return;
      t = over;
      held_by_[i] = by;
    });
    time_[i] = t + scaled(all[i].rest, all[i].cycle - bindings_[i].over);
  }
  return time_[to];
}

// Behind end_if with one half: what the piece would have gone into.
void path_recorder::take_halved_path(size_t to, path_use use) {
  std::array<int64_t, path_use::codes>& spent = halved_path_[answers_for(use)];
  const auto add = [&](path_use of, uint64_t cycles) {
    spent[of.code] += static_cast<int64_t>(cycles * (scaled_with(of, use) ? 1 : 2));
  };
  for (size_t i = to; i > 0;) {
    const cause& by = held_by_[i];
    add(events()[i].rest, events()[i].cycle - bindings_[i].over);
    add(by.use, by.cycles);
    add(by.also, by.also_cycles);
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
    path_use other;
    other.code = static_cast<uint8_t>(code);
    if (scaled_with(other, use)) continue;
    const int64_t more = found->second[code] - 2 * static_cast<int64_t>(uses_[code].cycles);
    if (more > most) {
      most = more;
      place = other;
    }
  }
  return most > 0 ? name_of(place) : "";
}

void path_recorder::what_if(size_t to) {
  const int64_t end = 2 * static_cast<int64_t>(events()[to].cycle);
  std::array<bool, path_use::codes> done{};
  for (unsigned code = 0; code < path_use::codes; ++code) {
    path_use use;
    use.code = static_cast<uint8_t>(code);
    if (!uses_[code].used) continue;
    if (std::exchange(done[answers_for(use)], true)) continue;
    use_so_far& u = uses_[answers_for(use)];
    u.halved_off = end - end_if(to, use, 1, u.halved_off);
    take_halved_path(to, use);
    u.free_off = end - end_if(to, use, 0, u.free_off);
  }
}

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

// ---- The result

critical_path path_recorder::finish(uint64_t cycles) {
  bind();
  size_t end = latest(cycles);
  if (stopped_) {
    cycles = events()[end].cycle;  // of the beginning
  } else {
    begin(cycles, path_kind::outside);
    after(first() + static_cast<event_id>(end));
    bind();
    end = events().size() - 1;
  }
  take_path(end);

  critical_path path;
  path.cycles = cycles;
  path.what_if = wishes_.what_if;
  path.contradictions = contradictions_;
  std::vector<unsigned> codes;
  for (unsigned code = 0; code < path_use::codes; ++code)
    if (uses_[code].used || uses_[code].slack != ~uint64_t{0}) codes.push_back(code);
  const auto missed_by = [&](unsigned code) { return uses_[code].used ? 0 : uses_[code].slack; };
  std::stable_sort(codes.begin(), codes.end(), [&](unsigned a, unsigned b) {
    return uses_[a].cycles != uses_[b].cycles ? uses_[a].cycles > uses_[b].cycles : missed_by(a) < missed_by(b);
  });
  std::array<uint64_t, path_use::codes> of_parameter{};  // all cycles that a what-if is about
  for (const unsigned code : codes) {
    path_use use;
    use.code = static_cast<uint8_t>(code);
    of_parameter[answers_for(use)] += uses_[code].cycles;
  }
  std::array<uint32_t, path_use::codes> place{};
  for (const unsigned code : codes) {
    const use_so_far& u = uses_[code];
    path_use use;
    use.code = static_cast<uint8_t>(code);
    path_resource r;
    r.name = name_of(use);
    r.holder = holder_of(use);
    r.does = row_of(use.kind()).does;
    r.parameter = row_of(use.kind()).parameter;
    r.cycles = u.cycles;
    r.stretches = u.stretches;
    r.slack = u.used ? 0 : u.slack;
    const use_so_far& what_if = uses_[answers_for(use)];
    r.run_if_halved = cycles - static_cast<uint64_t>(what_if.halved_off / 2);
    r.run_if_free = cycles - static_cast<uint64_t>(what_if.free_off / 2);
    if (u.cycles) r.in_its_place = in_its_place(use, of_parameter[answers_for(use)]);
    place[code] = static_cast<uint32_t>(path.resources.size());
    path.resources.push_back(std::move(r));
  }
  for (path_stretch& s : stretches_) s.resource = place[s.resource];
  path.stretches = std::move(stretches_);
  return path;
}

}  // namespace tensix
