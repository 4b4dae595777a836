// Where the tile stands on its chip. Only numbers: who builds the rest is platform/noc_surroundings.h.
#pragma once
#include <cstdint>

namespace tensix {

struct tile_place_parameters {
  uint32_t x = 0, y = 0;  // column and row among the Tensix tiles, as programs count cores
};

}  // namespace tensix
