// SPDX-License-Identifier: Apache-2.0
// Instruction words of the Blackhole Tensix coprocessor: opcodes, fields, encoding, disassembly. Layer 1.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/isa/instruction_words.h"

namespace tensix {

// Which backend unit executes an instruction (frontend: consumed by an expander, never reaches the wait gate).
enum class unit_id : uint8_t {
  frontend,
  nop,
  sync_unit,
  unpacker,
  matrix_unit,
  packer,
  vector_unit,
  scalar_unit,
  config_unit,
  mover,
  misc_unit,
  none
};
const char* name(unit_id unit);

struct named_field {
  const char* name;
  instruction_field field;
};
struct instruction_info {
  const char* name = nullptr;  // nullptr: the chip has no such opcode
  opcode code{};
  unit_id unit = unit_id::none;
  std::vector<named_field> fields;
};

// Never fails; `name == nullptr` for an opcode that does not exist.
const instruction_info& info(opcode op);
inline const instruction_info& info_of(uint32_t word) { return info(opcode_of(word)); }
extern const std::array<unit_id, 256> unit_by_opcode;
inline unit_id unit_of(uint32_t word) { return unit_by_opcode[word >> 24]; }

// By name, exactly as in the ISA documentation; nullopt if unknown. `nearest_instruction` is for messages.
std::optional<opcode> find_instruction(std::string_view name);
std::string nearest_instruction(std::string_view name);
std::vector<std::string> instruction_names();

// Builds a word; throws std::invalid_argument naming the unknown field or the value that does not fit.
uint32_t encode(opcode op, const std::vector<std::pair<std::string, uint32_t>>& fields);
// "UNPACR unpack_block_selection=0 addr_mode=1 ..." (fields that are zero are left out unless `all`).
std::string disassemble(uint32_t word, bool all = false);

// Block bits B0..B8 of STALLWAIT that hold an instruction back (ISA documentation, STALLWAIT). NOP is held only by all nine.
uint32_t block_bits(uint32_t word);
inline constexpr uint32_t all_block_bits = 0x1ff;
// What the wait gate latches; a latched one holds back every other, whatever its block bits are.
constexpr bool is_wait(uint32_t word) {
  const opcode op = opcode_of(word);
  return op == opcode::STALLWAIT || op == opcode::SEMWAIT || op == opcode::STREAMWAIT;
}

}  // namespace tensix
