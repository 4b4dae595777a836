// SPDX-License-Identifier: Apache-2.0
// Numbers of DRAM (docs/parameters.md, `dram.*`). No SystemC.
#pragma once
#include <cstdint>

namespace tensix {

struct dram_parameters {
  uint32_t channel_mib = 4096;             // capacity of a channel
  uint32_t channel_mb_per_second = 64000;  // data of a channel, 10^6 bytes
  uint32_t read_cycles = 100;              // from a read to its first data, beyond the data before it
  uint32_t write_cycles = 22;              // from a write's last data to its acknowledge
  uint32_t access_bytes = 256;             // a packet's data are read and written in accesses of so many
  uint32_t write_buffer_bytes = 16384;     // written data that a channel takes before they are in DRAM
};

}  // namespace tensix
