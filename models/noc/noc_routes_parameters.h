// Cycles of a packet's way (docs/parameters.md, `noc.*`). No SystemC.
#pragma once
#include <cstdint>

namespace tensix {

struct noc_routes_parameters {
  uint32_t hop_cycles = 9;          // from router to router
  uint32_t from_router_cycles = 5;  // from the last router to the interface
};

}  // namespace tensix
