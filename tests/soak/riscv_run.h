// SPDX-License-Identifier: Apache-2.0
// A riscv_program on the timed tile, and what it must have left.
//
//   simulation s(p, on_undefined::stop);      // or any tile with cores
//   s.use_cores();
//   load_cores(program, s.tile(), *s.cores());      // memory, data RAM, start
//   s.run(maxclk);
//   std::string wrong = differences(program, reference, s.tile(), *s.cores());   // "" or a line a difference
#pragma once
#include <cstdint>
#include <string>

#include "platform/riscv_cores.h"
#include "tests/soak/riscv_program.h"
#include "tests/soak/riscv_reference.h"

namespace tensix::soak {

// Code, areas and the Tensix program's memory (if any) into L1, data RAMs, and the cores start. Before the simulation or in it.
void load_cores(const riscv_program& p, tensix_tile& tile, riscv_cores& cores, const program* carried = nullptr);

// Registers, data RAMs and the window of L1 of all cores against what the reference left; at most `most` lines.
std::string differences(const riscv_program& p, const riscv_reference& expected, tensix_tile& tile, riscv_cores& cores,
                        unsigned most = 8);

// Closes all accounts; "" or which of a core, unit or thread do not add up to `elapsed`.
std::string account_differences(tensix_tile& tile, riscv_cores* cores, uint64_t elapsed);

}  // namespace tensix::soak
