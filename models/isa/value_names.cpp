// SPDX-License-Identifier: Apache-2.0
#include "models/isa/value_names.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "support/text/nearest.h"

namespace tensix {
namespace {

struct value_name {
  const char* name;
  uint32_t value;
};
using value_names = std::vector<value_name>;  // bits of a mask

// Null: the field has none.
const value_names* names_of(opcode op, std::string_view field) {
  static const value_names blocked = {{"tdma", 1 << 0},   {"sync", 1 << 1},   {"pack", 1 << 2},
                                      {"unpack", 1 << 3}, {"mover", 1 << 4},  {"scalar", 1 << 5},
                                      {"math", 1 << 6},   {"config", 1 << 7}, {"vector", 1 << 8}};
  static const value_names conditions = {{"scalar_done", 1 << 0}, {"unpacker0_done", 1 << 1},     {"unpacker1_done", 1 << 2},
                                         {"packer_done", 1 << 3}, {"math_done", 1 << 4},          {"srca_free", 1 << 5},
                                         {"srcb_free", 1 << 6},   {"srca_valid", 1 << 7},         {"srcb_valid", 1 << 8},
                                         {"mover_done", 1 << 9},  {"riscv_stores_done", 1 << 10}, {"vector_done", 1 << 11},
                                         {"config_done", 1 << 12}};
  static const value_names until = {{"not_zero", 1}, {"not_max", 2}};
  static const value_names semaphores = {{"sem0", 1},  {"sem1", 2},  {"sem2", 4},  {"sem3", 8},
                                         {"sem4", 16}, {"sem5", 32}, {"sem6", 64}, {"sem7", 128}};
  const bool waits = op == opcode::STALLWAIT || op == opcode::SEMWAIT || op == opcode::STREAMWAIT;
  const bool has_semaphores = op == opcode::SEMWAIT || op == opcode::SEMINIT || op == opcode::SEMPOST || op == opcode::SEMGET;
  if (waits && field == "stall_res") return &blocked;
  if (op == opcode::STALLWAIT && field == "wait_res") return &conditions;
  if (op == opcode::SEMWAIT && field == "wait_sem_cond") return &until;
  if (has_semaphores && field == "sem_sel") return &semaphores;
  return nullptr;
}

}  // namespace

std::optional<uint32_t> value_of_names(opcode op, const std::string& field, const std::string& text) {
  const value_names* known = names_of(op, field);
  if (!known) return std::nullopt;
  uint32_t value = 0;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('|', at), text.size());
    const std::string name = text.substr(at, end - at);
    const auto found = std::find_if(known->begin(), known->end(), [&](const value_name& n) { return name == n.name; });
    if (found == known->end()) {
      std::vector<std::string> names;
      for (const value_name& n : *known) names.emplace_back(n.name);
      throw std::invalid_argument(field + " knows no '" + name + "'" + did_you_mean(name, names));
    }
    value |= found->value;
    at = end + 1;
  }
  return value;
}

std::string names_of_value(opcode op, std::string_view field, uint32_t value) {
  const value_names* known = names_of(op, field);
  if (!known) return {};
  std::string text;
  for (const value_name& n : *known)
    if (value & n.value) text += (text.empty() ? "" : "|") + std::string(n.name), value &= ~n.value;
  return value ? std::string() : text;
}

std::string disassemble_with_names(uint32_t word, bool all) {
  const instruction_info& i = info_of(word);
  if (!i.name) return disassemble(word, all);
  std::string text = i.name;
  for (const auto& f : i.fields) {
    const uint32_t value = f.field(word);
    if (!all && value == 0) continue;
    const std::string names = names_of_value(i.code, f.name, value);
    text += std::string(" ") + f.name + "=" + (names.empty() ? std::to_string(value) : names);
  }
  return text;
}

}  // namespace tensix
