// SPDX-License-Identifier: Apache-2.0
// The time of a core: the cycle it has reached, ahead of the simulation as long as nothing outside matters; waiting for the
// simulation; and its account, which gets each cycle as busy or stalled for one reason.
#pragma once
#include <map>

#include "models/observe/account.h"
#include "models/riscv_core/riscv_core_surroundings.h"

namespace tensix {

class core_time {
 public:
  core_time(riscv_core_parts& core, callback body);

  cycle_t t = 0;             // the next instruction enters EX1 in this cycle at the soonest
  cycle_t run_ahead = 1000;  // cycles that it may be ahead of the simulation; only host time depends on it
  strand process;
  account activity;

  // Begins in the present cycle; what has passed since `rest` was reset.
  void begin();
  // It no longer executes.
  void rest();
  void enter_reset() { reset_from_ = now_cycle(); }
  void close(cycle_t end, bool executing, bool in_reset);

  bool may_run_on() const { return t <= horizon_; }
  // Until the simulation has reached the core's slot of `cycle`.
  void sync(cycle_t cycle);
  // Until `event`, at most until cycle `until`, for what it waits for from cycle `since` on. The caller accounts for the stretch
  // once its end is known (stall).
  void wait_for(stall_reason why, cycle_t since, tile_event& event, cycle_t until = never);
  stall_reason waits_for() const { return waiting_why_; }

  // [from, to) is lost, for causes that were awaited; all cycles before that are busy.
  void stall(stall_reason why, cycle_t from, cycle_t to);
  // The instruction at `pc` has left EX1: for an observer its busy cycles stand apart from the next one's.
  void instruction_done(uint32_t pc) {
    if (activity.tap() && t > busy_from_) claim_busy(pc);
  }
  void claim_busy(uint32_t pc);  // what has passed since the last stretch
  // What lies in [from, t) was a round of a poll, at `pc`, of `polled`: at most the last `remembered` cycles.
  void was_poll(cycle_t from, uint32_t pc, uint32_t polled);
  static constexpr cycle_t remembered = 64;
  // Of its reason poll: the cycles by what a round reads first.
  const std::map<uint32_t, uint64_t>& polled() const { return polled_; }

 private:
  struct stretch {
    stall_reason why;
    cycle_t from, to;
    uint32_t pc, polled;
  };
  cycle_t horizon_ = 0, busy_from_ = 0;
  riscv_core_parts& core_;
  stall_reason waiting_why_ = stall_reason::none;
  cycle_t waiting_since_ = 0, reset_from_ = 0;
  std::vector<stretch> claims_;  // not in the account yet: they may lie in the future, or turn out to be a poll
  size_t reported_ = 0;          // of them, that are
  std::map<uint32_t, uint64_t> polled_;

  void add(stall_reason why, cycle_t from, cycle_t to, uint32_t pc, uint32_t polled);
  void claim(stall_reason why, cycle_t from, cycle_t to, uint32_t pc);
  cycle_t claim_poll(cycle_t from, cycle_t to);
  void report(cycle_t end);
  void report_all(cycle_t end);
  void resume();
};

}  // namespace tensix
