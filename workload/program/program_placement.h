// SPDX-License-Identifier: Apache-2.0
// A program whose parts have a place: addresses of buffers, words of arguments. No SystemC.
#pragma once
#include <string>
#include <vector>

#include "workload/compile/program_compiler.h"
#include "workload/program/buffer_pages.h"
#include "workload/program/device_program.h"

namespace tensix {

// As TT-Metalium places them. Buffers in DRAM: one behind the other, at the same address in every bank. In L1 from below what its
// layout has, with circular buffers, each at the same address on all of its cores; buffers from above, at the same address everywhere.
struct placed_program {
  std::vector<uint32_t> addresses;  // of the program's buffers
  std::vector<buffer_pages> pages;  // alike
  std::vector<logical_core> cores;  // row by row
  std::vector<core_program> tiles;  // alike: what is compiled
  uint32_t l1_bytes, l1_end;        // what is free of every L1: end() to l1_end

  uint32_t end() const;
  size_t place_of(logical_core core) const;  // among the cores, which it is one of

  static constexpr uint64_t dram_bank_bytes = 4278190080;  // 4 GiB but 16 MiB, as TT-Metalium uses
  static constexpr uint32_t dram_begin = 64;               // behind TT-Metalium's barrier word
};
// Throws std::runtime_error, with what takes how much, if it does not fit.
placed_program placed(const device_program& program, uint32_t l1_bytes);

// Who has what of memory, and the words that the kernels get: for --check.
std::string text_of(const device_program& program, const placed_program& placed);

}  // namespace tensix
