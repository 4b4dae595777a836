// SPDX-License-Identifier: Apache-2.0
#include "platform/hardware_counters.h"

#include <algorithm>

#include "platform/tile.h"

namespace tensix {

namespace {

constexpr size_t most_kept = 4096;  // stretches of an account, before those that are far in the past are only a sum

int class_of(unsigned unit) {
  const auto c = [](counted_class what) { return static_cast<int>(what); };
  if (unit >= tile_units) return -1;
  switch (static_cast<tile_unit>(unit)) {
    case tile_unit::unpacker0:
    case tile_unit::unpacker1: return c(counted_class::unpack);
    case tile_unit::matrix_unit:
    case tile_unit::vector_unit: return c(counted_class::math);
    case tile_unit::packers: return c(counted_class::pack);
    case tile_unit::config_unit: return c(counted_class::cfg);
    case tile_unit::sync_unit: return c(counted_class::sync);
    case tile_unit::scalar_unit: return c(counted_class::thcon);
    case tile_unit::mover: return c(counted_class::move);
    case tile_unit::misc_unit:  // in none of the classes
    case tile_unit::count: break;
  }
  return -1;
}

// Until when a latched wait waits for what: `never`, or the first cycle in which that is there.
std::array<cycle_t, counted_waits> waits_of(const frontend& thread, const tensix_state& state, uint32_t wait, cycle_t now) {
  std::array<cycle_t, counted_waits> until{};
  const auto at = [&](counted_wait w) -> cycle_t& { return until[static_cast<unsigned>(w)]; };
  if (opcode_of(wait) == opcode::SEMWAIT) {
    using namespace insn::SEMWAIT;
    for (unsigned n = 0; n < semaphore_count; ++n) {
      if (!(sem_sel(wait) >> n & 1)) continue;
      if (wait_sem_cond(wait) & 1 && state.sem[n].value == 0) at(counted_wait::nonzero_sem) = never;
      if (wait_sem_cond(wait) & 2 && state.sem[n].value >= state.sem[n].max) at(counted_wait::nonfull_sem) = never;
    }
  } else if (opcode_of(wait) == opcode::STALLWAIT) {
    static constexpr std::pair<uint32_t, counted_wait> conditions[] = {
        {0x001, counted_wait::thcon}, {0x006, counted_wait::unpack}, {0x008, counted_wait::pack}, {0x010, counted_wait::math},
        {0x200, counted_wait::move},  {0x400, counted_wait::cfg},    {0x800, counted_wait::sfpu}};
    const uint32_t asked = insn::STALLWAIT::wait_res(wait), select = asked ? asked : 0xf;
    for (const auto& [bits, what] : conditions)
      if (select & bits) at(what) = thread.stall_conditions_met(select & bits, now);
  }
  return until;
}

}  // namespace

tile_counts::tile_counts(tensix_tile& tile, cycle_t from) : tile_(tile), from_(from), folded_to_(from), any_since_(from) {
  const auto packers = tile.unit(tile_unit::packers).accounts();
  stretches_[matrix].of = &tile.unit(tile_unit::matrix_unit).activity();
  stretches_[vector].of = &tile.unit(tile_unit::vector_unit).activity();
  for (size_t i = 0; i < packers.size() && first_packer + i < sources; ++i) stretches_[first_packer + i].of = packers[i].second;
  unpacker_[0].of = &tile.unit(tile_unit::unpacker0).activity();
  unpacker_[1].of = &tile.unit(tile_unit::unpacker1).activity();
  tile.attach(*this);
  attached_ = true;
  // What is under way.
  for (auto& s : stretches_) {
    if (!s.of) continue;
    s.name = s.of->name();
    if (s.of->last_claim() == stall_reason::none && s.of->claimed_to() > from) s.add(from, s.of->claimed_to());
  }
  for (const tile_unit which : {tile_unit::unpacker0, tile_unit::unpacker1}) {
    unpacker_state& u = unpacker_[which == tile_unit::unpacker1];
    u.name = u.of->name();
    u.since = from;
    for (unsigned t = 0; t < thread_.size(); ++t)
      if (tile.unit(which).drained_from(t, now_cycle()) > now_cycle()) u.thread = t;
  }
  for (unsigned t = 0; t < thread_.size(); ++t) {
    thread_[t].since = from;
    gate_event e{};
    stall_reason why = stall_reason::none;
    if (tile.thread(t).held(e, why)) refused(e, why);
  }
}

tile_counts::~tile_counts() {
  if (attached_) tile_.detach(*this);
}

void tile_counts::stop(cycle_t at) {
  if (!attached_) return;
  const cycle_t now = std::min(at, to_);
  to_ = now;
  for (unsigned s = 0; s < sources; ++s)
    if (const stretch o = open(s, now); o.first < o.second) stretches_[s].add(o.first, o.second);
  for (auto& u : unpacker_)
    if (u.of->state() != stall_reason::no_instruction) unpacked(u, u.of->state_since(), now);
  for (auto& t : thread_) pass(t, now);
  pass_any(now);
  tile_.detach(*this);
  attached_ = false;
}

uint64_t tile_counts::value(const tensix::counted& what, cycle_t now) {
  now = std::min(now, to_);
  switch (what.kind) {
    case count_kind::matrix_unit: return cycles_of(unions_[0], now);
    case count_kind::vector_unit: return cycles_of(unions_[1], now);
    case count_kind::either: return cycles_of(unions_[2], now);
    case count_kind::packer: return cycles_of(unions_[3], now);
    case count_kind::unpacker: {
      unpacker_state& u = unpacker_[what.of];
      if (attached_ && u.of->state() != stall_reason::no_instruction) unpacked(u, u.of->state_since(), now);
      return u.cycles[what.thread];
    }
    case count_kind::any_stalled: pass_any(now); return any_;
    case count_kind::issued: return thread_[what.thread].issued;
    case count_kind::stalled: pass(thread_[what.thread], now); return thread_[what.thread].stalls;
    case count_kind::available: pass(thread_[what.thread], now); return thread_[what.thread].availables[what.of];
    case count_kind::waiting: pass(thread_[what.thread], now); return thread_[what.thread].waited[what.of];
    case count_kind::nothing: break;
  }
  return 0;
}

// ---- Threads: what the instruction at the gate is doing, from one event to the next

void tile_counts::pass(thread_state& t, cycle_t to) {
  if (to <= t.since) return;
  if (t.stalled) t.stalls += within(t.since, to);
  if (t.available >= 0) t.availables[static_cast<unsigned>(t.available)] += within(t.since, to);
  for (unsigned w = 0; w < counted_waits; ++w)
    if (t.waits[w] > t.since) t.waited[w] += within(t.since, std::min(to, t.waits[w]));
  t.since = to;
}

void tile_counts::pass_any(cycle_t to) {
  if (to <= any_since_) return;
  if (stalled_threads_) any_ += within(any_since_, to);
  any_since_ = to;
}

void tile_counts::issued(const gate_event& e, uint64_t) {
  thread_state& t = thread_[e.thread];
  pass(t, e.cycle);
  pass_any(e.cycle);
  stalled_threads_ -= t.stalled;
  t.stalled = false;
  t.available = -1;
  t.waits = {};
  const int c = class_of(e.unit);
  const uint64_t counts = within(e.cycle, e.cycle + 1);
  t.issued += counts;
  t.since = e.cycle + 1;  // of several in a cycle one may be refused behind it
  if (c >= 0) t.availables[static_cast<unsigned>(c)] += counts;
  if (e.unit > static_cast<unsigned>(tile_unit::unpacker1)) return;
  unpacker_state& u = unpacker_[e.unit];
  if (u.thread == e.thread) return;
  if (u.of->state() != stall_reason::no_instruction) unpacked(u, u.of->state_since(), e.cycle);
  u.thread = e.thread;
}

void tile_counts::refused(const gate_event& e, stall_reason why) {
  thread_state& t = thread_[e.thread];
  pass(t, e.cycle);
  pass_any(e.cycle);
  stalled_threads_ -= t.stalled;
  const bool lost_turn = why == stall_reason::other_thread;
  t.stalled = !lost_turn;
  stalled_threads_ += t.stalled;
  t.available = lost_turn ? class_of(e.unit) : -1;
  t.waits = {};
  const bool waits = why == stall_reason::stallwait || why == stall_reason::semwait;
  if (const frontend& thread = tile_.thread(e.thread); waits && thread.latched_wait())
    t.waits = waits_of(thread, tile_.state(), thread.latched_wait(), e.cycle);
}

// ---- Units: stretches of their accounts

void tile_counts::account_stretches::add(cycle_t from, cycle_t to) {
  if (!kept.empty() && from <= kept.back().second) kept.back().second = std::max(kept.back().second, to);
  else kept.emplace_back(from, to);
}

void tile_counts::counted(const char* who, stall_reason why, uint64_t from, uint64_t to) {
  for (auto& u : unpacker_)
    if (u.name == who) return unpacked(u, from, to);
  for (unsigned s = 0; s < sources; ++s) {
    if (stretches_[s].name != who) continue;
    if (s < first_packer && why != stall_reason::none) return;
    stretches_[s].add(from, to);
    if (stretches_[s].kept.size() > most_kept) fold();
    return;
  }
}

void tile_counts::unpacked(unpacker_state& u, cycle_t from, cycle_t to) {
  from = std::max(from, u.since);
  if (to <= from) return;
  u.cycles[u.thread] += within(from, to);
  u.since = to;
}

// What an account does not have yet.
tile_counts::stretch tile_counts::open(unsigned source, cycle_t now) const {
  const account* const a = stretches_[source].of;
  if (!attached_ || !a) return {};
  if (source == first_packer)
    if (const cycle_t since = tile_.unit(tile_unit::packers).unclaimed_since(); since < now) return {since, now};
  const stall_reason s = a->state();
  const bool counts = s == stall_reason::none || (source >= first_packer && s != stall_reason::no_instruction);
  return counts ? stretch{a->state_since(), now} : stretch{};
}

// Cycles before `to` in which at least one of them has a stretch.
uint64_t tile_counts::cycles_of(const union_of& u, cycle_t to) const {
  std::vector<stretch> all;
  for (unsigned s = u.from; s < u.to; ++s) {
    all.insert(all.end(), stretches_[s].kept.begin(), stretches_[s].kept.end());
    if (const stretch o = open(s, to); o.first < o.second) all.push_back(o);
  }
  std::sort(all.begin(), all.end());
  uint64_t cycles = u.folded;
  cycle_t counted_to = folded_to_;
  for (const auto& [first, last] : all) {
    const cycle_t begin = std::max(first, counted_to), end = std::min(last, to);
    if (end <= begin) continue;
    cycles += within(begin, end);
    counted_to = end;
  }
  return cycles;
}

// What lies far enough behind becomes a sum: behind what is still open, and behind the last stretches of whoever has most of them,
// for RTL in the place of a unit may tell of its stretches late.
void tile_counts::fold() {
  cycle_t to = tile_.unit(tile_unit::packers).unclaimed_since();
  for (const auto& s : stretches_)
    if (s.kept.size() > most_kept / 4) to = std::min(to, s.kept[s.kept.size() - most_kept / 4].first);
  if (to <= folded_to_) return;
  for (auto& u : unions_) u.folded = cycles_of(u, to);
  folded_to_ = to;
  for (auto& s : stretches_)
    s.kept.erase(s.kept.begin(), std::find_if(s.kept.begin(), s.kept.end(), [&](const stretch& k) { return k.second > to; }));
}

// ---- Registers

uint64_t hardware_counters_of_tile::next_cycle() const { return cycle_time::next(slot::frontend0); }

void hardware_counters_of_tile::start(counter_bank bank, uint64_t from) {
  auto& counts = counts_[static_cast<unsigned>(bank)];
  counts.reset();
  counts = std::make_unique<tile_counts>(tile_, from);
}

void hardware_counters_of_tile::end_at(counter_bank bank, uint64_t to) {
  if (auto& counts = counts_[static_cast<unsigned>(bank)]) counts->end_at(to);
}

void hardware_counters_of_tile::stop(counter_bank bank, uint64_t at) {
  if (auto& counts = counts_[static_cast<unsigned>(bank)]) counts->stop(at);
}

uint64_t hardware_counters_of_tile::value(counter_bank bank, const counted& what) {
  const auto& counts = counts_[static_cast<unsigned>(bank)];
  return counts ? counts->value(what, next_cycle()) : 0;
}

void hardware_counters_of_tile::forget() {
  for (auto& counts : counts_) counts.reset();
}

}  // namespace tensix
