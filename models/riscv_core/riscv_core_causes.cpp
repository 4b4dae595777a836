// What a core tells of causes (observe/causes.h). It does one thing after the other, as its account says; what comes from outside
// - the end of a poll, a load's answer, a line of its program, room in the instruction FIFO - is a cause beside that.
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

// The core is in cycle `e`.
event_id riscv_core::event_at(cycle_t e) {
  told_until_ = std::max(told_until_, causes()->begun_in());
  if (told_until_ < poll_until_) tell_claim(stall_reason::poll, told_until_, std::min(e, poll_until_));
  tell_claim(stall_reason::none, told_until_, e);
  return causes()->core_event(core_, e, use(path_kind::program));
}

// Instruction d is about to wait for its operands and for room in the retire queue, a fence, or what is ordered like one, for all
// before it: loads that these come from.
void riscv_core::await_answers(const riscv_instruction& d) {
  const auto of = [this](uint64_t number) {  // the result of one that was no load lies in an older place
    const cause& c = answer_[number & ring_mask];
    if (number + ring > seq_ && causes()->cycle_of(c) == done_[number & ring_mask]) await(c);
  };
  for (const unsigned r : {d.rs1, d.rs2, d.rs3})
    if (r) of(writer_[r]);
  // The one that the others before it retire behind.
  uint64_t last = d.kind == riscv_kind::fence ? seq_ - 1 : seq_ - parameters_.retire_queue_entries;
  while (last + ring > seq_ + 1 && retire_[last & ring_mask] != done_[last & ring_mask]) --last;
  of(last);
}

// A load has read L1 in cycle `read`. If it ends a poll, it is the change of the word that was waited for, not the rounds before.
cause riscv_core::answer_by(const load_slot& p, cycle_t read) {
  cause_recorder& all = *causes();
  if (confirmed_ && p.address / 4 == poll_address_ / 4) {
    const cause change = all.word_changed(p.address & ~3u);
    const cycle_t changed = all.cycle_of(change);
    if (changed <= read && changed + period_ > p.issued) {
      const event_id seen = all.begin(read, use(path_kind::poll), core_ < thread_count ? static_cast<int>(core_) : -1);
      all.after(change);
      return seen_by_ = {seen, use(path_kind::l1_load), around_.l1_load_cycles};
    }
  }
  return {p.by, use(path_kind::l1_access), read - p.issued, use(path_kind::l1_load), around_.l1_load_cycles};
}

// A store to L1 leaves the queue now: behind the one before it, and when no more bytes are waited for.
event_id riscv_core::tell_emitted(const queued_store& q) {
  cause_recorder& all = *causes();
  const event_id e = all.begin(now_cycle(), use(path_kind::core_wait), core_ < thread_count ? static_cast<int>(core_) : -1);
  all.after({gone_by_, use(path_kind::core_wait), 1});
  const cycle_t posted = all.cycle_of(q.by);
  all.after({q.by, use(path_kind::store_merge), q.release > posted ? q.release - posted : 0});
  return e;
}

// It has left in cycle `since`, and is there now.
void riscv_core::tell_written(event_id begun, unsigned bytes, cycle_t since) {
  cause_recorder& all = *causes();
  const cycle_t taken = now_cycle() - since;
  const cycle_t beat = bytes < line_bytes ? std::min<cycle_t>(taken, around_.l1_atomic_cycles) : 0;
  gone_by_ = all.begin(now_cycle(), use(path_kind::l1_access), core_ < thread_count ? static_cast<int>(core_) : -1);
  all.after({begun, use(path_kind::l1_access), taken - beat, use(path_kind::store_write), beat});
}

void riscv_core::tell_claim(stall_reason why, cycle_t from, cycle_t to) {
  cause_recorder& all = *causes();
  const path_use on = use(kind_of(why));
  cause from_outside;
  switch (why) {
    case stall_reason::poll:
      if (is_l1(poll_address_)) from_outside = all.word_changed(poll_address_ & ~3u);
      else if (const decoded_address d = address_map::decode(core_, poll_address_, around_.l1_bytes);
               d.region == address_region::semaphore)
        from_outside = all.semaphore_changed(d.index);
      break;
    case stall_reason::fifo_full:
    case stall_reason::store_queue_full: from_outside = gone_by_; break;
    default: break;
  }
  from = std::max({from, told_until_, all.begun_in()});
  if (to <= from) return;
  told_until_ = to;
  if (from > all.cycle_of(all.here(core_))) all.core_event(core_, from, use(path_kind::program));
  const auto matters = [&](const cause& c) { return all.cycle_of(c) > from && all.cycle_of(c) <= to; };
  if (why == stall_reason::poll && matters(seen_by_)) from_outside = seen_by_;
  const bool may_await = why != stall_reason::none && why != stall_reason::poll;
  const cause *const first = awaited_.begin(), *const end = first + (may_await ? awaited_count_ : 0);
  const bool awaited = std::any_of(first, end, matters);
  if (!matters(from_outside) && !awaited) return all.spent(core_, on, to - from);
  all.core_event(core_, to, awaited ? use(path_kind::program) : on);  // behind an answer: its turn in the core's pipeline
  if (matters(from_outside)) all.after(from_outside);
  std::for_each(first, end, [&](const cause& c) {
    if (all.cycle_of(c) <= to) all.after(c);
  });
}

}  // namespace tensix
