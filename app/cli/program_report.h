// SPDX-License-Identifier: Apache-2.0
// What a report says of a program.
#pragma once
#include <functional>
#include <string>

#include "app/options/options.h"
#include "testbench/run/run_report.h"
#include "workload/elf/elf_programs.h"
#include "workload/program/program_placement.h"

namespace tensix {

// `word`: as a debugger reads it behind the run.
using word_reader = std::function<uint32_t(uint32_t address)>;

// Buffers, the programs of the tile that the report is about (its place among the placed ones), and the words for what was run.
void describe_program(run_report& report, const device_program& program, const placed_program& placed, size_t tile,
                      const elf_programs& programs, const word_reader& word);
void describe_program_options(run_report& report, const program_options& options, const device_program& program,
                              const placed_program& placed, size_t tile);
// Names for what a tile's cores polled.
void name_polled(std::vector<activity_report>& cores, const device_program& program, const tile_program& tile);
// Circular buffers of a tile that have pages in them behind a run that came to its end: a line each. `where`: "(1,0) ", of several.
std::string pages_left(const core_program& tile, const word_reader& word, const std::string& where);
// Bytes of each program, a line each, with the room; `programs`: by tile.
std::string program_sizes(const placed_program& placed, const std::vector<elf_programs>& programs);

}  // namespace tensix
