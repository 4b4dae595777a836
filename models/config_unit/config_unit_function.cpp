// SPDX-License-Identifier: Apache-2.0
#include "models/config_unit/config_unit_function.h"

#include <algorithm>
#include <string>

#include "models/isa/isa.h"

namespace tensix {

namespace {
constexpr bool is_rmwcib(opcode op) {
  return op == opcode::RMWCIB0 || op == opcode::RMWCIB1 || op == opcode::RMWCIB2 || op == opcode::RMWCIB3;
}
constexpr uint32_t rotate_right(uint32_t x, unsigned n) { return n ? (x >> n) | (x << (32 - n)) : x; }

uint32_t combine(unsigned operation, uint32_t old, uint32_t operand) {
  switch (operation & 7) {
    case 0: return old | operand;
    case 1: return old & operand;
    case 2: return old ^ operand;
    case 3: return old + operand;
    case 4: return old | ~operand;
    case 5: return old & ~operand;
    case 6: return old ^ ~operand;
    default: return old - operand;
  }
}
}  // namespace

void config_unit_function::write(unsigned bank, unsigned word_index, uint32_t value, bool from_rmwcib) {
  if (!state_.config.write(bank & 1, word_index, value, from_rmwcib)) {
    state_.diagnose.undefined(
        "config_unit", -1, 0,
        "Config word " + std::to_string(word_index) + " does not exist (there are " + std::to_string(config_words) + ")");
    return;
  }
  if (word_index != prng_seed_word) return;
  for (prng_if* p : prng)
    if (p) p->seed_prng(value);
}

bool config_unit_function::exists(const operation& o, uint32_t index) {
  if (index < config_words) return true;
  state_.diagnose.undefined(
      "config_unit", o.thread, o.word,
      "Config word " + std::to_string(index) + " does not exist (there are " + std::to_string(config_words) + ")");
  return false;
}

config_unit_function::operation config_unit_function::start(uint32_t word, unsigned thread) const {
  operation o;
  o.word = word;
  o.thread = static_cast<uint8_t>(thread);
  o.bank = static_cast<uint8_t>(state_.config.state_id(thread));
  if (opcode_of(word) == opcode::STREAMWRCFG)
    o.stream = static_cast<uint8_t>(
        tcfg::STREAM_ID_SYNC_SEC0_BankSel.section(insn::STREAMWRCFG::stream_id_sel(word))(state_.thread_config(thread)));
  return o;
}

std::optional<config_unit_function::words> config_unit_function::read(const operation& o) {
  const uint32_t word = o.word;
  const uint32_t* config = state_.config.config[o.bank];
  const opcode op = opcode_of(word);
  switch (op) {
    case opcode::WRCFG: {
      if (!exists(o, insn::WRCFG::cfg_reg(word))) return std::nullopt;
      const unsigned first = insn::WRCFG::gpr_address(word);
      if (!insn::WRCFG::wr128b(word)) return words{state_.gpr[o.thread][first]};
      words four;
      std::copy_n(state_.gpr[o.thread] + (first & ~3u), 4, four.begin());
      return four;
    }
    case opcode::RDCFG:
      if (!exists(o, insn::RDCFG::cfg_reg(word))) return std::nullopt;
      return words{config[insn::RDCFG::cfg_reg(word)]};
    case opcode::STREAMWRCFG:
      if (!exists(o, insn::STREAMWRCFG::cfg_reg(word))) return std::nullopt;
      if (bus) return words{bus->stream_register(o.stream, insn::STREAMWRCFG::stream_reg_addr(word))};
      state_.diagnose.undefined(
          "config_unit", o.thread, word,
          "unsupported: no NoC overlay stream registers are connected (stream " + std::to_string(o.stream) + ")");
      return std::nullopt;
    case opcode::RMWCIB0:
    case opcode::RMWCIB1:
    case opcode::RMWCIB2:
    case opcode::RMWCIB3: {
      const uint32_t index = insn::RMWCIB0::cfg_reg_addr(word);
      if (!exists(o, index)) return std::nullopt;
      const unsigned shift = 8 * (static_cast<unsigned>(op) - static_cast<unsigned>(opcode::RMWCIB0));
      const uint32_t mask = insn::RMWCIB0::mask(word) << shift, data = insn::RMWCIB0::data(word) << shift;
      return words{(config[index] & ~mask) | (data & mask)};
    }
    case opcode::CFGSHIFTMASK: {
      const uint32_t index = insn::CFGSHIFTMASK::cfg_reg(word);
      if (!exists(o, index)) return std::nullopt;
      const unsigned select = insn::CFGSHIFTMASK::scratch_sel(word), rotation = insn::CFGSHIFTMASK::right_cshift_amt(word);
      const unsigned scratch = select < 3 ? select : o.thread;
      const uint32_t mask = static_cast<uint32_t>((uint64_t{2} << insn::CFGSHIFTMASK::mask_width(word)) - 1);
      const uint32_t operand = rotate_right(config[cfg::SCRATCH_SEC0_val.word + scratch] & mask, rotation);
      uint32_t old = config[index];
      if (!insn::CFGSHIFTMASK::disable_mask_on_old_val(word)) old &= ~rotate_right(mask, rotation);
      return words{combine(insn::CFGSHIFTMASK::operation(word), old, operand)};
    }
    default: {
      const char* name = info_of(word).name;
      state_.diagnose.undefined("config_unit", o.thread, word,
                                std::string("unsupported: ") + (name ? name : "this opcode") + " is not modelled");
      return std::nullopt;
    }
  }
}

void config_unit_function::write(const operation& o, const words& v) {
  const uint32_t word = o.word;
  const opcode op = opcode_of(word);
  switch (op) {
    case opcode::RDCFG: state_.gpr[o.thread][insn::RDCFG::gpr_address(word)] = v[0]; return;
    case opcode::STREAMWRCFG: return write(o.bank, insn::STREAMWRCFG::cfg_reg(word), v[0]);
    case opcode::CFGSHIFTMASK: return write(o.bank, insn::CFGSHIFTMASK::cfg_reg(word), v[0]);
    case opcode::WRCFG: {
      const uint32_t index = insn::WRCFG::cfg_reg(word);
      if (!insn::WRCFG::wr128b(word)) return write(o.bank, index, v[0]);
      for (unsigned i = 0; i < 4; ++i) write(o.bank, (index & ~3u) + i, v[i]);
      return;
    }
    default: write(o.bank, insn::RMWCIB0::cfg_reg_addr(word), v[0], is_rmwcib(op));
  }
}

void config_unit_function::set_thread_config(uint32_t word, unsigned thread) {
  const uint32_t reg = insn::SETC16::setc16_reg(word);
  if (reg >= thread_config_words) {
    state_.diagnose.undefined("config_unit", static_cast<int>(thread), word,
                              "ThreadConfig register " + std::to_string(reg) + " does not exist (there are " +
                                  std::to_string(thread_config_words) + ")");
    return;
  }
  uint16_t* registers = state_.config.thread[thread];
  registers[reg] = static_cast<uint16_t>(insn::SETC16::setc16_value(word));
  if (reg != unpack_misc_cfg_register) return;
  if (unpackers[0] && tcfg::UNPACK_MISC_CFG_CfgContextCntReset_0(registers)) unpackers[0]->reset_context_counter(thread);
  if (unpackers[1] && tcfg::UNPACK_MISC_CFG_CfgContextCntReset_1(registers)) unpackers[1]->reset_context_counter(thread);
}

void config_unit_function::execute(uint32_t word, unsigned thread) {
  if (opcode_of(word) == opcode::SETC16) return set_thread_config(word, thread);
  const operation o = start(word, thread);
  if (const auto value = read(o)) write(o, *value);
}

}  // namespace tensix
