// SPDX-License-Identifier: Apache-2.0
// Cycles of the matrix unit. platform/parameters.h has them of all units. No SystemC.
#pragma once
#include <cstdint>

namespace tensix {

struct matrix_unit_parameters {
  uint32_t rows_per_cycle = 8;            // of Dst that an instruction computes: 1, 2, 4 or 8
  uint32_t phases_at_once = 1;            // fidelity phases of an instruction of built-in kernels: 1, 2 or 4
  uint32_t latency_cycles = 5;            // of instructions that compute
  uint32_t move_latency_cycles = 4;       // between SrcA, SrcB and Dst
  uint32_t drain_cycles = 0;              // beyond the latency, until the pipeline is empty and its access to Dst complete
  uint32_t dst_read_hazard_cycles = 4;    // cycles after a write in which its 8x16 block of Dst cannot be read
  uint32_t shiftxb_cycles = 2;            // SHIFTXB
  uint32_t mova2d_upper_half_cycles = 1;  // MOVA2D of SrcA rows 32..63 into a 32-bit Dst
  uint32_t zeroacc_cycles = 1;            // ZEROACC of 16 rows or more
  uint32_t zeroacc_latency_cycles = 1;    // ZEROACC
  bool overwriting_waits = false;         // ELWADD, ELWSUB without accumulation wait for their blocks like those with it
  // Automatic stalls: cycles behind a move in which others do not start.
  uint32_t srca_move_keeps_out_cycles = 1;  // behind MOVD2A and MOVB2A all but those two
  uint32_t srcb_move_keeps_out_cycles = 3;  // behind MOVD2B all but MOVD2B
  uint32_t dst_move_keeps_out_cycles = 3;   // behind MOVA2D, MOVB2D, MOVDBGA2D the readers of Dst
};

}  // namespace tensix
