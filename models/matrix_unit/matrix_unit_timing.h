// SPDX-License-Identifier: Apache-2.0
// How long each instruction of the matrix unit takes and which automatic stall it takes part in: the columns of
// matrix_unit_instructions.def that belong to when it happens. How many cycles that is: matrix_unit_parameters.
#pragma once
#include <array>
#include <cstdint>

#include "models/isa/instruction_words.h"

namespace tensix {

struct matrix_timing {
  // Before the unit takes the next instruction.
  enum class cycles_t : uint8_t {
    one,
    shiftxb,  // shiftxb_cycles
    mova2d,   // mova2d_upper_half_cycles from SrcA rows 32..63 into a 32-bit Dst, else one
    zeroacc   // zeroacc_cycles for 16 rows and more, else one
  };
  // From its start to its result.
  enum class latency_t : uint8_t {
    cycles,   // as long as it is in the unit
    compute,  // latency_cycles, behind the last cycle in the unit
    move,     // move_latency_cycles
    zeroacc   // zeroacc_latency_cycles
  };
  // Automatic stalls (ISA documentation, MOVA2D, MOVB2D, MOVD2A, MOVD2B, MOVB2A): for some cycles behind
  //   MOVD2A and MOVB2A  only those two start (srca_move_keeps_out_cycles)
  //   MOVD2B             only MOVD2B (srcb_move_keeps_out_cycles)
  //   moves to Dst       no instruction listed there as a reader of Dst (dst_move_keeps_out_cycles)
  enum class rule_t : uint8_t {
    other,      // waits behind MOVD2A, MOVB2A, MOVD2B
    reads_dst,  // and behind a move to Dst
    to_dst,     // a move to Dst
    dst_to_a,   // MOVD2A
    b_to_a,     // MOVB2A
    dst_to_b    // MOVD2B
  };
  cycles_t cycles = cycles_t::one;
  latency_t latency = latency_t::cycles;
  rule_t rule = rule_t::other;
};

constexpr std::array<matrix_timing, 256> make_matrix_timings() {
  using t = matrix_timing;
  std::array<matrix_timing, 256> all{};
#define MATRIX_UNIT(name, waits, srca, srcb, src_written, dst_rows, dst_access, cycles, latency, rule, executes) \
  all[static_cast<uint8_t>(opcode::name)] = {t::cycles_t::cycles, t::latency_t::latency, t::rule_t::rule};
#include "models/matrix_unit/matrix_unit_instructions.def"
#undef MATRIX_UNIT
  return all;
}
inline constexpr std::array<matrix_timing, 256> all_matrix_timings = make_matrix_timings();
constexpr const matrix_timing& matrix_timing_of(uint32_t word) { return all_matrix_timings[word >> 24]; }

}  // namespace tensix
