// SPDX-License-Identifier: Apache-2.0
// What lies around a tile on its chip: both NoCs and the DRAM channels at their places. Other Tensix tiles are there only if they are
// asked for, with their cores (core_tile) or without (passive_tile); a packet to one that is not is diagnosed.
//
//   noc_surroundings around("chip", tile);         // before the run, once for a tile
//   around.add_tile(place);                        // before the run: another tile's L1
//   around.add_core_tile(column, row);             // before the run: another whole tile
//   around.write_dram(channel, address, data);     // contents, without time
#pragma once
#include <memory>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "models/dram/dram_channel.h"
#include "models/dram/dram_endpoint.h"
#include "models/noc/noc_network.h"
#include "platform/core_tile.h"
#include "platform/late_elaboration.h"
#include "platform/passive_tile.h"
#include "platform/tile.h"

namespace tensix {

class noc_surroundings : public sc_core::sc_module {
 public:
  noc_surroundings(sc_core::sc_module_name name, tensix_tile& tile);

  // The tile at `place` (raw coordinates of NoC 0), which must be a Tensix tile other than the one in the middle, and not yet there:
  // std::invalid_argument, with the reason.
  passive_tile& add_tile(noc_coordinate place);
  // The same of a whole tile, counted among the Tensix tiles as programs count cores.
  core_tile& add_core_tile(uint32_t column, uint32_t row);
  // Behind these: passive tiles at all other places of Tensix tiles (some 90 KiB of the host's memory each, and nothing in time, as
  // long as no packet comes): multicasts go to rectangles, whoever has a program in them.
  void add_others();
  // Within a run, and not within a process of the calendar: a whole tile, all cores in reset, in the place of a passive one, whose L1
  // it takes over; only while that has no packet under way (`may_make_whole`).
  core_tile& make_whole(uint32_t column, uint32_t row);
  bool may_make_whole(uint32_t column, uint32_t row) const;
  const std::vector<std::unique_ptr<core_tile>>& core_tiles() const { return core_tiles_; }

  const noc_grid& grid() const { return grid_; }
  noc_network& network() { return network_; }
  const noc_network& network() const { return network_; }
  dram_channel& dram(unsigned channel) { return *channel_[channel]; }
  // Without time. Throws std::out_of_range, with what lies where, beyond the end of the channel.
  void read_dram(unsigned channel, uint64_t address, uint8_t* data, size_t bytes);
  void write_dram(unsigned channel, uint64_t address, const uint8_t* data, size_t bytes);

  // Of all channels, by packets.
  uint64_t bytes_read() const;
  uint64_t bytes_written() const;
  // Nothing is on its way: no packet, no access of DRAM.
  bool idle() const;
  // A tile's L1 is at work for a packet.
  bool tiles_busy() const;
  // "dram0".."dram7".
  std::vector<std::pair<std::string, account*>> accounts();
  void close_accounts(cycle_t end);
  void report_to(observer& tap);

 private:
  tensix_tile& tile_;
  const noc_grid& grid_;
  const noc_causes causes_;
  dram_causes of_channel_[dram_channels];
  std::vector<std::unique_ptr<late_elaboration>> late_;  // tiles made within a run live in these, and their stations
  noc_network network_;
  std::unique_ptr<dram_channel> channel_[dram_channels];
  std::unique_ptr<dram_endpoint> endpoint_[dram_channels][2];  // [channel][NoC]
  std::vector<std::pair<noc_coordinate, std::unique_ptr<passive_tile>>> tiles_;
  std::vector<std::unique_ptr<core_tile>> core_tiles_;

  bool is_there(noc_coordinate place) const;
  noc_coordinate place_of(uint32_t column, uint32_t row) const;
  size_t number_of_passive(uint32_t column, uint32_t row) const;
  void make_core_tile(noc_coordinate place, uint32_t column, uint32_t row);
  void require_free(noc_coordinate place) const;
};

}  // namespace tensix
