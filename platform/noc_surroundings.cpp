// SPDX-License-Identifier: Apache-2.0
#include "platform/noc_surroundings.h"

#include <algorithm>
#include <stdexcept>

#include "models/time/calendar.h"
#include "support/text/hex_text.h"

namespace tensix {

namespace {
constexpr const char* dram_names[dram_channels] = {"dram0", "dram1", "dram2", "dram3", "dram4", "dram5", "dram6", "dram7"};
}  // namespace

noc_surroundings::noc_surroundings(sc_core::sc_module_name name, tensix_tile& tile)
    : sc_module(name),
      tile_(tile),
      grid_(tile.grid()),
      causes_(noc_causes_of(tile.state(), tile.configuration())),
      network_("network", tile.configuration().noc, grid_, causes_) {
  const parameters& p = tile.configuration();
  const dram_endpoint_parameters ends{p.dram,
                                      p.noc_interface.to_router_cycles,
                                      p.noc_interface.receive_cycles,
                                      p.noc_interface.answer_cycles,
                                      p.noc_interface.packet_gap_cycles,
                                      p.clock_mhz};
  for (unsigned noc = 0; noc < 2; ++noc) {
    noc_interface_if& own = tile.noc_interface(noc);
    network_.attach(noc, {tile.place()}, own.to_noc(), own.from_noc());
  }
  for (unsigned c = 0; c < dram_channels; ++c) {
    if (p.harvesting.channels >> c & 1) continue;
    channel_[c] = std::make_unique<dram_channel>(dram_names[c], p.dram, p.clock_mhz);
    of_channel_[c].channel = c;
    std::vector<noc_coordinate> ports;
    for (unsigned port = 0; port < dram_ports; ++port) ports.push_back(noc_grid::dram(c, port));
    for (unsigned noc = 0; noc < 2; ++noc) {
      const std::string end = std::string(dram_names[c]) + "_noc" + std::to_string(noc);
      endpoint_[c][noc] = std::make_unique<dram_endpoint>(end.c_str(), ends, causes_, of_channel_[c], tile.state().diagnose,
                                                          uint64_t{p.dram.channel_mib} << 20);
      dram_endpoint& e = *endpoint_[c][noc];
      e.memory.bind(channel_[c]->socket);
      network_.attach(noc, ports, e.to_noc(), e.from_noc());
    }
  }
  network_.nobody_there = [&tile](const noc_packet& lost) {
    tile.state().diagnose.undefined("noc", -1, 0,
                                    "a packet of NoC " + std::to_string(lost.noc) + " goes to (" + std::to_string(lost.to.x) +
                                        "," + std::to_string(lost.to.y) +
                                        ") (raw coordinates of NoC 0), and of this chip only the tile at (" +
                                        std::to_string(tile.place().x) + "," + std::to_string(tile.place().y) +
                                        "), other tiles that were asked for and the DRAM channels are simulated");
  };
}

bool noc_surroundings::is_there(noc_coordinate place) const {
  bool there = place == tile_.place();
  for (const auto& [other, tile] : tiles_) there |= other == place;
  for (const auto& tile : core_tiles_) there |= tile->tile.place() == place;
  return there;
}

void noc_surroundings::require_free(noc_coordinate place) const {
  const std::string where = "(" + std::to_string(place.x) + "," + std::to_string(place.y) + ")";
  if (place.x >= noc_columns || place.y >= noc_rows || grid_.tile_at(place) != noc_tile::tensix)
    throw std::invalid_argument("there is no Tensix tile at " + where);
  if (is_there(place)) throw std::invalid_argument("the tile at " + where + " is there already");
}

void noc_surroundings::add_others() {
  for (unsigned column = 0; column < grid_.tensix_columns(); ++column)
    for (unsigned row = 0; row < noc_grid::tensix_rows; ++row)
      if (const noc_coordinate place = grid_.tensix(column, row); !is_there(place)) add_tile(place);
}

passive_tile& noc_surroundings::add_tile(noc_coordinate place) {
  require_free(place);
  const std::string name = "tile_" + std::to_string(place.x) + "_" + std::to_string(place.y);
  tiles_.emplace_back(place, std::make_unique<passive_tile>(name.c_str(), tile_.configuration(), grid_, place, causes_,
                                                            tile_.state().diagnose, network_));
  return *tiles_.back().second;
}

noc_coordinate noc_surroundings::place_of(uint32_t column, uint32_t row) const {
  if (column >= grid_.tensix_columns() || row >= noc_grid::tensix_rows)
    throw std::invalid_argument("there is no Tensix tile at column " + std::to_string(column) + ", row " + std::to_string(row) +
                                ": there are " + std::to_string(grid_.tensix_columns()) + " x " +
                                std::to_string(noc_grid::tensix_rows));
  return grid_.tensix(column, row);
}

void noc_surroundings::make_core_tile(noc_coordinate place, uint32_t column, uint32_t row) {
  const std::string name = "tile_" + std::to_string(place.x) + "_" + std::to_string(place.y);
  core_tiles_.push_back(std::make_unique<core_tile>(name.c_str(), tile_.configuration(), column, row, network_));
}

core_tile& noc_surroundings::add_core_tile(uint32_t column, uint32_t row) {
  const noc_coordinate place = place_of(column, row);
  require_free(place);
  make_core_tile(place, column, row);
  return *core_tiles_.back();
}

size_t noc_surroundings::number_of_passive(uint32_t column, uint32_t row) const {
  const noc_coordinate place = place_of(column, row);
  for (size_t i = 0; i < tiles_.size(); ++i)
    if (tiles_[i].first == place) return i;
  throw std::invalid_argument("there is no passive tile at column " + std::to_string(column) + ", row " + std::to_string(row));
}

bool noc_surroundings::may_make_whole(uint32_t column, uint32_t row) const {
  return tiles_[number_of_passive(column, row)].second->idle();
}

core_tile& noc_surroundings::make_whole(uint32_t column, uint32_t row) {
  const auto passive = tiles_.begin() + static_cast<std::ptrdiff_t>(number_of_passive(column, row));
  if (!passive->second->idle()) throw std::logic_error("noc_surroundings::make_whole: a packet is under way");
  late_.push_back(std::make_unique<late_elaboration>(name(), [&] {
    make_core_tile(passive->first, column, row);
    core_tiles_.back()->tile.state().l1.swap(passive->second->bytes());
  }));
  const calendar::apart here;
  tiles_.erase(passive);
  return *core_tiles_.back();
}

void noc_surroundings::read_dram(unsigned channel, uint64_t address, uint8_t* data, size_t bytes) {
  if (!channel_[channel] || !channel_[channel]->peek(address, data, static_cast<uint32_t>(bytes)))
    throw std::out_of_range(std::string(dram_names[channel]) + ": " + std::to_string(bytes) + " bytes at address " +
                            hex_text(address) + " lie beyond the channel's end (dram.channel_mib)");
}

void noc_surroundings::write_dram(unsigned channel, uint64_t address, const uint8_t* data, size_t bytes) {
  if (!channel_[channel] || !channel_[channel]->poke(address, data, static_cast<uint32_t>(bytes)))
    throw std::out_of_range(std::string(dram_names[channel]) + ": " + std::to_string(bytes) + " bytes at address " +
                            hex_text(address) + " lie beyond the channel's end (dram.channel_mib)");
}

uint64_t noc_surroundings::bytes_read() const {
  uint64_t all = 0;
  for (const auto& c : channel_) all += c ? c->bytes_read() : 0;
  return all;
}

uint64_t noc_surroundings::bytes_written() const {
  uint64_t all = 0;
  for (const auto& c : channel_) all += c ? c->bytes_written() : 0;
  return all;
}

bool noc_surroundings::idle() const {
  if (!network_.idle()) return false;
  for (const auto& of_channel : endpoint_)
    for (const auto& e : of_channel)
      if (e && !e->idle()) return false;
  for (const auto& [place, tile] : tiles_)
    if (!tile->idle()) return false;
  return true;
}

bool noc_surroundings::tiles_busy() const {
  for (const auto& [place, tile] : tiles_)
    if (tile->busy()) return true;
  return false;
}

std::vector<std::pair<std::string, account*>> noc_surroundings::accounts() {
  std::vector<std::pair<std::string, account*>> all;
  for (unsigned c = 0; c < dram_channels; ++c)
    if (channel_[c]) all.emplace_back(dram_names[c], &channel_[c]->activity());
  return all;
}

void noc_surroundings::close_accounts(cycle_t end) {
  for (auto& [name, a] : accounts()) a->close(end);
  network_.close_accounts(end);
}

void noc_surroundings::report_to(observer& tap) {
  for (unsigned c = 0; c < dram_channels; ++c) {
    if (!channel_[c]) continue;
    tap.introduced(dram_names[c], account_of::unit);
    channel_[c]->activity().report_to(&tap, dram_names[c]);
  }
}

}  // namespace tensix
