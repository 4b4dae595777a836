// SPDX-License-Identifier: Apache-2.0
// A chip as tt-metal and tt-umd describe it (soc_descriptor.yaml): what of it is a parameter of this model.
#pragma once
#include <string>
#include <vector>

namespace tensix {

// As for --set: "noc.harvested_columns=...", "dram.harvested_channels=...", "dram.channel_mib=...", of what the file
// says. Throws usage_error, with file and place, if it describes no Blackhole or one that this model is not: another grid, places
// that are others, Tensix tiles of a column that are partly there.
std::vector<std::string> settings_of_soc(const std::string& file);

}  // namespace tensix
