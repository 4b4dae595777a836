// SPDX-License-Identifier: Apache-2.0
// Where the parts of a compiled kernel lie in L1. No SystemC.
//
//   0x1000  counters of the circular buffers, 32 bytes each: tiles ever produced at +0, consumed at +16
//   0x1400  of a checked program: fault records of T0, T1, T2, 32 bytes each; 0x1480  eight warnings of each, as many bytes
//   0x1800  arguments, a word each; 0x2000  common arguments
//   0x2800  of a program that prints: rings of T0, T1, T2, 64 records of 16 bytes each; 0x3400  their counters
//   0x4000  the programs of T0, T1, T2; behind them the circular buffers
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "workload/compile/device_kernel.h"
#include "workload/kernels/circular_buffer_function.h"

namespace tensix {

struct device_layout {
  static constexpr uint32_t counters_address = 0x1000, counters_bytes = 32, consumed_offset = 16;
  static constexpr uint32_t faults_address = 0x1400, warnings_address = 0x1480, fault_bytes = 32;
  static constexpr uint32_t arguments_address = 0x1800, common_arguments_address = 0x2000, most_arguments = 512;
  static constexpr uint32_t print_rings_address = 0x2800, print_counters_address = 0x3400;
  static constexpr uint32_t programs_address = 0x4000, programs = 3;

  // Throws std::runtime_error, with what takes how much, if it does not fit.
  device_layout(const device_kernel& kernel, uint32_t l1_bytes);

  uint32_t program_bytes;
  std::vector<uint32_t> buffers;  // addresses, in the order of the kernel's
  uint32_t end;

  static uint32_t counters(unsigned index) { return counters_address + index * counters_bytes; }
  static uint32_t fault(unsigned core) { return faults_address + core * fault_bytes; }
  uint32_t program(unsigned core) const { return programs_address + core * program_bytes; }
};

// In which order tiles of a tensor of `shape` pass through it. Throws std::invalid_argument if it leads out of the tensor, or if an
// output's does not go to each tile once.
tile_order order_of(const device_buffer& b, const tile_grid& shape);

// The circular buffer as those who fill and empty it see it; `shape`: of the tensor behind it.
circular_buffer_plan plan_of(const device_buffer& b, uint32_t address, const tile_grid& shape);

}  // namespace tensix
