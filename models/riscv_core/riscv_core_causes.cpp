// What a core tells of causes (observe/causes.h). It does one thing after the other, as its account says; what comes from outside
// - the end of a poll, an answer of the port, room in the instruction FIFO - is a cause beside that.
#include <algorithm>

#include "models/riscv_core/riscv_core.h"

namespace tensix {

namespace {
path_kind kind_of(stall_reason why) {
  switch (why) {
    case stall_reason::l1_load: return path_kind::l1_load;
    case stall_reason::register_load: return path_kind::register_load;
    case stall_reason::local_load: return path_kind::other_load;
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
  tell_claim(stall_reason::none, told_until_, e);
  return causes()->core_event(core_, e, use(path_kind::program));
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
    case stall_reason::register_load:
    case stall_reason::sync_load: from_outside = answer_by_; break;
    case stall_reason::fifo_full:
    case stall_reason::store_queue_full: from_outside = room_by_; break;
    default: break;
  }
  from = std::max(from, told_until_);
  if (to <= from) return;
  told_until_ = to;
  if (from > all.cycle_of(all.here(core_))) all.core_event(core_, from, use(path_kind::program));
  const uint64_t over = all.cycle_of(from_outside);
  if (over > from && over <= to) {
    all.core_event(core_, to, on);
    all.after(from_outside);
  } else {
    all.spent(core_, on, to - from);
  }
}

}  // namespace tensix
