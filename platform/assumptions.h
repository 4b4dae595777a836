// SPDX-License-Identifier: Apache-2.0
// Parameters whose source is an assumption, and between which values the hardware's may well lie. What a result owes to them is
// found by moving each to both ends: scripts/assumptions.py, docs/validation.md.
#pragma once
#include <string>
#include <vector>

#include "platform/parameters.h"

namespace tensix {

struct plausible_range {
  const char* parameter;
  uint32_t least, most;                // in the parameter's unit
  const char* why;                     // what speaks for the two ends
  bool measured_on_blackhole = false;  // an assumption in the configuration `documented` alone
};

// One for each parameter whose source says "assumption", in the order of parameter_list(); a test compares the two.
const std::vector<plausible_range>& plausible_ranges();
// For the terminal: name, value in `p`, plausible range and unit in a line; the reason in the next.
// Of `selected`: names of parameters.
std::string assumptions_text(const parameters& p, const std::vector<std::string>& selected = parameter_names());

}  // namespace tensix
