// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "models/riscv_core/riscv_core.h"

namespace tensix {

namespace {
path_kind kind_of(stall_reason why) {
  switch (why) {
    case stall_reason::l1_load: return path_kind::l1_load;
    case stall_reason::register_load: return path_kind::register_load;
    case stall_reason::local_load: return path_kind::local_load;
    case stall_reason::instruction_fetch: return path_kind::code_fetch;
    case stall_reason::branch: return path_kind::mispredict;
    case stall_reason::sync_load: return path_kind::semaphore_load;
    case stall_reason::poll: return path_kind::poll;
    case stall_reason::fifo_full:
    case stall_reason::store_queue_full:
    case stall_reason::memory_order:
    case stall_reason::in_reset: return path_kind::core_wait;
    default: return path_kind::program;
  }
}
}  // namespace

core_causes::core_causes(riscv_core_parts& core) : core_(core), number_(core.number), recorder_(core.around.causes) {}

event_id core_causes::begin(cycle_t cycle, path_kind kind) {
  return recorder()->begin(cycle, use(kind), number_ < thread_count ? static_cast<int>(number_) : -1);
}

// ---- The core's own time --------------------------------------------------------------------------------------------------

// `from` becomes the first cycle of [from, to) that is not recorded yet; false: all are.
inline bool core_causes::goes_on(cycle_t& from, cycle_t to) {
  cause_recorder& all = *recorder();
  from = std::max({from, recorded_until_, all.begun_in()});
  if (to <= from) return false;
  recorded_until_ = to;
  if (from > std::max<uint64_t>(all.cycle_of(all.here(number_)), polled_.until))
    all.core_event(number_, from, use(path_kind::program));
  return true;
}

event_id core_causes::record_event(cycle_t e) {
  const cycle_t polls_until = core_.polls.until();
  recorded_until_ = std::max(recorded_until_, recorder()->begun_in());
  if (recorded_until_ < polls_until) record_stall(stall_reason::poll, recorded_until_, std::min(e, polls_until));
  record_busy(recorded_until_, e);
  record_polled();
  return recorder()->core_event(number_, e, use(path_kind::program));
}

void core_causes::record_awaited(const riscv_instruction& d) {
  const core_execute& x = core_.execute;
  const uint64_t next = x.number();
  const auto of = [&](uint64_t number) {  // the result of one that was no load lies in an older place
    const cause& c = answer_of(number);
    if (number + core_ring > next && recorder()->cycle_of(c) == x.done(number)) await(c);
  };
  for (const unsigned r : {d.rs1, d.rs2, d.rs3})
    if (r) of(x.writer(r));
  // The one that the others before it retire behind.
  const auto head = [&](uint64_t number) {
    while (number + core_ring > next + 1 && x.retire(number) != x.done(number)) --number;
    return number;
  };
  of(head(d.kind == riscv_kind::fence ? next - 1 : x.out_of_queue()));
  // What is not forwarded is waited for until it has retired, behind such a one.
  for (const unsigned r : {d.rs1, d.rs2, d.rs3}) {
    if (r == 0) continue;
    const uint64_t writer = x.waits_to_retire(r);
    if (writer + core_ring <= next || x.retire(writer) < core_.time.t) continue;
    const uint64_t first = head(writer);
    cause c = answer_of(first);
    if (first + core_ring <= next || c.also_cycles || recorder()->cycle_of(c) != x.done(first)) continue;
    c.also = use(path_kind::program);
    c.also_cycles = static_cast<uint32_t>(x.retire(writer) + 1 - x.done(first));
    await(c);
  }
}

void core_causes::record_serialised(cycle_t retires, cycle_t cycles) {
  const cycle_t left = core_.time.t, done = std::max(left, core_.execute.done(core_.execute.number() - 1));
  const cause own{event_at(left), use(path_kind::program), done - left};
  record_awaited({riscv_op::fence, riscv_kind::fence});
  const event_id retired = begin(retires, path_kind::program);
  recorder()->after(own);
  for (unsigned i = 0; i < awaited_count_; ++i) {
    cause c = awaited_[i];
    const cycle_t over = recorder()->cycle_of(c);
    if (over > retires) continue;
    if (c.also_cycles == 0) c.also = use(path_kind::program), c.also_cycles = static_cast<uint32_t>(retires - over);
    recorder()->after(c);
  }
  await_none();
  await({retired, use(path_kind::program), cycles});
}

void core_causes::record_awaited_load(uint64_t number) {
  if (number + core_ring > core_.execute.number()) await(answer_of(number));
}

event_id core_causes::record_start(cycle_t e) {
  if (!core_.polls.waits()) return record_event(e);
  const event_id starts = begin(e, path_kind::poll);
  if (recorder()->cycle_of(recorder()->here(number_)) <= e) recorder()->after(recorder()->here(number_));
  return starts;
}

cause core_causes::changed_last(uint32_t address) const {
  const decoded_address d = address_map::decode(number_, address, core_.around.l1_bytes);
  return d.region == address_region::semaphore ? recorder()->semaphore_changed(d.index)
                                               : recorder()->word_changed(address & ~3u);
}

// What a round of the poll reads that has changed last, not behind `until`, and where.
std::pair<cause, uint32_t> core_causes::poll_changed(cycle_t until) const {
  std::pair<cause, uint32_t> last;
  for (const uint32_t polled : core_.polls.places()) {
    const cause c = changed_last(polled);
    if (recorder()->cycle_of(c) <= until && recorder()->cycle_of(c) > recorder()->cycle_of(last.first)) last = {c, polled};
  }
  return last;
}

// What ends a stretch from outside.
inline cause core_causes::from_outside(stall_reason why) const {
  if (why == stall_reason::fifo_full || why == stall_reason::store_queue_full) return gone_by_;
  if (why != stall_reason::poll) return {};
  return poll_changed(never).first;
}

// The last change of what it reads has ended it, seen by a load of the last round; without one, nothing that is known.
void core_causes::record_polled() {
  if (!polled_.any()) return;
  cause_recorder& all = *recorder();
  const auto [change, address] = poll_changed(polled_.until);
  const cycle_t changed = all.cycle_of(change);
  if (changed > polled_.from) {
    const place_read* const read = read_of(address);
    const cycle_t latency = read && polled_.until - changed >= read->last.latency ? read->last.latency : 0;
    const event_id seen = find_in_round(read ? *read : place_read{}, change, polled_.until - latency,
                                        latency ? read->last.use : use(path_kind::poll), latency, core_.polls.period());
    go_back_to_first_look();
    poll_over_ = all.core_event(number_, polled_.until, use(path_kind::poll));
    all.after(latency ? cause{seen, read->last.use, latency} : cause{seen});
    polled_ = {};
    return;
  }
  const bool tail = poll_over_ && all.here(number_).after == poll_over_;  // of the last round
  all.spent(number_, use(tail ? path_kind::poll : path_kind::core_wait), polled_.polls_until - polled_.from);
  all.spent(number_, use(path_kind::program), polled_.until - polled_.polls_until);
  polled_ = {};
}

inline void core_causes::go_back_to_first_look() {
  if (looked_in_vain_.after && recorder()->known(looked_in_vain_.after)) go_back(looked_in_vain_, looked_in_vain_number_);
}

// To the answer to this load: what was loaded behind it is not waited for either, but for the look that has ended a poll.
void core_causes::go_back(const cause& to, uint64_t number) {
  recorder()->go_back(number_, to);
  const uint64_t next = core_.execute.number();
  for (uint64_t n = std::max(number + 1, next - std::min<uint64_t>(next, core_ring - 1)); n < next; ++n)
    if (answer_of(n).after != poll_ended_by_.after) answer_of(n) = {};
}

void core_causes::record_busy(cycle_t from, cycle_t to) {
  const bool behind_poll =
      polled_.any() && std::max(from, recorded_until_) == polled_.until && to <= polled_.polls_until + core_.polls.period();
  if (!behind_poll) record_polled();
  if (!goes_on(from, to)) return;
  if (behind_poll) polled_.until = to;
  else recorder()->spent(number_, use(path_kind::program), to - from);
}

void core_causes::record_stall(stall_reason why, cycle_t from, cycle_t to) {
  cause_recorder& all = *recorder();
  cause outside = from_outside(why);
  const cause *const first = awaited_.begin(), *const end = first + (why == stall_reason::poll ? 0 : awaited_count_);
  const bool ends_poll =
      polled_.any() && std::max(from, recorded_until_) == polled_.until &&
      (why == stall_reason::poll ? polled_.until == polled_.polls_until : std::any_of(first, end, [&](const cause& c) {
        return c.after && c.after == poll_ended_by_.after;
      }));
  if (!ends_poll) record_polled();
  if (!goes_on(from, to)) return;
  if (ends_poll) from = polled_.from;
  polled_ = {};
  const path_use on = use(kind_of(why));
  const auto matters = [&](const cause& c) { return all.cycle_of(c) > from && all.cycle_of(c) <= to; };
  if (why == stall_reason::poll && matters(poll_ended_by_)) outside = poll_ended_by_;
  const bool awaited = std::any_of(first, end, matters);
  if (!matters(outside) && !awaited) {
    if (why != stall_reason::poll) return all.spent(number_, on, to - from);
    polled_.from = from;
    polled_.polls_until = polled_.until = to;
    return;
  }
  if (why == stall_reason::poll) go_back_to_first_look();
  // Behind an answer: its turn in the core's pipeline.
  const event_id now = all.core_event(number_, to, awaited ? use(path_kind::program) : on);
  if (why == stall_reason::poll) poll_over_ = now;
  if (matters(outside)) all.after(outside);
  std::for_each(first, end, [&](const cause& c) {
    if (all.cycle_of(c) <= to) all.after(c);
  });
}

// ---- Loops that only wait -------------------------------------------------------------------------------------------------

// The loop has last read the place, and what the core has done since its look before, elsewhere, it did because that was in vain.
bool core_causes::in_vain_before(const place_read& r, uint32_t first, uint32_t last) const {
  const auto inside = [&](uint32_t pc) { return pc >= first && pc <= last; };
  return r.last.cycle && r.before.cycle && inside(r.last.pc) && !inside(r.before.pc) && !r.before.enough;
}

void core_causes::loop_waits(uint32_t first, uint32_t last, cycle_t t) {
  if (!recorder()) return;
  record_event(t);
  looked_in_vain_ = {};
  for (place_read& r : reads_) {
    const bool in_vain = in_vain_before(r, first, last);
    if (in_vain) looked_in_vain_ = r.before.answer, looked_in_vain_number_ = r.before.seq;
    r.in_loop = r.last.pc >= first && r.last.pc <= last ? r.last.made : cause{};
    r.first = in_vain ? r.before.made : r.in_loop;
  }
}

void core_causes::loop_ended(uint32_t first, uint32_t last, cycle_t t, bool in_first_round) {
  if (!recorder()) return;
  cause_recorder& all = *recorder();
  record_event(t);
  looked_in_vain_ = {};
  for (place_read& r : reads_) {
    if (!r.last.cycle || r.last.pc < first || r.last.pc > last) continue;
    const cause change = changed_last(4 * r.word);
    const cycle_t changed = all.cycle_of(change);
    if (in_first_round && in_vain_before(r, first, last) && changed > r.before.cycle && changed <= r.last.cycle &&
        all.known(r.before.answer.after) && r.last.cycle + r.last.latency <= t) {
      const event_id seen = begin(r.last.cycle, path_kind::poll);
      all.after(change);
      all.found_in({0, change, r.before.made, r.last.made, 0, r.last.use, static_cast<uint32_t>(r.last.latency)});
      poll_ended_by_ = {seen, r.last.use, r.last.latency};
      if (answer_of(r.last.seq).after == r.last.answer.after) answer_of(r.last.seq) = poll_ended_by_;
      go_back(r.before.answer, r.before.seq);
      all.core_event(number_, t, use(path_kind::program));
      all.after(poll_ended_by_);
    }
    r.last.enough = true;
    r.first = r.in_loop = {};
  }
}

// ---- Loads ----------------------------------------------------------------------------------------------------------------

// The event of the load that finds a change of this place in cycle `read`. When in a round of so many cycles, of which a load is
// `latency`, the change comes is chance: so much of what is left of the round is the load's.
event_id core_causes::find_in_round(const place_read& r, const cause& change, cycle_t read, path_use load, cycle_t latency,
                                    cycle_t round) {
  cause_recorder& all = *recorder();
  const cycle_t left = read - all.cycle_of(change), of_load = latency < round && left <= round ? left * latency / round : 0;
  event_id found = begin(read - of_load, path_kind::poll);
  all.after(change);
  if (of_load) {
    const cause seen{found, load, of_load};
    found = begin(read, path_kind::poll);
    all.after(seen);
  }
  if (all.cycle_of(r.in_loop) && all.cycle_of(r.in_loop) <= read)
    all.found_in({0, change, r.first, r.in_loop, static_cast<uint32_t>(round), load, static_cast<uint32_t>(latency)});
  return found;
}

void core_causes::local_load(cycle_t e) {
  if (recorder() && !core_.polls.reliving())
    answer_of(core_.execute.number()) = {event_at(e), use(path_kind::local_load), core_.around.local_load_cycles};
}

uint32_t core_causes::value_of(const core_load& p) {
  uint32_t value;
  std::memcpy(&value, p.data + (p.address & (core_line_bytes - 4)), 4);
  return value;
}

core_causes::place_read* core_causes::read_of(uint32_t address) {
  const auto r = std::find_if(reads_.begin(), reads_.end(), [&](const place_read& x) { return x.word == address / 4; });
  return r == reads_.end() ? nullptr : &*r;
}

void core_causes::has_read(const core_load& p, const cause& made, cycle_t cycle, path_use use, cycle_t latency) {
  place_read* r = read_of(p.address);
  if (!r) *(r = &reads_[reads_count_++ % reads_.size()]) = place_read{};
  r->word = p.address / 4;
  r->before = r->last;
  r->last = {cycle, latency, p.seq, p.pc, value_of(p), use, made, answer_of(p.seq), false};
}

// The event of a load, made in cycle `read`, that is the first in a poll to find this change: it was waited for, not the rounds
// before. 0: it does not.
event_id core_causes::ends_poll(const core_load& p, cycle_t read, const cause& change) {
  const core_polls& polls = core_.polls;
  const cycle_t changed = recorder()->cycle_of(change);
  const auto same_word = [&](uint32_t polled) { return polled / 4 == p.address / 4; };
  if (!polls.waits() && !polls.confirmed()) return 0;
  if (std::none_of(polls.places().begin(), polls.places().end(), same_word)) return 0;
  const place_read* const before = read_of(p.address);
  if (changed == 0 || changed > read || !before || changed < before->last.cycle) return 0;
  // Rounds that the core has slept through are not looks that are recorded.
  const cycle_t round = polls.confirmed() ? polls.period() : read - before->last.cycle;
  return find_in_round(*before, change, read, before->last.use, before->last.latency, round);
}

// The answer to a look, made in cycle `read`, that was no wait: what it has found new it would not have found before the first
// change behind the look before.
cause core_causes::finds_more(const core_load& p, const cause& made, cycle_t read, path_use load, cycle_t latency) {
  const place_read* const before = read_of(p.address);
  cause news;
  if (before && before->last.cycle && before->last.value != value_of(p))
    news = recorder()->word_since(p.address & ~3u, [&](uint32_t value) { return value != before->last.value; });
  if (!news.after || recorder()->cycle_of(news) > read) return {made.after, made.use, made.cycles, load, latency};
  const event_id found = begin(read, path_kind::l1_access);
  recorder()->after(news);
  recorder()->after(made);
  return {found, load, latency};
}

void core_causes::l1_answered(const core_load& p, cycle_t read) {
  if (!p.by || !recorder()) return;
  const cycle_t cycles = core_.around.l1_load_cycles;
  const cause made{p.by, use(path_kind::l1_access), read - p.issued};
  if (const event_id seen = ends_poll(p, read, changed_last(p.address)))
    answer_of(p.seq) = poll_ended_by_ = {seen, use(path_kind::l1_load), cycles};
  else answer_of(p.seq) = finds_more(p, made, read, use(path_kind::l1_load), cycles);
  has_read(p, made, read, use(path_kind::l1_load), cycles);
}

void core_causes::atomic_answered(const core_load& p, cycle_t read, cycle_t cycles) {
  if (p.by) answer_of(p.seq) = {p.by, use(path_kind::l1_access), read - p.issued, use(path_kind::atomic), cycles};
}

void core_causes::port_answered(const core_load& p, event_id by, cycle_t latency) {
  if (!recorder()) return;
  const decoded_address d = address_map::decode(number_, p.address, core_.around.l1_bytes);
  const path_use on = use(address_map::load_resource(d.region));
  answer_of(p.seq) = {by, on, latency};
  if (!address_map::is_told(d.region) && d.region != address_region::semaphore) return;
  const cycle_t read = recorder()->cycle_of(by);
  if (const event_id seen = ends_poll(p, read, changed_last(p.address)))
    answer_of(p.seq) = poll_ended_by_ = {seen, on, latency};
  has_read(p, by, read, on, latency);
}

// ---- Stores ---------------------------------------------------------------------------------------------------------------

// Behind the one before it, and when no more bytes are waited for.
event_id core_causes::store_leaves(event_id posted, cycle_t release, uint32_t address, unsigned bytes) {
  if (!recorder()) return 0;
  cause_recorder& all = *recorder();
  const event_id leaves = begin(now_cycle(), path_kind::core_wait);
  all.after({gone_by_, use(path_kind::core_wait), 1});
  const cycle_t posted_in = all.cycle_of(posted);
  all.after({posted, use(path_kind::store_merge), release > posted_in ? release - posted_in : 0});
  if (leaves) all.store_begins(number_, address, bytes, leaves);
  return leaves;
}

void core_causes::store_written(event_id left, unsigned bytes, cycle_t since) {
  if (!left || !recorder()) return;
  const cycle_t taken = now_cycle() - since;
  const cycle_t beat = bytes < core_line_bytes ? std::min<cycle_t>(taken, core_.around.l1_atomic_cycles) : 0;
  gone_by_ = begin(now_cycle(), path_kind::l1_access);
  recorder()->after({left, use(path_kind::l1_access), taken - beat, use(path_kind::store_write), beat});
}

}  // namespace tensix
