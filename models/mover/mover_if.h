// What the tile and TDMA-RISC know of the mover beyond that it is a unit. Its idle_from answers STALLWAIT C9 of Blackhole: no
// memory request of anybody is outstanding.
#pragma once
#include <functional>

#include "models/contracts/unit.h"
#include "models/mover/mover_function.h"

namespace tensix {

class mover_if : public tensix_unit {
 public:
  virtual bool busy() const = 0;
  // Starts a job in `cycle`, the present one; only if not busy.
  virtual void start(move_job job, cycle_t cycle) = 0;

  // Four words of one bank of Config that arrive at the configuration unit in `arrives`; `done` is called in the cycle in which
  // they have their slot there (they are visible one later). Set by the tile; unset: written at once.
  using config_done = std::function<void(cycle_t slot_cycle)>;
  std::function<void(unsigned bank, unsigned word, const uint32_t* values, cycle_t arrives, config_done done)> config_write;

 protected:
  using tensix_unit::tensix_unit;
};

}  // namespace tensix
