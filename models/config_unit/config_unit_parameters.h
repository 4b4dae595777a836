// SPDX-License-Identifier: Apache-2.0
// Cycles of the configuration unit. platform/parameters.h has them of all units. No SystemC.
#pragma once
#include <cstdint>

namespace tensix {

struct config_unit_parameters {
  uint32_t cfgshiftmask_cycles = 2;     // in stage 0, not pipelined: it reads in the first and writes in the last
  uint32_t stream_prepare_cycles = 1;   // STREAMWRCFG in stage -4, at least
  uint32_t stream_read_cycles = 3;      // STREAMWRCFG in stages -3 to -1: the read of the NoC overlay
  uint32_t rdcfg_gpr_write_cycles = 1;  // RDCFG in stage +1, at least
  uint32_t overlay_read_cycles = 1;     // for which a core's load of the NoC overlay keeps it from other reads
};

}  // namespace tensix
