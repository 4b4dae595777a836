// What lies around a tile that is alone on its chip: both NoCs' routes and the DRAM channels at their places. Other Tensix tiles are
// not there; a packet to one of them is diagnosed.
//
//   noc_surroundings around("chip", tile);         // before the run, once for a tile
//   around.write_dram(channel, address, data);     // contents, without time
#pragma once
#include <memory>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "models/dram/dram_channel.h"
#include "models/dram/dram_endpoint.h"
#include "models/noc/noc_routes.h"
#include "platform/tile.h"

namespace tensix {

class noc_surroundings : public sc_core::sc_module {
 public:
  noc_surroundings(sc_core::sc_module_name name, tensix_tile& tile);

  const noc_grid& grid() const { return grid_; }
  noc_routes& routes() { return routes_; }
  dram_channel& dram(unsigned channel) { return *channel_[channel]; }
  // Without time. Throws std::out_of_range, with what lies where, beyond the end of the channel.
  void read_dram(unsigned channel, uint64_t address, uint8_t* data, size_t bytes);
  void write_dram(unsigned channel, uint64_t address, const uint8_t* data, size_t bytes);

  // Nothing is on its way: no packet, no access of DRAM.
  bool idle() const;
  // "dram0".."dram7".
  std::vector<std::pair<std::string, account*>> accounts();
  void close_accounts(cycle_t end);
  void report_to(observer& tap);

 private:
  const noc_grid& grid_;
  const noc_causes causes_;
  dram_causes of_channel_[dram_channels];
  noc_routes routes_;
  std::unique_ptr<dram_channel> channel_[dram_channels];
  std::unique_ptr<dram_endpoint> endpoint_[dram_channels][2];  // [channel][NoC]
};

}  // namespace tensix
