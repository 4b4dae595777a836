// SPDX-License-Identifier: Apache-2.0
// What tt-umd and tt-metal read of a simulator's folder: run.sh, the chip's soc_descriptor.yaml, and a cluster descriptor that says
// whether the device translates coordinates. No SystemC.
// Source: tt-umd (soc_arch_descriptor.cpp, cluster_descriptor.cpp, rtl_sim_communicator.cpp), tt-metal (its soc descriptors).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "models/noc/noc_grid_function.h"

namespace tensix {

struct door_setup {
  std::string program;                 // its absolute path
  std::vector<std::string> arguments;  // of `serve`, behind what run.sh gives it itself
  std::vector<noc_coordinate> tiles;   // Tensix tiles that are there, raw, of NoC 0
  uint64_t l1_bytes = 0, dram_channel_bytes = 0;
  bool translation = true;
};

// Writes the files into `folder`, which is made if it is not there; returns its absolute path. Throws std::runtime_error.
std::string write_setup(const std::string& folder, const noc_grid& grid, const door_setup& setup);

std::string run_script(const std::string& folder, const door_setup& setup);
std::string soc_descriptor(const noc_grid& grid, const door_setup& setup);
std::string cluster_descriptor(const door_setup& setup);

}  // namespace tensix
