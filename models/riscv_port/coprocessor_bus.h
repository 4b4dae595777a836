// Loads and stores of the coprocessor itself (LOADREG, STOREREG, UNPACR_NOP, PACR_SETREG): what it reaches of the address map,
// at once (address_space_function.h).
#pragma once
#include <functional>

#include "models/contracts/side_effects.h"
#include "models/riscv_port/riscv_port.h"

namespace tensix {

class coprocessor_bus : public coprocessor_bus_if {
 public:
  coprocessor_bus(tensix_state& state, overlay_if& overlay, shared_by_cores& shared)
      : state_(state), overlay_(overlay), shared_(shared), space_(state, shared, overlay, nullptr) {}

  uint32_t load(uint32_t address) override;
  void store(uint32_t address, uint32_t value) override;
  uint32_t stream_register(unsigned stream, unsigned reg) override { return overlay_.read(stream, reg); }
  std::function<void()> overlay_written;  // called behind a store to a stream's register

 private:
  tensix_state& state_;
  overlay_if& overlay_;
  shared_by_cores& shared_;
  address_space space_;
  region_access access(uint32_t address) const {
    return {accessor_coprocessor, address_map::core_text(accessor_coprocessor), address & ~3u, 4,
            address_map::decode(accessor_coprocessor, address)};
  }
};

}  // namespace tensix
