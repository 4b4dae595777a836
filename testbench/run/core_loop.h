// SPDX-License-Identifier: Apache-2.0
// What a core does from now on if nothing outside it changes any more: whether it goes round for ever, and what it reads there.
// Worked out from registers and memory when a run has ended, or may have: nothing is kept for it while it runs.
#pragma once
#include <cstdint>
#include <string>

#include "platform/riscv_cores.h"

namespace tensix {

struct core_loop {
  // It comes back to the same state whatever the wall clock and cycle counters show: no branch depends on them, nothing is
  // stored outside its data RAM or pushed.
  bool endless = false;
  bool clock = false;  // it reads them
  bool stale = false;  // a word of its L0 data cache is not that of L1
  // "polls 0x00030000 (L1), its L0 data cache has 0, L1 has 1 (no fence)"; empty: it is not endless.
  std::string text;
};

// Of a core that runs, with nothing on its way out.
core_loop loop_of(tensix_tile& tile, riscv_core& core, unsigned number);

}  // namespace tensix
