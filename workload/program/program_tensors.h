// SPDX-License-Identifier: Apache-2.0
// The tensors of a program's buffers: put into memory before it runs, taken out of it behind that. No SystemC.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "workload/program/program_placement.h"

namespace tensix {

// A bank of DRAM, or the L1 of a core.
struct memory_bank {
  tensor_buffer::memory where;
  unsigned number;
  logical_core core;
};
// Memory as a debugger sees it: no time passes.
class debug_memory {
 public:
  virtual ~debug_memory() = default;
  virtual void write(const memory_bank& bank, uint64_t address, const uint8_t* bytes, size_t count) = 0;
  virtual void read(const memory_bank& bank, uint64_t address, uint8_t* bytes, size_t count) const = 0;
};

class program_tensors {
 public:
  // Reads and makes the contents; of test data with seed + place of the buffer. Both must outlive it.
  program_tensors(const device_program& program, const placed_program& placed, uint64_t seed);

  // All pages of all buffers; of those without content, and what pads shards, tensor_buffer::unwritten.
  void put(debug_memory& memory) const;
  // Of buffers with an output, all pages.
  void take(const debug_memory& memory);
  // The CRC-32 of each page of a buffer, as memory has it.
  std::vector<uint32_t> page_crcs(size_t buffer, const debug_memory& memory) const;
  // As they were taken: the arrays.
  void write() const;
  // "warning: c: 3 of 8 pages ...", a line for each output without content that has pages as they were before.
  std::string untouched() const;

 private:
  const device_program& program_;
  const placed_program& placed_;
  std::vector<std::vector<uint8_t>> contents_, outputs_;  // by buffer: all pages; empty: none

  memory_bank bank_of(size_t buffer, unsigned bank) const;
  template <class Move>
  void each_page(size_t buffer, Move move) const;
};

}  // namespace tensix
