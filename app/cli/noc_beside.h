// NoC traffic beside what a command runs: streams of the command line, placed around what is in use of L1.
#pragma once
#include <vector>

#include "app/options/options.h"
#include "workload/compile/device_layout.h"
#include "workload/elf/elf_programs.h"
#include "workload/kernels/kernel_function.h"
#include "workload/streams/stream_file_function.h"

namespace tensix {

// Throw usage_error if a range does not do.
std::vector<noc_stream> noc_beside(const command_line& options, const kernel& work, uint32_t l1_bytes);
// What the programs of a stream use is not known: writes want a range, which meets nothing that the file names.
std::vector<noc_stream> noc_beside(const command_line& options, const stream_file& file, uint32_t l1_bytes);
// The same of programs, and of the words and files that the command names.
std::vector<noc_stream> noc_beside(const command_line& options, const elf_programs& programs, uint32_t l1_bytes);
std::vector<noc_stream> noc_beside(const command_line& options, const device_layout& layout, uint32_t l1_bytes);

}  // namespace tensix
