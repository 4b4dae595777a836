// SPDX-License-Identifier: Apache-2.0
// After a sleep: the rounds in which the core would have been when something changed. Their loads that would have been made before
// that are not made any more. What they would have brought is known: of those answered before the change, what the rounds before
// have read; of the others, what is there in the cycle in which they would have read it.
#include <algorithm>
#include <cstring>

#include "models/riscv_core/riscv_core.h"

namespace tensix {

void core_polls::begin_to_relive(cycle_t shift) {
  reliving_ = true;
  relived_ = 0;
  relive_shift_ = shift;
  woken_ = now_time();
}

// The record of the next load, if that would have been made before `now`; nullptr: it is to be made.
const core_polls::seen_read* core_polls::next_relived(const sc_core::sc_time& made, const sc_core::sc_time& now,
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

// What a load of the data RAM in cycle e brings.
bool core_polls::relive_ram(uint32_t address, cycle_t e, uint32_t& raw) {
  const seen_read* const r = next_relived(at(e, core_.own_slot), woken_, address);
  if (r) std::memcpy(&raw, r->data.data(), 4);
  return r != nullptr;
}

bool core_polls::relive_load(const riscv_instruction& d, uint32_t address, cycle_t e, stall_reason why) {
  const bool to_l1 = is_l1(address), line = reads_line(d, address);
  const sc_core::sc_time made = to_l1 ? at(e, slot::l1) : at(e, core_.own_slot);
  const seen_read* const record = next_relived(made, to_l1 ? at(now_cycle(), slot::l1) : now_time(), address);
  if (!record) return false;
  const seen_read& r = *record;
  core_load& p = core_.memory.take_unmade(d, address, e, line, why);
  p.ready = r.ready + relive_shift_;
  p.instant = r.instant + sc_core::sc_time::from_value(relive_shift_ * cycle_ticks());
  if (p.instant < woken_) {
    p.answered = true;
    std::memcpy(p.data, r.data.data(), core_line_bytes);
    p.take_raw(p.data, line);
    core_.memory.take_answers();
  } else {
    p.relived = true;
    read_late_at(p.instant);
  }
  return true;
}

// Behind everything else that happens then: when L1's transfers are complete, or in the core's slot.
void core_polls::read_late_at(const sc_core::sc_time& instant) {
  if (instant <= now_time()) return late_now_.ask();
  const cycle_t cycle = instant.value() / cycle_ticks();
  (instant.value() % cycle_ticks() == static_cast<unsigned>(slot::l1) ? late_behind_l1_ : late_in_slot_).arm(cycle);
}

// Loads of the past whose time to read comes now.
void core_polls::read_late() {
  core_.memory.read_unmade(now_time(), [this](core_load& p) {
    seen_read r;
    r.address = p.address;
    r.bytes = p.d.bytes;
    r.line = reads_line(p.d, p.address);
    std::array<uint8_t, core_line_bytes> data{};
    look(r, data);
    std::memcpy(p.data, data.data(), core_line_bytes);
    p.take_raw(p.data, r.line);
  });
}

}  // namespace tensix
