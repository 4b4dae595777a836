// SPDX-License-Identifier: Apache-2.0
// What the programs of a kernel say of themselves in L1: wrong use that a checked program has found, and what it waits for. No
// SystemC.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "workload/compile/device_layout.h"
#include "workload/compile/program_layout.h"
#include "workload/elf/elf_programs.h"

namespace tensix {

// "my.cpp:12" for an instruction of a program of that source, or the source alone.
std::string place_in_source(const std::string& source, const elf_image& program, uint32_t pc);
inline std::string place_in_kernel(const device_kernel& kernel, const elf_image& program, uint32_t pc) {
  return place_in_source(kernel.source, program, pc);
}

// What checked programs have left in L1.
struct checked_words {
  std::string errors;    // "error: my.cpp:12: ..., do ..." of each program that has stopped at wrong use, each text once
  std::string warnings;  // the same of what went well this time
  // What each core has waited for last, where it had to.
  struct wait {
    uint32_t buffer, tiles;
    std::string place;
  };
  std::array<std::optional<wait>, tile_program::cores> waits;
};
// `programs`: the checked ones.
checked_words words_of_checked(const device_kernel& kernel, const elf_programs& programs, const uint8_t* l1);
// `where`: in front of cores, of a tile among several: "(1,0) ".
checked_words words_of_checked(const tile_program& program, const elf_programs& programs, const uint8_t* l1,
                               const std::string& where = {});

// A core polls this word of L1: "T0 waits for 2 tiles of c_0 (my.cpp:12): ..."; empty: the word is no counter of a circular buffer.
// `place`: where the core is; `wait`: what a checked program has said there. `given`: tiles that inputs and outputs are given with, by
// number of the buffer.
using buffer_tiles = std::array<uint64_t, circular_buffers>;
using buffer_shapes = std::array<tile_grid, circular_buffers>;  // of the tensors behind them
std::string waits_for_buffer(const device_kernel& kernel, const buffer_tiles& given, unsigned core, uint32_t polled,
                             const std::string& place, const std::optional<checked_words::wait>& wait, const uint8_t* l1);

// Tiles ever put into a circular buffer and taken out of it, as its counters say.
std::pair<uint64_t, uint64_t> counts_of(unsigned index, const uint8_t* l1);

// The programs have ended, and tiles are left: "warning: ..." or "error: ...", a line each. `fails`: tiles of an output that has a file did not come.
struct leftovers {
  std::string text;
  bool fails = false;
};
leftovers tiles_left(const device_kernel& kernel, const buffer_tiles& given, const uint8_t* l1);

}  // namespace tensix
