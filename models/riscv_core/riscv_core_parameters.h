// SPDX-License-Identifier: Apache-2.0
// Cycles, queues and caches of a RISC-V core. platform/parameters.h has them of all units. No SystemC.
#pragma once
#include <array>
#include <cstdint>

namespace tensix {

struct riscv_core_parameters {
  uint32_t retire_queue_entries = 8;
  bool single_writer_forwarding = true;  // a result is forwarded only if no other unretired one is for the same register
  bool forwards_out_of_queue = true;     // false: just behind EX1 and from retirement on only
  uint32_t multiply_busy_cycles = 1;     // in which a multiplication keeps the next instruction out of EX1
  uint32_t ex2_cycles = 2;               // from EX1 to the result: multiplication, floating point
  uint32_t divide_short_cycles = 2;      // division by 0 and 1, and of -2^31 by -1
  uint32_t divide_least_cycles = 6;
  uint32_t divide_most_cycles = 33;
  uint32_t divide_step_bits = 4;  // leading zeros of the dividend are skipped by so many
  uint32_t serialise_cycles = 2;  // from the retirement of a fence or CSR instruction to the next one's EX1
  uint32_t mispredict_cycles = 4;
  uint32_t predictor_entries = 128;
  uint32_t predictor_history = 2;  // of the last branches, how many select a branch's counter
  uint32_t ttinsn_fusion = 4;
  uint32_t atomic_cycles = 12;
  uint32_t merge_reach_bytes = 4;         // between the first bytes of two stores that coalesce
  uint32_t loads_in_flight = 4;           // to L1 and through the port
  uint32_t l1_load_release_cycles = 1;    // from the arrival of a load's data until another load may take its place
  uint32_t port_load_release_cycles = 2;  // the same of loads through the port
  uint32_t data_cache_lines = 4;
  uint32_t data_cache_flush_requests = 128;  // one in so many flushes the L0 data cache; 0: none
  by_core<uint32_t> instruction_cache_bytes = per_core<uint32_t>(4096, 4096, 4096, 4096, 4096);
  uint32_t instruction_cache_ways = 2;
  uint32_t fetch_cycles = 10;  // from a fetch of L1 to EX1
  uint32_t prefetch_lines = 2;
  uint32_t ram_reset_bytes_per_cycle = 4;
};

}  // namespace tensix
