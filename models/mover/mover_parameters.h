// SPDX-License-Identifier: Apache-2.0
// Cycles of the mover. platform/parameters.h has them of all units. No SystemC.
#pragma once
#include <cstdint>

namespace tensix {

struct mover_parameters {
  uint32_t start_cycles = 1;            // cycles from XMOV (or TDMA-RISC's command) to the first access (assumption)
  uint32_t group_beats = 8;             // 16-byte reads, and as many writes, of a copy's group (Mover: 8 + 8 per 11 cycles)
  uint32_t group_cycles = 11;           // cycles of a full group (Mover); a group of n < group_beats takes as many less
  uint32_t read_to_write_cycles = 2;    // cycles from a read to its write at the soonest (assumption, hidden in group_cycles)
  uint32_t contended_copy_cycles = 4;   // cycles of one read and one write while others use the ports (Mover)
  uint32_t clear_cycles = 1;            // cycles of one 16-byte write of a memset (Mover)
  uint32_t contended_clear_cycles = 3;  // the same, to L1, while others use the port (Mover)
};

}  // namespace tensix
