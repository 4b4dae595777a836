// SPDX-License-Identifier: Apache-2.0
// Cycles of a core's accesses to the tile. platform/parameters.h has them of all units. No SystemC.
#pragma once
#include <cstdint>

namespace tensix {

struct riscv_port_parameters {
  uint32_t store_queue_entries = 4;    // stores that wait without holding the core
  uint32_t store_travel_cycles = 1;    // from a store to its arrival at the unit
  uint32_t l1_load_cycles = 8;         // load from L1, beyond ports and banks
  uint32_t register_load_cycles = 4;   // GPRs, configuration, TDMA-RISC, Dst
  uint32_t semaphore_load_cycles = 3;  // semaphores, mailboxes, PC buffers
  uint32_t ttsync_load_cycles = 5;     // TTSync, once what it waits for is done
  uint32_t local_load_cycles = 2;      // the core's own data RAM
  uint32_t control_load_cycles = 7;    // tile control, debug and status
  uint32_t clock_conflict_cycles = 1;  // more for a load of the wall clock in a cycle in which another core loads it
  uint32_t overlay_load_cycles = 7;    // NoC overlay, without contention
  uint32_t noc_load_cycles = 7;        // network interfaces
  uint32_t slow_path_load_cycles = 8;  // data RAMs through the slow path
};

}  // namespace tensix
