// What stands once in a process and belongs to one simulation: SystemC's context, the calendar, the time. SystemC has one
// simulation a process and takes no module after its start; whoever wants several (cosim/capi: one a tile) keeps each in a
// simulation_state, and enters it while he constructs, runs or destroys what belongs to it. docs/calendar.md, "Several simulations
// in a process".
#pragma once
#include <systemc>

#include "models/time/calendar.h"
#include "models/time/cycles.h"

namespace tensix {

class simulation_state {
 public:
  // One of its own: nothing in it, time 0. Its calendar runs without the kernel (calendar::run_to): SystemC 2.3.4 deletes a
  // context's processes when what they refer to has gone, so there shall be none.
  simulation_state();
  // Whoever belongs to it has gone, and nobody is within.
  ~simulation_state();
  simulation_state(const simulation_state&) = delete;
  simulation_state& operator=(const simulation_state&) = delete;

  // From enter() to leave() it is the process's simulation. Neither from within a process of one.
  void enter();
  void leave();

 private:
  sc_core::sc_simcontext* const context_;
  sc_core::sc_simcontext* outside_ = nullptr;  // what was there before
  calendar calendar_;                          // while others are loaded
  cycle_time::values time_;

  // Calendar and time stay until another simulation is entered: they are asked for in no other.
  inline static simulation_state* loaded_ = nullptr;
  void exchange();
};

}  // namespace tensix
