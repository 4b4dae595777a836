// The way to Dst that the matrix unit and the vector unit share. platform/parameters.h has them of all units. No SystemC.
#pragma once
#include <cstdint>

namespace tensix {

struct dst_arbiter_parameters {
  bool in_order = false;
  bool one_start = false;                // a cycle
  uint32_t vector_flag_late_cycles = 0;  // 0 or 1
  uint32_t move_keeps_out_cycles = 0;    // the vector unit, after the last cycle of a move to Dst
};

}  // namespace tensix
