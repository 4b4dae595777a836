// SPDX-License-Identifier: Apache-2.0
// Dst, and the way to it that the matrix unit and the vector unit share. platform/parameters.h has them of all units. No SystemC.
#pragma once
#include <cstdint>

namespace tensix {

struct dst_arbiter_parameters {
  uint32_t rows = 1024, sections = 2;  // of 16-bit datums; that built-in kernels use in turn with --dst-sync half
  bool in_order = false;
  bool one_start = false;                // a cycle
  uint32_t vector_flag_late_cycles = 0;  // 0 or 1
  uint32_t move_keeps_out_cycles = 0;    // the vector unit, after the last cycle of a move to Dst
};

}  // namespace tensix
