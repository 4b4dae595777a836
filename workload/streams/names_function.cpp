// SPDX-License-Identifier: Apache-2.0
#include "workload/streams/names_function.h"

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

std::string disassemble_by_name(uint32_t word, bool all) {
  const std::string text = disassemble_with_names(word, all), written = info_of(word).name ? written_by(word) : std::string();
  return written.empty() ? text : text + "  # " + written;
}

}  // namespace tensix
