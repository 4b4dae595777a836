// From a kernel's source to the programs of T0, T1 and T2: riscv64-unknown-elf-g++, with the compute API's headers
// (workload/device), start-up and linker script. What was compiled before comes from the cache. No SystemC.
#pragma once
#include <stdexcept>
#include <string>
#include <vector>

#include "workload/compile/device_layout.h"
#include "workload/elf/elf_programs.h"

namespace tensix {

// The compiler has refused the source; what() is what it says.
struct compile_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// There is no room for one of the programs.
struct program_too_long : compile_error {
  using compile_error::compile_error;
};

// The three programs. Warnings of the compiler go to standard error, if it was asked. Throws compile_error, and
// std::runtime_error without compiler or headers.
elf_programs compiled_programs(const device_kernel& kernel, const device_layout& layout, uint32_t l1_bytes);

// Every file that the programs are made of, as the compiler finds them. Throws std::runtime_error if the source cannot be read, or
// without compiler or headers.
std::vector<std::string> sources_of(const device_kernel& kernel, const device_layout& layout);

}  // namespace tensix
