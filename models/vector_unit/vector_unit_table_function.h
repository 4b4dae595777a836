// SPDX-License-Identifier: Apache-2.0
// What each instruction of the vector unit is: the columns of vector_unit_instructions.def that follow from the opcode alone.
// Layer 1.
#pragma once
#include <array>
#include <cstdint>

#include "models/isa/instruction_words.h"

namespace tensix::sfpu {

// The five sub-units; SFPLOADMACRO schedules for all but the first.
enum sub_unit : uint8_t { simple_unit, mad_unit, round_unit, store_unit, load_unit };
// Keeps its sub-unit for a second cycle; lanes: SFPSHFT2 where it moves between lanes, modes 2 to 4.
enum class second_cycle : uint8_t { no, always, lanes };
enum class dst_use : uint8_t { none, reads, writes };

// Fields of an instruction word.
enum class word_fields : uint8_t {
  vd,        // VD and Mod1 in bits 7:4 and 3:0, an immediate of 12 bits in 23:12
  vc,        // and VC in 11:8
  vb_vc,     // and VB in 15:12
  vb_if_vc,  // likewise, but VB is VD without bit 0 of the mode
  va_vb_vc,  // and VA in 19:16
  imm16,     // VD and Mod1 as above, an immediate of 16 bits in 23:8
  upper      // VD in bits 23:20, Mod0 in 19:16
};

// Bits of the mode of a multiply-add: VA, or VD, is the LReg that LReg 7 names.
inline constexpr uint32_t indirect_a = 4, indirect_d = 8;

struct vector_instruction {
  sub_unit unit = simple_unit;
  second_cycle second = second_cycle::no;
  word_fields fields = word_fields::vd;
  dst_use dst = dst_use::none;
};

// By opcode; nothing is known of the other units' instructions.
constexpr std::array<vector_instruction, 256> make_vector_instructions() {
  std::array<vector_instruction, 256> all{};
#define VECTOR_UNIT(name, unit, second, fields, dst, seen_read, seen_written, read, written, executes) \
  all[static_cast<uint8_t>(opcode::name)] = {unit##_unit, second_cycle::second, word_fields::fields, dst_use::dst};
#include "models/vector_unit/vector_unit_instructions.def"
#undef VECTOR_UNIT
  return all;
}
inline constexpr std::array<vector_instruction, 256> vector_instructions = make_vector_instructions();
constexpr const vector_instruction& row_of(opcode op) { return vector_instructions[static_cast<uint8_t>(op)]; }

constexpr sub_unit sub_unit_of(opcode op) { return row_of(op).unit; }
constexpr bool exchanges(opcode op, unsigned mode) {
  const second_cycle second = row_of(op).second;
  return second == second_cycle::always || (second == second_cycle::lanes && mode >= 2 && mode <= 4);
}
constexpr bool has_vb(opcode op) {  // in its encoding
  const word_fields f = row_of(op).fields;
  return f == word_fields::vb_vc || f == word_fields::vb_if_vc || f == word_fields::va_vb_vc;
}
constexpr bool has_vc(opcode op) { return row_of(op).fields == word_fields::vc || has_vb(op); }

}  // namespace tensix::sfpu
