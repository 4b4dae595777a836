#include <algorithm>

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
  uint64_t last = d.kind == riscv_kind::fence ? next - 1 : x.out_of_queue();
  while (last + core_ring > next + 1 && x.retire(last) != x.done(last)) --last;
  of(last);
}

void core_causes::record_awaited_load(uint64_t number) {
  if (number + core_ring > core_.execute.number()) await(answer_of(number));
}

// What a round of the poll reads that has changed last, not behind `until`.
cause core_causes::poll_changed(cycle_t until) const {
  cause last;
  for (const uint32_t polled : core_.polls.places()) {
    const decoded_address d = address_map::decode(number_, polled, core_.around.l1_bytes);
    const cause c =
        d.region == address_region::semaphore ? recorder()->semaphore_changed(d.index) : recorder()->word_changed(polled & ~3u);
    if (recorder()->cycle_of(c) <= until && recorder()->cycle_of(c) > recorder()->cycle_of(last)) last = c;
  }
  return last;
}

// What ends a stretch from outside.
inline cause core_causes::from_outside(stall_reason why) const {
  if (why == stall_reason::fifo_full || why == stall_reason::store_queue_full) return gone_by_;
  if (why != stall_reason::poll) return {};
  return poll_changed(never);
}

// The last change of what it reads has ended it; without one, nothing that is known.
void core_causes::record_polled() {
  if (!polled_.any()) return;
  const cause change = poll_changed(polled_.until);
  if (recorder()->cycle_of(change) > polled_.from) {
    recorder()->core_event(number_, polled_.until, use(path_kind::poll));
    recorder()->after(change);
    polled_ = {};
    return;
  }
  recorder()->spent(number_, use(path_kind::poll), polled_.polls_until - polled_.from);
  recorder()->spent(number_, use(path_kind::program), polled_.until - polled_.polls_until);
  polled_ = {};
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
  all.core_event(number_, to, awaited ? use(path_kind::program) : on);  // behind an answer: its turn in the core's pipeline
  if (matters(outside)) all.after(outside);
  std::for_each(first, end, [&](const cause& c) {
    if (all.cycle_of(c) <= to) all.after(c);
  });
}

// ---- Loads ----------------------------------------------------------------------------------------------------------------

void core_causes::local_load(cycle_t e) {
  if (recorder() && !core_.polls.reliving())
    answer_of(core_.execute.number()) = {event_at(e), use(path_kind::local_load), core_.around.local_load_cycles};
}

// The event of a load, made in cycle `read`, that ends a poll by this change: it was waited for, not the rounds before. 0: it does not.
event_id core_causes::ends_poll(const core_load& p, cycle_t read, const cause& change) {
  const core_polls& polls = core_.polls;
  const cycle_t changed = recorder()->cycle_of(change);
  const auto same_word = [&](uint32_t polled) { return polled / 4 == p.address / 4; };
  if (!polls.confirmed() || std::none_of(polls.places().begin(), polls.places().end(), same_word)) return 0;
  if (changed == 0 || changed > read || changed + polls.period() <= p.issued) return 0;
  const event_id seen = begin(read, path_kind::poll);
  recorder()->after(change);
  return seen;
}

void core_causes::l1_answered(const core_load& p, cycle_t read) {
  if (!p.by || !recorder()) return;
  const cycle_t cycles = core_.around.l1_load_cycles;
  if (const event_id seen = ends_poll(p, read, recorder()->word_changed(p.address & ~3u))) {
    answer_of(p.seq) = poll_ended_by_ = {seen, use(path_kind::l1_load), cycles};
    return;
  }
  answer_of(p.seq) = {p.by, use(path_kind::l1_access), read - p.issued, use(path_kind::l1_load), cycles};
}

void core_causes::atomic_answered(const core_load& p, cycle_t read, cycle_t cycles) {
  if (p.by) answer_of(p.seq) = {p.by, use(path_kind::l1_access), read - p.issued, use(path_kind::atomic), cycles};
}

void core_causes::port_answered(const core_load& p, event_id by, cycle_t latency) {
  if (!recorder()) return;
  const decoded_address d = address_map::decode(number_, p.address, core_.around.l1_bytes);
  const path_use on = use(address_map::load_resource(d.region));
  if (address_map::is_told(d.region))
    if (const event_id seen = ends_poll(p, recorder()->cycle_of(by), recorder()->word_changed(p.address & ~3u))) {
      answer_of(p.seq) = poll_ended_by_ = {seen, on, latency};
      return;
    }
  answer_of(p.seq) = {by, on, latency};
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
