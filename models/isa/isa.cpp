// SPDX-License-Identifier: Apache-2.0
#include "models/isa/isa.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <stdexcept>

#include "support/text/nearest.h"

namespace tensix {

const char* name(unit_id unit) {
  static constexpr const char* names[] = {"frontend",    "nop",         "sync_unit",   "unpacker", "matrix_unit", "packer",
                                          "vector_unit", "scalar_unit", "config_unit", "mover",    "misc_unit",   "none"};
  static_assert(std::size(names) == static_cast<size_t>(unit_id::none) + 1);
  return names[static_cast<int>(unit)];
}

namespace {
std::array<instruction_info, 256> make_table() {
  std::array<instruction_info, 256> table;
#define TENSIX_INSTRUCTION(name, code, unit) table[code] = {#name, opcode::name, unit_id::unit, {}};
#define TENSIX_FIELD(instruction, field, lo, width) \
  table[static_cast<int>(opcode::instruction)].fields.push_back({#field, {lo, width}});
#include "models/isa/instructions.def"
#undef TENSIX_INSTRUCTION
#undef TENSIX_FIELD
  return table;
}
const std::array<instruction_info, 256>& table() {
  static const std::array<instruction_info, 256> t = make_table();
  return t;
}
constexpr std::array<unit_id, 256> make_units() {
  std::array<unit_id, 256> units{};
  for (auto& u : units) u = unit_id::none;
#define TENSIX_INSTRUCTION(name, code, unit) units[code] = unit_id::unit;
#define TENSIX_FIELD(instruction, field, lo, width)
#include "models/isa/instructions.def"
#undef TENSIX_INSTRUCTION
#undef TENSIX_FIELD
  return units;
}
}  // namespace

const std::array<unit_id, 256> unit_by_opcode = make_units();

const instruction_info& info(opcode op) { return table()[static_cast<uint8_t>(op)]; }

std::vector<std::string> instruction_names() {
  std::vector<std::string> names;
  for (const auto& i : table())
    if (i.name) names.emplace_back(i.name);
  return names;
}

std::optional<opcode> find_instruction(std::string_view name) {
  for (const auto& i : table())
    if (i.name && name == i.name) return i.code;
  return std::nullopt;
}

std::string nearest_instruction(std::string_view name) { return nearest(name, instruction_names()); }

uint32_t encode(opcode op, const std::vector<std::pair<std::string, uint32_t>>& fields) {
  const instruction_info& i = info(op);
  if (!i.name) throw std::invalid_argument("no instruction has this opcode");
  uint32_t word = word_of(op);
  for (const auto& [field, value] : fields) {
    const auto it = std::find_if(i.fields.begin(), i.fields.end(), [&f = field](const named_field& n) { return f == n.name; });
    if (it == i.fields.end()) {
      std::vector<std::string> names;
      for (const auto& n : i.fields) names.emplace_back(n.name);
      throw std::invalid_argument(std::string(i.name) + " has no field '" + field + "'" + did_you_mean(field, names));
    }
    if (it->field.place(value) != (uint64_t{value} << it->field.lo))
      throw std::invalid_argument(std::string(i.name) + ": " + field + "=" + std::to_string(value) + " does not fit in " +
                                  std::to_string(it->field.width) + " bits");
    word |= it->field.place(value);
  }
  return word;
}

std::string disassemble(uint32_t word, bool all) {
  const instruction_info& i = info_of(word);
  if (!i.name) {
    char text[32];
    std::snprintf(text, sizeof text, "unknown 0x%08x", word);
    return text;
  }
  std::string text = i.name;
  for (const auto& f : i.fields)
    if (all || f.field(word)) text += std::string(" ") + f.name + "=" + std::to_string(f.field(word));
  return text;
}

uint32_t block_bits(uint32_t word) {
  enum : uint32_t { b0 = 1, b1 = 2, b2 = 4, b3 = 8, b4 = 16, b5 = 32, b6 = 64, b7 = 128, b8 = 256 };
  switch (unit_of(word)) {
    case unit_id::misc_unit: return b0;
    case unit_id::scalar_unit: return b0 | b5;
    case unit_id::packer: return b0 | b2;
    case unit_id::unpacker: return b0 | b3;
    case unit_id::mover: return b0 | b4;
    case unit_id::matrix_unit: return b6;
    case unit_id::config_unit: return b7;
    case unit_id::vector_unit: return b8;
    case unit_id::sync_unit: return is_wait(word) ? all_block_bits : b1;
    case unit_id::frontend:
    case unit_id::nop:
    case unit_id::none: break;
  }
  return 0;
}

}  // namespace tensix
