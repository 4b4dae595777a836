// SPDX-License-Identifier: Apache-2.0
// Parameters by name and pattern, and the list of some.
#pragma once
#include <string>
#include <vector>

#include "platform/parameters.h"

namespace tensix {

// Names of all that a pattern fits, in the table's order; no pattern: all. A pattern is a name, or has *, ? and [...] as file
// names in a shell, where * also stands for dots. Throws parameter_error with the nearest right name: nothing fits.
std::vector<std::string> selected_parameters(const std::vector<std::string>& patterns);
bool is_selected(const std::vector<std::string>& selected, const std::string& name);

std::string parameters_text(const parameters& p, const std::vector<std::string>& selected);

}  // namespace tensix
