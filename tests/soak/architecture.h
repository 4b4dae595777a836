// SPDX-License-Identifier: Apache-2.0
// All that a program can leave behind in a machine, piece by piece: two machines are compared, one is summed up in a number.
// Not among it: random number generators, which step with time.
#pragma once
#include <cstdint>
#include <string>

#include "models/coprocessor/tensix_functions.h"

namespace tensix::soak {

struct machine_view {
  const tensix_state& state;
  const tensix_functions& functions;
};

// The first few differences, a line each, with the names of both machines ("Dst row 12 column 3: 0x1 functional, 0x0 timed");
// empty: none.
std::string differences(const machine_view& a, const char* a_name, const machine_view& b, const char* b_name);
uint64_t digest(const machine_view& m);

}  // namespace tensix::soak
