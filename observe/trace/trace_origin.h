// SPDX-License-Identifier: Apache-2.0
// What the files of a trace say about themselves. No SystemC.
#pragma once
#include <cstdint>
#include <string>

namespace tensix {

struct trace_origin {
  std::string tool, configuration;
  uint32_t clock_mhz = 0;
  std::string tile;  // its name in SystemC; empty: there is only one
};

}  // namespace tensix
