// SPDX-License-Identifier: Apache-2.0
// Instruction words: opcodes and fields, and nothing else, so that programs for the RISC-V cores (freestanding C++) can use it
// as well. Layer 1.
#pragma once
#include <cstdint>

namespace tensix {

// A field of an instruction word: `width` bits from bit `lo`.
struct instruction_field {
  uint8_t lo, width;
  constexpr uint32_t operator()(uint32_t word) const { return (word >> lo) & ((1u << width) - 1u); }
  constexpr uint32_t place(uint32_t value) const { return (value & ((1u << width) - 1u)) << lo; }
};

enum class opcode : uint8_t {
#define TENSIX_INSTRUCTION(name, code, unit) name = code,
#define TENSIX_FIELD(instruction, field, lo, width)
#include "models/isa/instructions.def"
#undef TENSIX_INSTRUCTION
#undef TENSIX_FIELD
};

// insn::UNPACR::set_dat_valid(word) reads a field; insn::UNPACR::set_dat_valid.place(1) builds one.
namespace insn {
#define TENSIX_INSTRUCTION(name, code, unit) \
  namespace name {}
#define TENSIX_FIELD(instruction, field, lo, width)    \
  namespace instruction {                              \
  inline constexpr instruction_field field{lo, width}; \
  }
#include "models/isa/instructions.def"
#undef TENSIX_INSTRUCTION
#undef TENSIX_FIELD
}  // namespace insn

constexpr opcode opcode_of(uint32_t word) { return static_cast<opcode>(word >> 24); }
constexpr uint32_t word_of(opcode op) { return static_cast<uint32_t>(op) << 24; }

}  // namespace tensix
