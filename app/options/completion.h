// SPDX-License-Identifier: Apache-2.0
// What the two completion scripts are made of. No SystemC.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "app/options/choices.h"
#include "app/options/command_table.h"

namespace tensix {

// One option as a shell has to know it.
struct shell_option {
  std::string name;         // "--format"; with a short form: "-h" comes with it
  std::string placeholder;  // of its value; empty: it takes none
  std::string meaning;      // in a few words
  bool repeated = false;
  bool has_short = false;
  value_kind value;
};
std::vector<shell_option> shell_options(const std::vector<option_group>& groups);

// Values that a parameter is likely to get: its choices, true and false, or those of the built-in configurations.
struct parameter_values {
  std::string name;
  std::vector<std::string> values;
};
std::vector<parameter_values> all_parameter_values();

std::string joined(const std::vector<std::string>& words, const char* between = " ");

}  // namespace tensix
