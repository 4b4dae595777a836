// SPDX-License-Identifier: Apache-2.0
// From a program's sources to the programs of its cores: the compute kernel for T0, T1 and T2, those that move data for B and NC, all
// compiled with the headers of workload/device. What was compiled before comes from the cache. No SystemC.
#pragma once
#include <string>
#include <vector>

#include "workload/compile/kernel_compiler.h"  // compile_error, program_too_long
#include "workload/compile/program_layout.h"
#include "workload/elf/elf_programs.h"

namespace tensix {

// Of a tile.
struct core_program {
  tile_program tile;
  program_layout layout;

  size_t place_of(unsigned index) const;  // of a circular buffer, which it has, among its own
};

// By tile: the programs of the cores that have a kernel, and the words that they find in L1. What is the same on several tiles (source,
// compile-time arguments, macros, circular buffers) is compiled once. Warnings of the compiler go to standard error.
// Throws compile_error (its text names the source), and std::runtime_error without compiler or headers.
std::vector<elf_programs> compiled_programs(const std::vector<core_program>& tiles, uint32_t l1_bytes);

// Every file that the programs are made of. Throws std::runtime_error if a source cannot be read, or without compiler or headers.
std::vector<std::string> sources_of(const std::vector<core_program>& tiles);

}  // namespace tensix
