// The functions of all units of one coprocessor, and what they cause in one another: wired here once, for the timed tile and
// for the machine without time. Layer 1.
#pragma once
#include <array>
#include <cstdint>
#include <functional>

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

  // Who answers what is asked of a unit's inside.
  struct {
    std::array<prng_if*, 3> prng;  // matrix unit, vector unit, packers
    packer_signals_if* packers;
    std::array<unpacker_registers_if*, 2> unpacker;
    // A packer has finished a tile with Enable_out_fifo.
    std::function<void(unsigned packer, uint32_t tile_size, uint32_t all_zero_flags)> tile_finished;
  } answer;

 private:
  void wire(coprocessor_bus_if& bus);
};

}  // namespace tensix
