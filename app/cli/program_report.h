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

// Buffers, programs, and the words for what was run.
void describe_program(run_report& report, const device_program& program, const placed_program& placed,
                      const elf_programs& programs, const word_reader& word);
void describe_program_options(run_report& report, const program_options& options, const device_program& program,
                              const placed_program& placed);
// Circular buffers that have pages in them behind a run that came to its end: a line each.
std::string pages_left(const placed_program& placed, const word_reader& word);
// Bytes of the program of each core, a line each, with the room.
std::string program_sizes(const device_program& program, const placed_program& placed, const elf_programs& programs);

}  // namespace tensix
