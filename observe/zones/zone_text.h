// SPDX-License-Identifier: Apache-2.0
// Zones as a table for people, and as TT-Metalium's profiler logs them. No SystemC.
#pragma once
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "observe/zones/zone_report.h"

namespace tensix {

// "matmul (k.cpp:12)"; of what lies in none "(no zone)".
std::string text_of(const zone_report& zone);

// A row a zone; `cycles`: of the run.
void print_zones(std::ostream& out, const zones_report& zones, uint64_t cycles);

struct zone_log_tile {
  unsigned x, y;  // as TT-Metalium's profiler names the core: its raw coordinates on NoC 0
  const zones_report* zones;
};

// TT-Metalium's profile_log_device.csv. Throws host_error.
void write_zone_log(const std::string& file, uint32_t clock_mhz, unsigned compute_cores,
                    const std::vector<zone_log_tile>& tiles);

}  // namespace tensix
