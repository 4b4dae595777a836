// SPDX-License-Identifier: Apache-2.0
// The functions of all units of one coprocessor, and what they cause in one another: wired here once, for the timed tile and
// for the machine without time. Layer 1.
#pragma once
#include <array>
#include <cstdint>

#include "models/config_unit/config_unit_function.h"
#include "models/contracts/side_effects.h"
#include "models/matrix_unit/matrix_unit_function.h"
#include "models/misc_unit/misc_unit_function.h"
#include "models/mover/mover_function.h"
#include "models/mover/tdma_risc_function.h"
#include "models/packer/packer_function.h"
#include "models/registers/tensix_state.h"
#include "models/scalar_unit/scalar_unit_function.h"
#include "models/sync_unit/sync_unit_function.h"
#include "models/unpacker/unpacker_function.h"
#include "models/vector_unit/vector_unit_function.h"

namespace tensix {

struct tensix_functions {
  tensix_functions(tensix_state& state, coprocessor_bus_if& bus);  // both must outlive it
  tensix_functions(const tensix_functions&) = delete;
  tensix_functions& operator=(const tensix_functions&) = delete;

  unpacker_function unpacker[2];
  matrix_unit_function matrix_unit;
  vector_unit_function vector_unit;
  packer_function packer;
  config_unit_function config_unit;
  scalar_unit_function scalar_unit;
  sync_unit_function sync_unit;
  misc_unit_function misc_unit;
  mover_function mover;
  tdma_risc_function tdma_risc;

  // A unit of one's own that keeps a function's state itself is connected in its place.
  void packers_are(packer_signals_if& p, prng_if& random);
  void unpacker_is(unsigned which, unpacker_registers_if& u);

 private:
  struct immediate_actions : tdma_actions_if {  // of TDMA-RISC, without time
    immediate_actions(tensix_state& s, const mover_function& m) : state(s), mover(m) {}
    bool mover_busy() const override { return false; }
    void start_move(const move_job& job) override { mover.execute(job); }
    bool write_l1(uint32_t address, unsigned bytes, uint64_t value) override;
    bool packer_busy() const override { return false; }
    tensix_state& state;
    const mover_function& mover;
  } immediate_actions_;
};

}  // namespace tensix
