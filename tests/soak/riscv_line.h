// SPDX-License-Identifier: Apache-2.0
// Programs for one core that end in something a legal program does not do: each must be diagnosed, with core, pc and cycle.
#pragma once
#include <string>
#include <vector>

#include "tests/soak/riscv_program.h"

namespace tensix::soak {

struct line_crossing {
  riscv_program program;
  unsigned core = 0;
  uint32_t pc = 0;       // of the instruction that is at fault, or where the core has jumped
  bool exact_pc = true;  // false: the diagnosis comes from behind a store queue, without a pc
  std::string what;      // for messages
  std::string expected;  // stands in the diagnosis
};

inline constexpr unsigned line_kinds = 22;
// Kind `seed` mod line_kinds, on a core and behind pieces of computing that depend on the seed.
line_crossing cross_the_line(uint64_t seed);

}  // namespace tensix::soak
