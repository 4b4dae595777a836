// Instruction words of the Blackhole Tensix coprocessor: opcodes, fields, encoding, disassembly. Layer 1.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

}  // namespace tensix
