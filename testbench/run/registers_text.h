// SPDX-License-Identifier: Apache-2.0
// What cores and the tile hold at a moment, for people: lines of text. All of Dst, Src and LRegs as files: register_contents.
#pragma once
#include <string>

#include "platform/riscv_cores.h"
#include "testbench/run/register_contents.h"

namespace tensix {

extern const char* const riscv_register_names[32];  // "zero", "ra", "sp", ...

// Those that are not zero, eight a line, "?" behind one that a load on its way is still to bring. Each line begins with `who`.
std::string core_registers_text(const riscv_core& core, const std::string& who);
// Which rows have something in them that is not zero, and the first row of each stretch of them.
std::string dst_text(const register_contents& contents);
std::string src_text(const register_contents& contents);
// LRegs with something in them that is not zero, all lanes, as fp32; without those that are constant.
std::string lregs_text(const register_contents& contents);

}  // namespace tensix
