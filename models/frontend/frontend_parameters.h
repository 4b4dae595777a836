// SPDX-License-Identifier: Apache-2.0
// Queues and cycles of a thread's frontend. platform/parameters.h has them of all units. No SystemC.
#pragma once
#include <cstdint>

namespace tensix {

struct frontend_parameters {
  uint32_t fifo_entries = 32;  // instruction FIFO in front of the MOP expander
  uint32_t fifo_headroom = 4;  // with fewer free entries it accepts no store of a core, which may bring up to four words
  bool fifo_counts_downstream = true;  // for that, a pushed word keeps its entry until it has passed the gate
  bool players_need_headroom = false;  // the same for words of stream players
  uint32_t replay_fifo_entries = 8;    // between the expanders
  uint32_t gate_fifo_entries = 2;      // between replay expander and wait gate
  uint32_t issue_width = 1;            // instructions a cycle, of each stage and of the gate
  uint32_t replay_entries = 32;        // instructions in the replay buffer
  uint32_t mop_count_bits = 10;        // of the loop counts of a MOP of template 1
  uint32_t mop_bubble_cycles = 1;      // after an expansion, if no MOP follows
  uint32_t mop_start_cycles = 0;       // before the first instruction of an expansion
  uint32_t stage_latency_cycles = 1;   // from one stage to the next, and from a store to the first
  uint32_t ttinsn_cycles = 1;          // from a .ttinsn to the first stage
  uint32_t wait_lag_cycles = 1;        // from "conditions met" to "unblocked"
  uint32_t forget_cycles = 0;          // from then until a wait that had to wait makes room for the next wait instruction
  uint32_t ttsync_lag_cycles = 0;      // TTSync sees a unit of the datapath idle so much later than STALLWAIT
};

}  // namespace tensix
