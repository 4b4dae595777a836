// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "models/riscv_core/riscv_core.h"

namespace tensix {

core_time::core_time(riscv_core_parts& core, callback body) : process(core.own_slot, body), core_(core) {
  claims_.reserve(8192);
}

inline void core_time::add(stall_reason why, cycle_t from, cycle_t to, uint32_t pc, uint32_t polled) {
  stretch& c = claims_.emplace_back();
  c.why = why, c.from = from, c.to = to, c.pc = pc, c.polled = polled;
  core_.causes.spent(why, from, to);
}

inline void core_time::claim(stall_reason why, cycle_t from, cycle_t to, uint32_t pc) {
  if (from < core_.polls.until() && why != stall_reason::in_reset) from = claim_poll(from, to);
  if (to > from) add(why, from, to, pc, why == stall_reason::poll ? core_.polls.address() : 0);
}

// Whatever a round of a poll does is polling: returns where that ends.
cycle_t core_time::claim_poll(cycle_t from, cycle_t to) {
  const core_polls& polls = core_.polls;
  const cycle_t until = std::min(to, polls.until());
  if (until > from) add(stall_reason::poll, from, until, polls.pc(), polls.address());
  return std::max(from, until);
}

void core_time::begin() {
  const cycle_t now = now_cycle();
  claim(stall_reason::in_reset, reset_from_, now, core_.execute.pc);
  t = busy_from_ = now;
  horizon_ = now + run_ahead;
}

void core_time::rest() {
  claim(stall_reason::none, busy_from_, t, core_.execute.pc);
  busy_from_ = reset_from_ = std::max(t, now_cycle());
  report_all(now_cycle());
}

// ---- Waiting --------------------------------------------------------------------------------------------------------------

void core_time::resume() {
  const cycle_t now = now_cycle();
  horizon_ = now + run_ahead;
  report(now);
}

void core_time::sync(cycle_t cycle) {
  if (cycle < cycle_time::next(core_.own_slot)) return;
  process.sleep_until_slot(cycle);
  resume();
}

void core_time::wait_for(stall_reason why, cycle_t since, tile_event& event, cycle_t until) {
  waiting_why_ = why;
  waiting_since_ = since;
  process.sleep_where_notified(event, until);
  waiting_why_ = stall_reason::none;
  resume();
}

// ---- The account ----------------------------------------------------------------------------------------------------------

void core_time::claim_busy(uint32_t pc) {
  claim(stall_reason::none, busy_from_, t, pc);
  busy_from_ = t;
}

void core_time::stall(stall_reason why, cycle_t from, cycle_t to) {
  if (to > from) {
    claim(stall_reason::none, busy_from_, from, core_.execute.pc);
    claim(why, from, to, core_.execute.pc);
    busy_from_ = to;
  }
  core_.causes.await_none();
}

void core_time::was_poll(cycle_t from, uint32_t pc, uint32_t polled) {
  from = std::max(from, t > remembered ? t - remembered : 0);
  size_t first = claims_.size();
  while (first > reported_ && claims_[first - 1].to > from && claims_[first - 1].why != stall_reason::in_reset) --first;
  if (first == claims_.size()) return;
  stretch& s = claims_[first];
  const cycle_t to = claims_.back().to;
  if (s.from < from) {
    s.to = from;
    ++first;
  } else {
    from = s.from;
  }
  claims_.resize(first);
  claims_.push_back({stall_reason::poll, from, to, pc, polled});
}

// An account takes nothing back: it gets only what lies in the past, and stays what it is.
void core_time::report(cycle_t end) {
  if (end > remembered) report_all(end - remembered);
}

void core_time::report_all(cycle_t end) {
  for (; reported_ < claims_.size(); ++reported_) {
    const stretch& c = claims_[reported_];
    if (c.to > end) break;
    if (c.why == stall_reason::in_reset) activity.stalled(c.why, c.from, c.to);
    else activity.spent(c.pc, c.polled, c.why, c.from, c.to);
    if (c.why == stall_reason::poll) polled_[c.polled] += c.to - c.from;
  }
  if (2 * reported_ < claims_.size()) return;
  claims_.erase(claims_.begin(), claims_.begin() + static_cast<std::ptrdiff_t>(reported_));
  reported_ = 0;
}

void core_time::close(cycle_t end, bool executing, bool in_reset) {
  const uint32_t pc = core_.execute.pc;
  if (waiting_why_ != stall_reason::none) stall(waiting_why_, std::max(waiting_since_, busy_from_), end);
  else if (executing) claim(stall_reason::none, busy_from_, t, pc);
  else if (in_reset) claim(stall_reason::in_reset, reset_from_, end, pc);
  busy_from_ = std::max(busy_from_, std::min(t, end));
  for (size_t i = reported_; i < claims_.size(); ++i) {  // it may have run ahead of the end
    claims_[i].from = std::min(claims_[i].from, end);
    claims_[i].to = std::min(claims_[i].to, end);
  }
  report_all(end);
  activity.close(end);
}

}  // namespace tensix
