#include "workload/streams/names_function.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "support/text/nearest.h"

namespace tensix {
namespace {

constexpr configuration_name fields[] = {
#define CONFIG_FIELD(name, word, lo, width) {#name, false, word, lo, width},
#define THREAD_CONFIG_FIELD(name, reg, lo, width) {#name, true, reg, lo, width},
#include "models/registers/config_fields.def"
#undef CONFIG_FIELD
#undef THREAD_CONFIG_FIELD
};

struct value_name {
  const char* name;
  uint32_t value;
};
using value_names = std::vector<value_name>;  // bits of a mask

// Null: the field has none. ISA documentation: STALLWAIT (block mask and Blackhole's conditions), SEMWAIT.
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

std::string text_of(const value_names& known, uint32_t value) {
  std::string text;
  for (const value_name& n : known)
    if (value & n.value) text += (text.empty() ? "" : "|") + std::string(n.name), value &= ~n.value;
  return value || text.empty() ? std::string() : text;
}

// What an instruction writes into the configuration, as far as the word alone tells.
std::string written_by(uint32_t word) {
  const auto code = static_cast<uint32_t>(opcode_of(word));
  const uint32_t byte = code - static_cast<uint32_t>(opcode::RMWCIB0);
  if (byte < 4) {
    using namespace insn::RMWCIB0;
    return configuration_text(false, static_cast<uint16_t>(cfg_reg_addr(word)), data(word) << (8 * byte),
                              mask(word) << (8 * byte));
  }
  if (opcode_of(word) == opcode::SETC16) {
    using namespace insn::SETC16;
    return configuration_text(true, static_cast<uint16_t>(setc16_reg(word)), setc16_value(word), 0xffff);
  }
  const bool write = opcode_of(word) == opcode::WRCFG;
  if (!write && opcode_of(word) != opcode::RDCFG) return {};
  for (const configuration_name& f : fields)
    if (!f.of_thread && f.word == insn::WRCFG::cfg_reg(word)) {
      const std::string whole = f.width == 32 ? f.name : std::string("word of ") + f.name;
      return whole + (write && insn::WRCFG::wr128b(word) ? " and the three behind it" : "");
    }
  return {};
}

}  // namespace

const configuration_name& configuration_named(const std::string& name) {
  std::vector<std::string> known;
  for (const configuration_name& f : fields) {
    if (name == f.name) return f;
    known.emplace_back(f.name);
  }
  throw std::invalid_argument("no configuration field '" + name + "'" + did_you_mean(name, known));
}

std::string configuration_text(bool of_thread, uint16_t word, uint32_t value, uint32_t mask) {
  std::string text, zero;
  uint32_t left = mask, open = value & mask;
  for (const configuration_name& f : fields) {
    if (f.of_thread != of_thread || f.word != word || (f.mask() & left) != f.mask()) continue;
    left &= ~f.mask();
    open &= ~f.mask();
    const uint32_t v = (value & f.mask()) >> f.lo;
    if (v) text += (text.empty() ? "" : " ") + std::string(f.name) + "=" + std::to_string(v);
    else if (zero.empty()) zero = std::string(f.name) + "=0";
  }
  if (open) return {};
  return text.empty() ? zero : text;
}

std::vector<uint32_t> set_configuration(const std::vector<configuration_value>& values) {
  struct bits {
    uint32_t value = 0, mask = 0;
  };
  std::map<std::pair<bool, uint16_t>, bits> words;
  for (const auto& [field, value] : values) {
    bits& b = words[{field->of_thread, field->word}];
    b.value |= value << field->lo;
    b.mask |= field->mask();
  }
  std::vector<uint32_t> instructions;
  for (const auto& [where, b] : words) {
    if (where.first) {
      using namespace insn::SETC16;
      instructions.push_back(word_of(opcode::SETC16) | setc16_reg.place(where.second) | setc16_value.place(b.value));
      continue;
    }
    using namespace insn::RMWCIB0;
    for (unsigned byte = 0; byte < 4; ++byte)
      if (const uint32_t m = b.mask >> (8 * byte) & 0xff)
        instructions.push_back(((static_cast<uint32_t>(opcode::RMWCIB0) + byte) << 24) | cfg_reg_addr.place(where.second) |
                               mask.place(m) | data.place(b.value >> (8 * byte)));
  }
  return instructions;
}

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

std::string disassemble_by_name(uint32_t word, bool all) {
  const instruction_info& i = info_of(word);
  if (!i.name) return disassemble(word, all);
  std::string text = i.name;
  for (const auto& f : i.fields) {
    const uint32_t value = f.field(word);
    if (!all && value == 0) continue;
    const value_names* known = names_of(i.code, f.name);
    const std::string names = known ? text_of(*known, value) : std::string();
    text += std::string(" ") + f.name + "=" + (names.empty() ? std::to_string(value) : names);
  }
  const std::string written = written_by(word);
  return written.empty() ? text : text + "  # " + written;
}

}  // namespace tensix
