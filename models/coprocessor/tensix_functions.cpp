// SPDX-License-Identifier: Apache-2.0
#include "models/coprocessor/tensix_functions.h"

#include <cstring>

namespace tensix {

tensix_functions::tensix_functions(tensix_state& state, coprocessor_bus_if& bus)
    : unpacker{{state, 0}, {state, 1}},
      matrix_unit(state),
      vector_unit(state),
      packer(state),
      config_unit(state),
      scalar_unit(state),
      sync_unit(state),
      misc_unit(state),
      mover(state),
      tdma_risc(state),
      immediate_actions_(state, mover) {
  config_unit.bus = scalar_unit.bus = packer.bus = unpacker[0].bus = unpacker[1].bus = &bus;
  config_unit.prng = {&matrix_unit, &vector_unit, &packer};
  packers_are(packer, packer);
  for (unsigned i = 0; i < 2; ++i) unpacker_is(i, unpacker[i]);
  packer.finished_tiles = &tdma_risc;
  mover.config = &config_unit;
  tdma_risc.actions = &immediate_actions_;
}

void tensix_functions::packers_are(packer_signals_if& p, prng_if& random) {
  scalar_unit.packers = matrix_unit.packers = tdma_risc.packers = &p;
  config_unit.prng[2] = &random;
}

void tensix_functions::unpacker_is(unsigned which, unpacker_registers_if& u) {
  config_unit.unpackers[which] = packer.unpackers[which] = &u;
}

bool tensix_functions::immediate_actions::write_l1(uint32_t address, unsigned bytes, uint64_t value) {
  std::memcpy(&state.l1[address], &value, bytes);
  return true;
}

}  // namespace tensix
