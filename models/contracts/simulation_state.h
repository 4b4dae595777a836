// What stands once in a process and belongs to one simulation: SystemC's context, the calendar, the time. SystemC has one
// simulation a process and takes no module after its start; whoever wants several (testbench/capi: one a tile) keeps each in a
// simulation_state, and has it present while he constructs, runs or destroys what belongs to it. docs/calendar.md, "Several
// simulations in a process".
#pragma once
#include <systemc>

#include "models/contracts/calendar.h"
#include "models/contracts/cycles.h"

namespace tensix {

class simulation_state {
 public:
  // One of its own: nothing in it, time 0. It is not the present one yet.
  simulation_state();
  // Whoever belongs to it has gone. It is not the present one.
  ~simulation_state();
  simulation_state(const simulation_state&) = delete;
  simulation_state& operator=(const simulation_state&) = delete;

  // Puts it in the place of the present simulation, which it keeps meanwhile; the second call is the way back. Not from within
  // a process of either.
  void exchange();

 private:
  sc_core::sc_simcontext* context_;
  calendar calendar_;
  cycle_time::values time_;
};

}  // namespace tensix
