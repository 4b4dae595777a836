// SPDX-License-Identifier: Apache-2.0
// One step up and down of every parameter: what `tensix-tlm levers` and scripts/sensitivity.py try. The only place that says how far
// a step is (docs/levers.md):
//
//   number        0..4: one less, one more. Above: the half, the double. What does not fit together with the other values (a power of
//                 two is wanted, ...) is replaced by the half and the double.
//   rate of 0     "without limit" (feed.*): what the ports of the NoC carry at most.
//   true, false   the other.
//   choice        each other one.
//   list of ports the first half of it; as many ports more as it has, the lowest that it does not have.
//   two speeds    each of the two one slower and one faster.
#pragma once
#include <string>
#include <vector>

#include "platform/parameters.h"

namespace tensix {

struct parameter_step {
  std::string value;
  std::string refused;  // why this value cannot be; empty: it can
};

// Of one parameter, from its value in `p`; downwards first.
std::vector<parameter_step> steps_of(const parameter_info& i, const parameters& p);
// Why a parameter is no lever: it says how something is shown or put together, not what the hardware is. Empty: it is one.
std::string no_lever(const std::string& parameter);

// For the terminal and scripts: "NAME VALUE: STEP STEP" a line, refused steps with the reason below.
std::string steps_text(const parameters& p, const std::vector<std::string>& selected);

}  // namespace tensix
