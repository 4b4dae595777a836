// --profile: where the cycles of the cores went, by function and by source line. No SystemC.
#pragma once
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "testbench/elf/elf_image.h"

namespace tensix {

struct core_profile {
  std::string core;                      // "T0"
  const elf_image* program = nullptr;    // that it ran
  std::vector<uint64_t> cycles_by_word;  // of the instruction at 4 * index, with what it waited before
};

// A table a core of its functions, one of its lines; the longest first, equal ones by name.
void print_profile(std::ostream& out, const std::vector<core_profile>& cores);

}  // namespace tensix
