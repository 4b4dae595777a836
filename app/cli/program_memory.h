// DRAM and L1 of a simulation as a debugger sees them.
#pragma once
#include "testbench/run/simulation.h"
#include "workload/program/program_tensors.h"

namespace tensix {

class simulated_memory : public debug_memory {
 public:
  // All must outlive it.
  simulated_memory(tensix_tile& tile, noc_surroundings& around) : tile_(tile), around_(around) {}
  void write(tensor_buffer::memory where, unsigned bank, uint64_t address, const uint8_t* bytes, size_t count) override;
  void read(tensor_buffer::memory where, unsigned bank, uint64_t address, uint8_t* bytes, size_t count) const override;
  // A word of L1, of the streams' registers or of the network interfaces; 0 of all else.
  uint32_t word(uint32_t address) const;

 private:
  tensix_tile& tile_;
  noc_surroundings& around_;
};

}  // namespace tensix
