// SPDX-License-Identifier: Apache-2.0
// What the tile and TDMA-RISC know of the mover beyond that it is a unit. Its idle_from answers STALLWAIT C9 of Blackhole: no
// memory request of any is outstanding.
#pragma once
#include "models/contracts/ports.h"
#include "models/mover/mover_function.h"

namespace tensix {

class mover_if : public tensix_unit {
 public:
  virtual bool busy() const = 0;
  // Starts a job in `cycle`, the present one; only if not busy.
  virtual void start(move_job job, cycle_t cycle) = 0;

  config_port_if* config = nullptr;  // takes what goes to Config; set by the tile, null: written at once

 protected:
  using tensix_unit::tensix_unit;
};

}  // namespace tensix
