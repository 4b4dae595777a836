// Somebody who looks at what passes the wait gates and why waits end (the hazards of platform/hazards.h). Optional: without one
// a gate tests a pointer.
#pragma once
#include "models/time/cycles.h"

namespace tensix {

class gate_watcher_if {
 public:
  virtual ~gate_watcher_if() = default;
  // `word` is about to be offered to its unit, nothing has changed yet. The unit may refuse it; then it is offered again.
  virtual void offering(unsigned thread, uint32_t word, cycle_t cycle) = 0;
  // The unit has accepted what was offered last.
  virtual void issued(unsigned thread, uint32_t word, cycle_t cycle) = 0;
  // The conditions of the thread's latched `wait` hold.
  virtual void wait_met(unsigned thread, uint32_t wait, cycle_t cycle) = 0;
};

}  // namespace tensix
