// SPDX-License-Identifier: Apache-2.0
// Loads and stores of the coprocessor itself (LOADREG, STOREREG, UNPACR_NOP, PACR_SETREG): what it reaches of the address map,
// at once (address_space_function.h).
#pragma once
#include <vector>

#include "models/contracts/side_effects.h"
#include "models/riscv_port/riscv_port.h"

namespace tensix {

class coprocessor_bus : public coprocessor_bus_if {
 public:
  coprocessor_bus(tensix_state& state, overlay_if& overlay, shared_by_cores& shared)
      : state_(state), overlay_(overlay), shared_(shared), space_(state, shared, overlay, nullptr) {}

  uint32_t load(const char* unit, uint32_t address) override;
  void store(const char* unit, uint32_t address, uint32_t value) override;
  uint32_t stream_register(unsigned stream, unsigned reg) override { return overlay_.read(stream, reg); }
  // Notified of stores to the NoC overlay, for STREAMWAIT.
  void subscribe(gate_listener_if& listener) { overlay_listeners_.push_back(&listener); }

 private:
  tensix_state& state_;
  overlay_if& overlay_;
  shared_by_cores& shared_;
  address_space space_;
  std::vector<gate_listener_if*> overlay_listeners_;
  region_access access(const char* unit, uint32_t address) const {
    return {accessor_coprocessor, unit, address & ~3u, 4, address_map::decode(accessor_coprocessor, address)};
  }
};

}  // namespace tensix
