// Parameters of the RISC-V cores (platform/parameters_table_cores.cpp has their ranges and sources). Plain data, no SystemC.
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
  uint32_t divide_most_cycles = 33;  // of a dividend of 32 bits; one less for each leading zero
  uint32_t mispredict_cycles = 4;
  uint32_t predictor_entries = 16;
  uint32_t ttinsn_fusion = 4;
  uint32_t atomic_cycles = 12;
  uint32_t merge_reach_bytes = 4;  // between the first bytes of two stores that coalesce
  uint32_t data_cache_lines = 4;
  uint32_t data_cache_flush_requests = 128;                                // one in so many flushes the L0 data cache; 0: none
  std::array<uint32_t, 4> instruction_cache_bytes{2048, 512, 2048, 2048};  // T0, T1, T2, B
  uint32_t fetch_cycles = 8;                                               // from a fetch of L1 to EX1
  uint32_t prefetch_lines = 2;
  uint32_t ram_reset_bytes_per_cycle = 4;
};

}  // namespace tensix
