// SPDX-License-Identifier: Apache-2.0
// Configurations that come with the program: configs/NAME.json of its sources, or of where it is installed.
#pragma once
#include <string>
#include <vector>

namespace tensix {

// "what_if_16_banks", ... by name; those that are built in are not among them. None if the folder is not there.
std::vector<std::string> shipped_configuration_names();
// The file that load_configuration reads: `name_or_file` if there is such a file, else the shipped one of this name; empty: built
// in.
std::string configuration_file(const std::string& name_or_file);

}  // namespace tensix
