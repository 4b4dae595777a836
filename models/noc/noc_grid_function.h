// SPDX-License-Identifier: Apache-2.0
// Blackhole's chip as the NoCs see it: 17 x 12 routers, which tile stands where, how programs call it, and how far it is.
// Layer 1.
// Source: ISA documentation, NoC/Coordinates, NoC/RoutingPaths; tt-umd (blackhole_140_arch.yaml, blackhole_implementation.hpp);
// ARC firmware (tt-system-firmware, noc_init): translation tables, who receives multicasts.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "models/noc/noc_translation_function.h"

namespace tensix {

inline constexpr unsigned dram_channels = 8, dram_ports = 3;

// What is fused off on a product, by places of NoC 0.
struct noc_harvesting {
  std::vector<uint8_t> tensix_columns;      // x, at most 7
  std::optional<unsigned> dram_channel;     // 0..7
  std::vector<uint8_t> ethernet = {14, 5};  // x of two tiles of row 1, one of 3, 14, 4 and one of 13, 5, 12: products differ
  bool second_pcie = false;                 // the host is at (11, 0), not at (2, 0)
};

class noc_grid : public noc_translation_if {
 public:
  explicit noc_grid(const noc_harvesting& harvesting = {}, bool translation = true);

  bool place_of(unsigned noc, unsigned x, unsigned y, noc_coordinate& place) const override;
  noc_tile tile_at(noc_coordinate place) const override;
  const noc_tables& tables(unsigned noc) const override { return tables_[noc]; }
  uint32_t columns_without_multicast(unsigned noc) const override { return columns_without_multicast_[noc]; }
  uint32_t rows_without_multicast(unsigned noc) const override;

  // How programs call a place: the inverse of place_of, unique; what has no name of its own keeps its raw coordinates.
  noc_coordinate translated(unsigned noc, noc_coordinate place) const;

  // The Tensix tile at column and row of those that are there, in the order of translated coordinates; (0, 0) is (1, 2).
  unsigned tensix_columns() const { return static_cast<unsigned>(tensix_x_.size()); }
  static constexpr unsigned tensix_rows = 10;
  noc_coordinate tensix(unsigned column, unsigned row) const;

  struct dram_place {
    uint8_t channel = 0, port = 0;
  };
  std::optional<dram_place> dram_at(noc_coordinate place) const;
  static noc_coordinate dram(unsigned channel, unsigned port);
  // Banks are what programs count: channels without the one that is fused off.
  unsigned dram_banks() const { return static_cast<unsigned>(banks_.size()); }
  unsigned dram_channel_of_bank(unsigned bank) const { return banks_[bank]; }
  // The port by which worker tiles go to a channel (tt-umd): another for each NoC.
  static unsigned worker_port(unsigned noc, unsigned channel);

  // Links that a unicast packet passes: right then down on NoC 0, up then left on NoC 1, around the edges.
  static unsigned hops(unsigned noc, noc_coordinate from, noc_coordinate to);
  // Whether a place is in the rectangle of a multicast (it may still not receive it: its masks, and the source's own).
  static bool in_rectangle(const noc_packet& multicast, noc_coordinate place);

 private:
  bool translation_;
  noc_tables tables_[2];
  uint32_t columns_without_multicast_[2] = {};
  std::vector<uint8_t> tensix_x_;  // of NoC 0, in translated order
  std::vector<uint8_t> banks_;
  noc_tile tiles_[noc_columns][noc_rows];
  noc_coordinate names_[noc_columns][noc_rows];  // translated, by place; (0, 0): none of its own

  void place_tiles(const noc_harvesting& harvesting);
  void fill_tables(const noc_harvesting& harvesting);
  void name_tiles();
};

}  // namespace tensix
