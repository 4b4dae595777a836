// SPDX-License-Identifier: Apache-2.0
// Where the tile stands on its chip, and what of the chip is fused off. Only numbers: who builds the rest is
// platform/noc_surroundings.h.
#pragma once
#include <cstdint>

#include "models/noc/noc_grid_function.h"

namespace tensix {

struct tile_place_parameters {
  uint32_t x = 0, y = 0;  // column and row among the Tensix tiles, as programs count cores
};

struct harvesting_parameters {
  uint32_t columns = 0;   // bit i: the i-th of the columns x = 1..7, 10..16 of NoC 0
  uint32_t channels = 0;  // bit i: channel i of DRAM; one at most
};
// Columns that are left; what the grid is made from.
unsigned columns_left(const harvesting_parameters& p);
noc_harvesting harvesting_of(const harvesting_parameters& p);

}  // namespace tensix
