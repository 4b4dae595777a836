// SPDX-License-Identifier: Apache-2.0
// SystemC has one simulation a process and takes no module after its start. Code that wants several (cosim/capi: one a tile) keeps
// each in a simulation_state, which has a context of SystemC and a calendar with its time, and enters it while it constructs, runs
// or destroys what belongs to it. docs/calendar.md, "Several simulations in a process".
//
// Only here: SystemC's contexts (sc_simcontext, sc_curr_simcontext) are no part of the standard.
#pragma once
#include <systemc>
#include <utility>

#include "models/time/calendar.h"

namespace tensix {

class simulation_state {
 public:
  // One of its own: nothing in it, time 0. Its calendar runs without the kernel (calendar::run_to): SystemC 2.3.4 deletes a
  // context's processes when what they refer to has gone, so there shall be none.
  simulation_state();
  // Before, all that belongs to it has been destroyed, and left.
  ~simulation_state();
  simulation_state(const simulation_state&) = delete;
  simulation_state& operator=(const simulation_state&) = delete;

  // From enter() to leave() it is the process's simulation. Neither from within a process of one.
  void enter() { exchange(); }
  void leave() { exchange(); }

 private:
  // Its own, or while it is the process's those that were there before.
  sc_core::sc_simcontext* context_;
  calendar calendar_;
  time_state time_{&calendar_};
  void exchange() {
    std::swap(time_state::present, time_);
    std::swap(sc_core::sc_curr_simcontext, context_);
  }
};

}  // namespace tensix
