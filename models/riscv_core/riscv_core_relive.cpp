// After a sleep: the rounds in which the core would have been when something changed. Their loads that would have been made before
// that are not made any more. What they would have brought is known: of those answered before the change, what the rounds before
// have read; of the others, what is there in the cycle in which they would have read it.
#include <algorithm>
#include <cstring>

#include "models/riscv_core/riscv_core.h"

namespace tensix {

void riscv_core::begin_to_relive(cycle_t shift) {
  reliving_ = true;
  relived_ = 0;
  relive_shift_ = shift;
  woken_ = now_time();
}

// The record of the next load, if that would have been made before `now`; nullptr: it is to be made.
const riscv_core::seen_read* riscv_core::next_relived(const sc_core::sc_time& made, const sc_core::sc_time& now,
                                                      uint32_t address) {
  if (relived_ == seen_count_) {  // one round more
    relived_ = 0;
    relive_shift_ += period_;
  }
  if (made < now && seen_count_ && seen_[relived_].address == address) return &seen_[relived_++];
  reliving_ = false;
  forget_reads();
  whole_round_ = false;
  return nullptr;
}

// A load of its data RAM in cycle e: what it brings.
uint32_t riscv_core::relive_ram(uint32_t address, cycle_t e, uint32_t raw) {
  const sc_core::sc_time made = at(e, slot::riscv) + sc_core::sc_time::from_value(core_);
  const seen_read* const r = next_relived(made, woken_, address);
  if (r) std::memcpy(&raw, r->data.data(), 4);
  return raw;
}

// A load of cycle e from elsewhere. False: it is to be made.
bool riscv_core::relive(const riscv_instruction& d, uint32_t address, cycle_t e, stall_reason why) {
  const bool to_l1 = is_l1(address), line = to_l1 && d.kind != riscv_kind::atomic;
  const sc_core::sc_time made = to_l1 ? at(e, slot::l1) : at(e, slot::riscv) + sc_core::sc_time::from_value(core_);
  const seen_read* const record_of_it = next_relived(made, to_l1 ? at(now_cycle(), slot::l1) : now_time(), address);
  if (!record_of_it) return false;
  const seen_read& r = *record_of_it;
  load_slot& p = take_slot(d, address, e);
  p.operand = s_.reg[d.rs2];
  p.ready = r.ready + relive_shift_;
  p.instant = r.instant + sc_core::sc_time::from_value(relive_shift_ * cycle_ps());
  p.fill = line && uses_data_cache();
  note_read(e);
  record(d.rd, unknown, why);
  if (p.instant < woken_) {
    p.answered = true;
    p.raw = 0;
    std::memcpy(p.data, r.data.data(), line_bytes);
    std::memcpy(&p.raw, r.data.data() + (line ? address % line_bytes : 0), d.bytes);
    take_answers();
  } else {
    p.relived = true;
    read_late_at(p.instant);
  }
  return true;
}

// Behind everything else that happens then: when L1's transfers are complete, or in the core's slot.
void riscv_core::read_late_at(const sc_core::sc_time& instant) {
  if (instant <= now_time()) return late_now_.ask();
  const cycle_t cycle = instant.value() / cycle_ps();
  (instant.value() % cycle_ps() == static_cast<unsigned>(slot::l1) ? late_behind_l1_ : late_in_slot_).arm(cycle);
}

// Loads of the past whose time to read comes now.
void riscv_core::read_late() {
  const sc_core::sc_time now = now_time();
  for (unsigned i = 0; i < loads_out_; ++i) {
    load_slot& p = loads_[load_order_[i]];
    if (!p.relived) continue;
    if (p.instant > now) continue;
    seen_read r;
    r.address = p.address;
    r.bytes = p.d.bytes;
    r.line = is_l1(p.address) && p.d.kind != riscv_kind::atomic;
    std::array<uint8_t, line_bytes> data{};
    look(r, data);
    std::memcpy(p.data, data.data(), line_bytes);
    p.raw = 0;
    std::memcpy(&p.raw, data.data() + (r.line ? p.address % line_bytes : 0), p.d.bytes);
    if (p.d.kind == riscv_kind::atomic) write_atomic(p);
    p.relived = false;
    answered(p);
  }
}

}  // namespace tensix
