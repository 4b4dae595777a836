// SPDX-License-Identifier: Apache-2.0
// DRAM and the L1 of tiles of a simulation as a debugger sees them.
#pragma once
#include <map>

#include "testbench/run/simulation.h"
#include "workload/program/program_tensors.h"

namespace tensix {

class simulated_memory : public debug_memory {
 public:
  // `tiles`, by core; all must outlive it.
  simulated_memory(std::map<logical_core, tensix_tile*> tiles, noc_surroundings& around)
      : tiles_(std::move(tiles)), around_(around) {}
  void write(const memory_bank& bank, uint64_t address, const uint8_t* bytes, size_t count) override;
  void read(const memory_bank& bank, uint64_t address, uint8_t* bytes, size_t count) const override;
  // A word of a tile's L1, of its streams' registers or network interfaces; 0 of all else.
  uint32_t word(logical_core core, uint32_t address) const;

 private:
  std::map<logical_core, tensix_tile*> tiles_;
  noc_surroundings& around_;
};

}  // namespace tensix
