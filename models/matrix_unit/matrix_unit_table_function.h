// SPDX-License-Identifier: Apache-2.0
// What each instruction of the matrix unit reads, writes and waits for: the columns of matrix_unit_instructions.def that belong
// to what is computed. Layer 1.
#pragma once
#include <array>
#include <cstdint>

#include "models/isa/instruction_words.h"

namespace tensix {

// Banks of SrcA (bit 0) and SrcB (bit 1).
enum class src_banks : uint8_t { neither = 0, a = 1, b = 2, a_b = 3, by_field = 4 };
constexpr unsigned mask_of(src_banks banks) { return static_cast<unsigned>(banks) & 3; }

// Rows of SrcA that are read. RWC: the thread's counter for SrcA, modulo 64.
enum class srca_rows : uint8_t {
  none,
  eight,            // the aligned eight with RWC
  sixteen,          // those, and the next eight
  aligned_sixteen,  // the aligned sixteen with RWC
  last_sixteen,     // the aligned sixteen with the last row that an instruction before has addressed
  moved             // field src + RWC: this row, or with instr_mod bit 1 the aligned eight with it
};
// Rows of Dst that are worked on: so many, aligned, with the row that field dst and the counters give.
enum class dst_rows_used : uint8_t {
  none,
  four,
  eight,
  eight_or_four,   // MVMUL: eight, or with instr_mod19 every other one of them
  one_or_eight,    // MOVA2D: by instr_mod bit 1
  one_four_eight,  // MOVB2D: by movb2d_instr_mod bits 1 and 2
  one_or_four      // MOVD2A, MOVD2B: by instr_mod bit 1
};
enum class dst_use : uint8_t { none, reads, writes, adds, may_add, marks };
enum class srcb_read : uint8_t { no, yes };

struct matrix_operands {
  src_banks waits = src_banks::neither;
  srca_rows srca = srca_rows::none;
  srcb_read srcb = srcb_read::no;
  src_banks src_written = src_banks::neither;
  dst_rows_used dst_rows = dst_rows_used::none;
  dst_use dst_access = dst_use::none;
};

// By opcode; the other units' instructions use nothing of the matrix unit.
constexpr std::array<matrix_operands, 256> make_matrix_operands() {
  std::array<matrix_operands, 256> all{};
#define MATRIX_UNIT(name, waits, srca, srcb, src_written, dst_rows, dst_access, cycles, latency, rule, executes) \
  all[static_cast<uint8_t>(opcode::name)] = {src_banks::waits,       srca_rows::srca,         srcb_read::srcb,   \
                                             src_banks::src_written, dst_rows_used::dst_rows, dst_use::dst_access};
#include "models/matrix_unit/matrix_unit_instructions.def"
#undef MATRIX_UNIT
  return all;
}
inline constexpr std::array<matrix_operands, 256> all_matrix_operands = make_matrix_operands();
constexpr const matrix_operands& matrix_operands_of(uint32_t word) { return all_matrix_operands[word >> 24]; }

}  // namespace tensix
