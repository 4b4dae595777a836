// SPDX-License-Identifier: Apache-2.0
// From a compute kernel's source to the programs of T0, T1 and T2. No SystemC.
#pragma once
#include <string>
#include <vector>

#include "workload/compile/compile_error.h"
#include "workload/compile/device_compiler.h"
#include "workload/compile/device_layout.h"
#include "workload/elf/elf_programs.h"

namespace tensix {

// Sources of a compute kernel for T0, T1 and T2, which have one tensix_program.h; each at `address` plus its number times `room`.
std::vector<core_source> compute_sources(const device_kernel& kernel, uint32_t address, uint32_t room, unsigned header);
// Throws compile_error if the programs have no kernel_main(), nor the older frame.
void check_frame(const device_kernel& kernel, const elf_programs& programs);

// The three programs. Warnings of the compiler go to standard error, if it was asked. Throws compile_error, and
// std::runtime_error without compiler or headers.
elf_programs compiled_programs(const device_kernel& kernel, const device_layout& layout, uint32_t l1_bytes);

// Every file that the programs are made of, as the compiler finds them. Throws std::runtime_error if the source cannot be read, or
// without compiler or headers.
std::vector<std::string> sources_of(const device_kernel& kernel, const device_layout& layout);

}  // namespace tensix
