// Cycles of handing over a bank of SrcA or SrcB. platform/parameters.h has them of all units. No SystemC.
#pragma once
#include <cstdint>

namespace tensix {

struct hand_over_parameters {
  uint32_t latency_cycles = 1;     // >= 1: from giving a bank up to its use by the other side
  uint32_t set_dvalid_cycles = 1;  // >= 1: SETDVALID gives banks up at the end of so many cycles
};

}  // namespace tensix
