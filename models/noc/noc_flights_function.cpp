// SPDX-License-Identifier: Apache-2.0
#include "models/noc/noc_flights_function.h"

#include <algorithm>

namespace tensix {

noc_flights::noc_flights(unsigned noc, const noc_network_parameters& p, owner_if& owner)
    : noc_(noc), parameters_(p), owner_(owner), links_(noc_links_of_one) {}

void noc_flights::put(cycle_t cycle, what kind, flight_id f, size_t step) {
  const flight& x = flights_[f];
  events_.put({cycle, kind, x.steps[step].way.link, x.number, step, f});
}

noc_flights::flight_id noc_flights::begin(const noc_packet& p, const std::vector<noc_coordinate>& receivers, uint64_t number,
                                          cycle_t cycle) {
  if (unused_.empty()) {
    unused_.push_back(static_cast<flight_id>(flights_.size()));
    flights_.emplace_back();
  }
  const flight_id id = unused_.back();
  unused_.pop_back();
  ++open_;
  flight& f = flights_[id];
  std::vector<step_state> steps = std::move(f.steps);  // its memory
  f = {};
  f.used = true;
  f.number = number;
  f.flits = p.flits();
  f.virtual_channel = p.virtual_channel;
  f.static_channel = p.static_channel;
  f.tree = p.multicast && !is_answer(p.kind);
  if (!is_answer(p.kind)) follow(id, p);
  f.reserves = f.tree && p.path_reserve && !f.follows;
  if (f.tree) noc_tree(p, receivers, way_);
  else noc_way(noc_, p.from, p.to, way_);
  steps.clear();
  for (const noc_step_of_way& w : way_) {
    step_state& s = steps.emplace_back();
    s.way = w;
    if (w.parent != noc_step_of_way::no_parent) s.depth = static_cast<uint16_t>(steps[w.parent].depth + 1);
  }
  f.steps = std::move(steps);
  if (!f.tree && f.static_channel) {
    place_in& last = injected_[unsigned{p.from.x} * noc_rows + p.from.y][p.virtual_channel % (channels / 2)];
    f.steps.front().before = last;
    last = {id, 0, number};
  }
  f.unreleased = static_cast<unsigned>(f.steps.size());
  on_behind(cycle, f.reserves ? what::reserve : what::head, id, noc_step_of_way::no_parent);
  f.told_end = !has_to_wait(p);
  return id;
}

// What goes elsewhere than the linked packet before it is wrong (noc_registers says so), and gets none of its channels.
void noc_flights::follow(flight_id id, const noc_packet& p) {
  flight& f = flights_[id];
  f.sender = p.from;
  f.linked = p.linked;
  linked_packet& before = linked_by(p.from);
  f.follows = before.is && before.multicast == p.multicast && before.to == p.to &&
              (!p.multicast || before.to_end == p.to_end) && before.virtual_channel == p.virtual_channel;
  if (f.follows && before.flight != no_one) {
    f.leader = before.flight;
    flights_[f.leader].follower = id;
  }
  before = {p.linked, p.multicast, p.to, p.to_end, p.virtual_channel, id};
}

void noc_flights::end(flight_id id, cycle_t cycle) {
  flights_[id].tail = cycle;
  settle(id);
}

void noc_flights::run(cycle_t now) {
  while (!events_.empty() && events_.next() <= now) {
    const noc_flight_event e = events_.take();
    switch (e.kind()) {
      case what::release: release(e.flight, e.step(), e.cycle()); break;
      case what::head: head(e.flight, e.step(), e.cycle()); break;
      case what::reserve: ask(e.flight, e.step(), e.cycle()); break;
    }
  }
}

// The next links of the way, behind `step`: in `cycle` at their beginning.
void noc_flights::on_behind(cycle_t cycle, what kind, flight_id id, uint16_t step) {
  flight& f = flights_[id];
  const size_t first = step == noc_step_of_way::no_parent ? 0 : step + 1u;
  for (size_t i = first; i < f.steps.size(); ++i) {
    if (f.steps[i].way.parent != step) continue;
    put(cycle, kind, id, i);
    f.asked += kind == what::reserve;
    if (!f.tree) return;
  }
}

// What software leaves to the hardware takes the other buddy if that is free.
uint8_t noc_flights::channel_of(const flight& f, const noc_step_of_way& w) const {
  const unsigned wanted = f.virtual_channel % (channels / 2) + (w.dateline ? channels / 2 : 0);
  const link& l = links_[w.link];
  if (!f.static_channel && !f.linked && !f.follows && l.of[wanted].taken) {
    const unsigned other = wanted ^ 1;
    if (!l.of[other].taken || l.of[other].waiting.size() < l.of[wanted].waiting.size()) return static_cast<uint8_t>(other);
  }
  return static_cast<uint8_t>(wanted);
}

void noc_flights::head(flight_id id, uint16_t step, cycle_t cycle) {
  const flight& f = flights_[id];
  step_state& s = flights_[id].steps[step];
  if (s.came == never) {
    s.came = cycle;
    count_until(s.way.link, cycle);
    ++links_[s.way.link].kept;
  }
  if (!s.held) {
    if (step_state* const front = f.follows ? nullptr : in_front_of(s)) {
      front->behind = {id, step, f.number};
      return;
    }
    s.channel = channel_of(f, s.way);
    channel& c = links_[s.way.link].of[s.channel];
    if (f.follows) {
      if (f.leader != no_one && !flights_[f.leader].steps[step].passed) return;  // its release goes on
    } else if (c.taken) {
      return c.waiting.push_back({id, step, s.came});
    }
    c.taken = s.held = true;
  }
  grant(id, step, cycle, s.came);
}

// Flits that the link has been given go one behind the other, from the cycle in which it was: up to there nothing is between them, and
// who has a channel waits for those.
void noc_flights::count_until(unsigned link_number, cycle_t cycle) {
  link& l = links_[link_number];
  if (cycle <= l.counted_to) return;
  const cycle_t then = std::clamp(std::max(l.free_from, l.single_free_from), l.counted_to, cycle);
  l.use.busy += then - l.counted_to;
  if (l.kept) l.use.blocked += cycle - then;
  if (watch_) watch_->spent(noc_, link_number, l.counted_to, then, cycle, l.kept != 0);
  l.counted_to = cycle;
}

noc_flights::step_state* noc_flights::in_front_of(const step_state& s) {
  const place_in& p = s.before;
  if (p.flight == no_one || !flights_[p.flight].used || flights_[p.flight].number != p.number) return nullptr;
  step_state& front = flights_[p.flight].steps[p.step];
  return front.passed ? nullptr : &front;
}

// It has the channel, and takes its turn at the link, at which it has been since `since`.
void noc_flights::grant(flight_id id, uint16_t step, cycle_t cycle, cycle_t since) {
  flight& f = flights_[id];
  step_state& s = f.steps[step];
  link& l = links_[s.way.link];
  count_until(s.way.link, cycle);
  --l.kept;
  const bool single = f.flits == 1;
  s.head = std::max(cycle, single ? l.single_free_from : l.free_from);
  if (single) l.single_free_from = s.head + 1;
  else l.free_from = s.head + f.flits;
  l.use.flits += f.flits;
  ++l.use.packets;
  l.use.waited += s.head - since;
  if (s.head > since) owner_.waited(id, step, s.head);
  if (!f.tree && !is_last(s)) {
    place_in& last = l.of[s.channel].last;
    f.steps[step + 1u].before = last;
    last = {id, static_cast<uint16_t>(step + 1), f.number};
  }
  if (is_last(s)) owner_.first_at(id, noc_link_from(s.way.link), s.head + parameters_.from_router_cycles);
  else on_behind(s.head + parameters_.hop_cycles, what::head, id, step);
  settle(id);
}

uint16_t noc_flights::step_to(flight_id id, noc_coordinate to) const {
  const auto& steps = flights_[id].steps;
  const unsigned link = noc_link_number(to, noc_port::interface);
  return static_cast<uint16_t>(
      std::find_if(steps.begin(), steps.end(), [&](const step_state& s) { return s.way.link == link; }) - steps.begin());
}

cycle_t noc_flights::room(const flight& f, int behind) const {
  cycle_t from = 0;
  const uint64_t last = f.flits - 1, buffer = parameters_.buffer_flits;
  for (uint64_t m = 1; m * buffer <= last; ++m) {
    const auto at = static_cast<size_t>(static_cast<int64_t>(m) + behind);
    if (at >= f.steps.size()) break;
    if (f.steps[at].head == never) return never;
    from = std::max(from, f.steps[at].head + last - m * buffer + m * parameters_.hop_cycles);
  }
  return from;
}

// When the last flit passes each link, as far as that is known now.
void noc_flights::settle(flight_id id) {
  flight& f = flights_[id];
  if (!f.told_end) {
    cycle_t from = never;
    if (!f.tree) {
      from = room(f, -1);
    } else if (f.steps[0].head != never) {  // its path is reserved
      from = f.steps[0].head + f.flits - 1;
    }
    if (from != never) {
      f.told_end = true;
      owner_.may_end(id, from);
    }
  }
  if (f.tail == never) return;
  for (size_t i = f.settled; i < f.steps.size(); ++i) {
    step_state& s = f.steps[i];
    if (s.tail != never) continue;
    if (s.head == never) {
      if (!f.tree) break;
      continue;
    }
    cycle_t tail = s.head + f.flits - 1;
    if (s.way.parent == noc_step_of_way::no_parent) {
      tail = std::max(tail, f.tail);
    } else {
      const step_state& before = f.steps[s.way.parent];
      if (before.tail == never) {
        if (!f.tree) break;
        continue;
      }
      tail = std::max(tail, before.tail + parameters_.hop_cycles);
    }
    if (!f.tree) {
      const cycle_t from = room(f, static_cast<int>(i));
      if (from == never) break;
      tail = std::max(tail, from);
    }
    s.tail = tail;
    if (!f.tree) f.settled = i + 1;
    put(tail + 1, what::release, id, i);
    if (is_last(s)) owner_.last_at(id, noc_link_from(s.way.link), tail + parameters_.from_router_cycles);
  }
}

void noc_flights::release(flight_id id, uint16_t step, cycle_t cycle) {
  flight& f = flights_[id];
  step_state& s = f.steps[step];
  link& l = links_[s.way.link];
  channel& c = l.of[s.channel];
  s.held = false;
  s.passed = s.tail != never;
  c.taken = s.passed && f.linked;
  if (c.taken) {
    if (f.follower != no_one && flights_[f.follower].steps[step].came != never) {
      step_state& next = flights_[f.follower].steps[step];
      next.held = true;
      owner_.let_past(id, step, f.follower, step);
      grant(f.follower, step, cycle, next.came);
    }
  } else if (!c.waiting.empty()) {
    const waiter w = c.waiting.front();
    c.waiting.pop_front();
    c.taken = flights_[w.flight].steps[w.step].held = true;
    if (s.passed) owner_.let_past(id, step, w.flight, w.step);
    grant(w.flight, w.step, cycle, w.since);
  }
  if (!s.passed) return;  // given back by a reservation that has failed
  if (s.behind.flight != no_one) {
    owner_.let_past(id, step, s.behind.flight, s.behind.step);
    put(cycle, what::head, s.behind.flight, s.behind.step);
  }
  if (--f.unreleased != 0) return;
  if (f.follower != no_one) flights_[f.follower].leader = no_one;
  if (linked_packet& last = linked_by(f.sender); last.flight == id) last.flight = no_one;
  f.used = false;
  --open_;
  unused_.push_back(id);
  owner_.over(id);
}

// A reservation has come to a link. Its answer goes back from the end of each branch, or from where it has failed.
void noc_flights::ask(flight_id id, uint16_t step, cycle_t cycle) {
  flight& f = flights_[id];
  step_state& s = f.steps[step];
  s.channel = channel_of(f, s.way);
  channel& c = links_[s.way.link].of[s.channel];
  bool ends = true;
  if (c.taken) {
    f.failed = true;
  } else {
    c.taken = s.held = true;
    ends = is_last(s);
    if (!ends) on_behind(cycle + parameters_.hop_cycles, what::reserve, id, step);
  }
  if (ends) f.answered = std::max(f.answered, cycle + uint64_t{s.depth} * parameters_.reserve_answer_cycles);
  if (--f.asked != 0) return;
  if (!f.failed) {
    f.reserves = false;
    owner_.reserved(id, f.answered);
    return on_behind(f.answered, what::head, id, noc_step_of_way::no_parent);
  }
  const cycle_t told = f.answered;
  for (size_t i = 0; i < f.steps.size(); ++i)
    if (f.steps[i].held) put(told + uint64_t{f.steps[i].depth} * parameters_.hop_cycles, what::release, id, i);
  f.failed = false;
  f.answered = 0;
  on_behind(told + owner_.pause_of(id, ++f.failures), what::reserve, id, noc_step_of_way::no_parent);
}

}  // namespace tensix
