// SPDX-License-Identifier: Apache-2.0
// A command line of tensix-tlm as text.
#pragma once
#include <string>
#include <vector>

namespace tensix {

// As a POSIX shell reads it back. `arguments`: without the program's name.
std::string shell_command(const std::vector<std::string>& arguments);

}  // namespace tensix
