// SPDX-License-Identifier: Apache-2.0
// From the coordinates that programs write to places in the grid. Layer 1.
// Source: ISA documentation, NoC/Coordinates (Blackhole): the algorithm; ARC firmware (tt-system-firmware, noc_init): what the
// tables hold before programs begin.
#pragma once
#include <array>
#include <cstdint>

#include "models/noc/noc_packet.h"

namespace tensix {

inline constexpr uint8_t noc_columns = 17, noc_rows = 12;

// What stands beside a router. Nothing: a router alone, or a tile that is fused off.
enum class noc_tile : uint8_t { tensix, ethernet, dram, pcie, other, nothing };

// A pair of coordinates as one of the NoCs counts it: NoC 1 begins at the other corner. Its own inverse.
constexpr noc_coordinate noc_mirrored(unsigned noc, noc_coordinate c) {
  if (noc == 0) return c;
  return {static_cast<uint8_t>(noc_columns - 1 - c.x), static_cast<uint8_t>(noc_rows - 1 - c.y)};
}

// The translation registers of one NIU: NOC_X_ID_TRANSLATE_TABLE and its neighbours.
struct noc_tables {
  std::array<uint8_t, 32> x{}, y{}, dram{};
  uint32_t column_mask = 0, row_mask = 0;  // bit n: column n keeps its y, row n its x
  uint32_t column_swap = 0;                // bit n: in row n, x and x ^ 9 change places if the other is a column of `dram`
  bool dram_in_column_0 = false, dram_in_column_9 = false;
};

// To raw coordinates of the NoC whose tables these are. Each of `x`, `y` has 6 bits.
noc_coordinate noc_translate(const noc_tables& tables, noc_coordinate c);

// The chip, as far as a network interface must know it.
class noc_translation_if {
 public:
  virtual ~noc_translation_if() = default;
  // From what stands in TARG_HI and RET_HI to a place. Without translation coordinates are raw of this NoC.
  // False: there is nothing at (x, y).
  virtual bool place_of(unsigned noc, unsigned x, unsigned y, noc_coordinate& place) const = 0;
  virtual noc_tile tile_at(noc_coordinate place) const = 0;
  // What firmware has written into each NIU of a NoC.
  virtual const noc_tables& tables(unsigned noc) const = 0;
  // ROUTER_CFG_1, ROUTER_CFG_3: columns and rows of a NoC that receive no multicast.
  virtual uint32_t columns_without_multicast(unsigned noc) const = 0;
  virtual uint32_t rows_without_multicast(unsigned noc) const = 0;
};

}  // namespace tensix
