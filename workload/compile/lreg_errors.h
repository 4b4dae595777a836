// SPDX-License-Identifier: Apache-2.0
// Where T1's program wants more LRegs than there are: the headers leave a symbol there (tensix/lreg_allocation.h). No SystemC.
#pragma once
#include <string>

namespace tensix {

// "my.cpp:12: LRegs ran out ...", a line each, of the program in `elf_file`; empty: they are enough.
std::string lreg_errors(const std::string& elf_file, const std::string& source);

}  // namespace tensix
