// SPDX-License-Identifier: Apache-2.0
#include "app/serve/setup.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <stdexcept>

#include "support/files/output_file.h"

namespace tensix {
namespace {

namespace fs = std::filesystem;

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string text_of(noc_coordinate c) { return std::to_string(c.x) + "-" + std::to_string(c.y); }

// Lists of places stand in lines of at most so many.
std::string text_of(const std::vector<noc_coordinate>& places) {
  constexpr size_t in_a_line = 14;
  std::string text = "[";
  for (size_t i = 0; i < places.size(); ++i) text += (i == 0 ? "" : i % in_a_line ? ", " : ",\n  ") + text_of(places[i]);
  return text + "]";
}

std::vector<noc_coordinate> places_of(const noc_grid& grid, noc_tile what) {
  std::vector<noc_coordinate> places;
  for (uint8_t y = 0; y < noc_rows; ++y)
    for (uint8_t x = 0; x < noc_columns; ++x)
      if (grid.tile_at({x, y}) == what) places.push_back({x, y});
  return places;
}

std::string mirrored(unsigned count) {
  std::string text = "[";
  for (unsigned i = count; i-- > 0;) text += std::to_string(i) + (i ? ", " : "]");
  return text;
}

}  // namespace

// tt-umd gives it no arguments, not even its own name.
std::string run_script(const std::string& folder, const door_setup& setup) {
  std::string text =
      "#!/bin/sh\n# Started by tt-umd (TT_METAL_SIMULATOR is this folder); files of the run lie beside this one.\n";
  text += "cd " + quoted(folder) + " || exit 1\n";
  text += "exec " + quoted(setup.program) + " serve --launches launches.json --metrics metrics.json --report report.html";
  for (const std::string& a : setup.arguments) text += " " + quoted(a);
  return text + "\n";
}

std::string soc_descriptor(const noc_grid& grid, const door_setup& setup) {
  std::ostringstream text;
  text << "# The chip that tensix-tlm simulates, for tt-umd and tt-metal. Places are x-y of NoC 0, not translated.\n";
  text << "arch_name: BLACKHOLE\ngrid:\n  x_size: " << unsigned{noc_columns} << "\n  y_size: " << unsigned{noc_rows} << "\n";
  text << "functional_workers:\n  " << text_of(setup.tiles) << "\n";
  text << "dram:\n  [";
  for (unsigned bank = 0; bank < grid.dram_banks(); ++bank) {
    std::vector<noc_coordinate> ports;
    for (unsigned port = 0; port < dram_ports; ++port) ports.push_back(noc_grid::dram(grid.dram_channel_of_bank(bank), port));
    text << (bank ? ",\n   " : "") << text_of(ports);
  }
  text << "]\n";
  std::vector<noc_coordinate> routers = places_of(grid, noc_tile::nothing);
  for (noc_tile what : {noc_tile::tensix, noc_tile::ethernet, noc_tile::pcie, noc_tile::other})
    for (noc_coordinate c : places_of(grid, what))
      if (std::find(setup.tiles.begin(), setup.tiles.end(), c) == setup.tiles.end()) routers.push_back(c);
  text << "# No host's tile, Ethernet, ARC or Tensix tile but the above is simulated: routers alone.\n";
  text << "router_only:\n  " << text_of(routers) << "\n";
  text << "arc: []\npcie: []\neth: []\n";
  text << "noc0_x_to_noc1_x:\n  " << mirrored(noc_columns) << "\nnoc0_y_to_noc1_y:\n  " << mirrored(noc_rows) << "\n";
  text << "worker_l1_size: " << setup.l1_bytes << "\neth_l1_size: 0\ndram_bank_size: " << setup.dram_channel_bytes << "\n";
  text << "dram_view_size: " << setup.dram_channel_bytes << "\ndram_views:\n";
  for (unsigned bank = 0; bank < grid.dram_banks(); ++bank) {
    const unsigned channel = grid.dram_channel_of_bank(bank);
    const unsigned port0 = noc_grid::worker_port(0, channel), port1 = noc_grid::worker_port(1, channel);
    text << "  - channel: " << bank << "\n    eth_endpoint: [" << port0 << ", " << port1 << "]\n    worker_endpoint: [" << port0
         << ", " << port1 << "]\n    address_offset: 0\n";
  }
  text << "features:\n  unpacker:\n    version: 1\n    inline_srca_trans_without_srca_trans_instr: False\n"
          "  math:\n    dst_size_alignment: 32768\n  packer:\n    version: 1\n  overlay:\n    version: 1\n";
  return text.str();
}

std::string cluster_descriptor(const door_setup& setup) {
  std::ostringstream text;
  text << "# One chip, as tt-umd describes a machine: for TT_METAL_MOCK_CLUSTER_DESC_PATH.\n"
          "arch:\n  0: blackhole\nchips:\n  {}\nethernet_connections:\n  []\nethernet_connections_to_remote_devices:\n  []\n"
          "chips_with_mmio:\n  - 0: 0\nio_device_type: PCIe\nharvesting:\n  0:\n    noc_translation: "
       << (setup.translation ? "true" : "false")
       << "\n    harvest_mask: 0\n    dram_harvesting_mask: 0\n    eth_harvesting_mask: 0\n    pcie_harvesting_mask: 0\n"
          "    l2cpu_harvesting_mask: 0\nboards:\n  -\n    - board_id: 0\n    - board_type: p150\n    - chips:\n        - 0\n";
  return text.str();
}

std::string write_setup(const std::string& folder, const noc_grid& grid, const door_setup& setup) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  const fs::path place = failed ? fs::path() : fs::canonical(folder, failed);
  if (failed) throw std::runtime_error("--setup: " + folder + ": " + failed.message());
  const auto write = [&](const char* name, const std::string& text) { write_file((place / name).string(), "--setup", text); };
  write("soc_descriptor.yaml", soc_descriptor(grid, setup));
  write("cluster_descriptor.yaml", cluster_descriptor(setup));
  write("run.sh", run_script(place.string(), setup));
  fs::permissions(place / "run.sh", fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                  fs::perm_options::add, failed);
  if (failed) throw std::runtime_error("--setup: " + (place / "run.sh").string() + ": " + failed.message());
  return place.string();
}

}  // namespace tensix
