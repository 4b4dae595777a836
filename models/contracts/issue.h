// SPDX-License-Identifier: Apache-2.0
// Contract 1, issue: how an instruction passes from a thread's wait gate to a unit.
//
// A frontend calls `offer` in its own slot of the present cycle. The unit either accepts (then the instruction has started, and
// its effects follow at the cycles the unit decides), or refuses with a reason and the cycle at which asking again makes sense;
// `never` means: not before a change of which the frontends are notified; if it wants a Src bank (srca_not_valid, srcb_not_valid),
// not before the matrix unit may use another one. (Where a bank is on its way, `again` is when it will be there; should that side
// go on to its other bank before, the frontends ask again then.) Nothing else may be remembered of a refused offer, but whose turn
// it is (dst_arbiter.h). An RTL unit is bound through an adapter of the same interface.
#pragma once
#include <algorithm>
#include <iterator>
#include <string>
#include <systemc>

#include "models/contracts/reasons.h"
#include "models/contracts/tile_unit.h"
#include "models/isa/isa.h"
#include "models/observe/causes.h"
#include "models/time/calendar.h"

namespace tensix {

struct issue_request {
  uint32_t word;
  unsigned thread;  // 0..2
  cycle_t cycle;    // the present cycle
};

struct issue_response {  // of a size that registers return
  bool accepted;
  stall_reason why;    // if refused
  path_use busy_with;  // if accepted: with what the unit keeps the thread, if for more than a cycle
  union {
    cycle_t thread_free;  // if accepted: first cycle at which the thread may present its next instruction
    cycle_t again;        // if refused: when to offer again (never: after a change)
  };

  static issue_response accept(cycle_t thread_free, path_use busy_with = {}) {
    return {true, stall_reason::none, busy_with, {thread_free}};
  }
  static issue_response refuse(stall_reason why, cycle_t again) { return {false, why, {}, {again}}; }
};
static_assert(sizeof(issue_response) == 16);

class issue_if : public virtual sc_core::sc_interface {
 public:
  virtual issue_response offer(const issue_request& request) = 0;
  // First cycle >= now from which the unit holds no instruction of `thread` (STALLWAIT conditions, TTSync); never: not known
  // yet, `unit_changed` will be called.
  virtual cycle_t drained_from(unsigned thread, cycle_t now) const = 0;
  // The same of memory requests of the thread alone (C0: the scalar unit), and of anything of any (C9: the mover, C12: the
  // configuration unit).
  virtual cycle_t memory_idle_from(unsigned thread, cycle_t now) const { return drained_from(thread, now); }
  virtual cycle_t idle_from(cycle_t now) const {
    cycle_t from = now;
    for (unsigned t = 0; t < 3; ++t) from = std::max(from, drained_from(t, now));
    return from;
  }
  // What makes drained_from's answer true, if causes are recorded (observe/causes.h); empty: nothing known.
  virtual cause drained_by(unsigned) const { return {}; }
  // For the report of a deadlock: what the unit waits for, empty if nothing.
  virtual std::string waits_for() const { return {}; }
};

// What waits at a gate (or a RISC-V core in a TTSync load) is notified that something it may wait for has changed.
class gate_listener_if : public virtual sc_core::sc_interface {
 public:
  virtual void state_changed(cycle_t visible_at) = 0;
  // Not, however, which Src banks the matrix unit may use: of that src_hand_over notifies, by state_changed.
  virtual void unit_changed(cycle_t visible_at) { state_changed(visible_at); }
  // Listeners that do not wait for such changes need not be notified of them.
  bool waits_for_banks() const { return waits_for_ != waited_change::none; }
  bool waits_for_units() const { return waits_for_ == waited_change::any; }

 protected:
  enum class waited_change : uint8_t { none, of_bank, any };  // of_bank: Src banks that the matrix unit may use
  waited_change waits_for_ = waited_change::any;
};

}  // namespace tensix
