// SPDX-License-Identifier: Apache-2.0
// The fewest cycles that the parts of a tile need for the work of a run, and the roofline made of some of them; docs/bounds.md has
// the definitions.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "platform/parameters.h"
#include "testbench/run/run_report.h"

namespace tensix {

// The matrix unit's part in a run of anything but a kernel (kernel::work): its busy cycles.
matrix_work matrix_work_of(const run_report& r);

// What the unpackers did beside what a run_report says: of each, the fastest speed that it asked for; of both, the cycles of
// address phases, of which the tile has one at a time.
struct unpackers_work {
  std::array<fetch_speed, 2> wanted{};
  uint64_t address_cycles = 0;
};
// Tiles of one buffer that a producer brought (`in`) or a consumer took.
struct fed_tiles {
  uint64_t tiles = 0;
  uint32_t tile_bytes = 0;
  bool in = true;
};
// All bounds of a run, the largest first. Those that are zero are left out.
std::vector<bound_report> all_bounds(const run_report& r, const parameters& p, const unpackers_work& unpackers,
                                     const std::vector<fed_tiles>& fed = {});

struct bounds {
  matrix_work work;
  double bytes = 0;  // unpacked and packed
  double unpack_cycles = 0, pack_cycles = 0, bank_cycles = 0;
};
// `wanted`: the fastest speed each unpacker asked for.
bounds bounds_of(const run_report& r, const parameters& p, const std::array<fetch_speed, 2>& wanted, const matrix_work& work);

}  // namespace tensix
