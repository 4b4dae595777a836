// SPDX-License-Identifier: Apache-2.0
// tensix_program.h, which the device's headers include: what a program knows of the run that it is compiled for
// (workload/device/include/tensix/buffer_table.h, program_memory.h).
#pragma once
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "workload/compile/device_layout.h"

namespace tensix {

struct program_layout;
struct tile_program;

// Of a compute kernel that is fed.
std::string program_header(const device_kernel& kernel, const device_layout& layout);
// Of a kernel of a program: the compute kernel's, for core 0, or that of B or NC.
std::string program_header(const tile_program& program, const program_layout& layout, unsigned core);

}  // namespace tensix
