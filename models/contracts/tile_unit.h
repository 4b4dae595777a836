// SPDX-License-Identifier: Apache-2.0
// The units of a tile by name. No SystemC.
#pragma once
#include <iterator>

namespace tensix {

// The places of units in a tile.
enum class tile_unit : unsigned {
  unpacker0,
  unpacker1,
  matrix_unit,
  vector_unit,
  packers,
  config_unit,
  sync_unit,
  scalar_unit,
  misc_unit,
  mover,
  count
};
inline constexpr unsigned tile_units = static_cast<unsigned>(tile_unit::count);
inline constexpr const char* tile_unit_names[] = {"unpacker0",   "unpacker1", "matrix_unit", "vector_unit", "packers",
                                                  "config_unit", "sync_unit", "scalar_unit", "misc_unit",   "mover"};
static_assert(std::size(tile_unit_names) == tile_units);

}  // namespace tensix
