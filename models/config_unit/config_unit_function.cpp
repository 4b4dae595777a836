#include "models/config_unit/config_unit_function.h"

#include <algorithm>
#include <string>

#include "models/isa/isa.h"

namespace tensix {

namespace {
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
  if (word_index == prng_seed_word && seed_prng) seed_prng(value);
}

bool config_unit_function::exists(uint32_t word, unsigned thread, uint32_t index) {
  if (index < config_words) return true;
  state_.diagnose.undefined(
      "config_unit", static_cast<int>(thread), word,
      "Config word " + std::to_string(index) + " does not exist (there are " + std::to_string(config_words) + ")");
  return false;
}

std::optional<config_unit_function::words> config_unit_function::read_source(uint32_t word, unsigned thread) {
  if (opcode_of(word) == opcode::WRCFG) {
    if (!exists(word, thread, insn::WRCFG::cfg_reg(word))) return std::nullopt;
    const uint32_t* gpr = state_.gpr[thread] + insn::WRCFG::gpr_address(word);
    if (!insn::WRCFG::wr128b(word)) return words{*gpr};
    words four;
    std::copy_n(state_.gpr[thread] + (insn::WRCFG::gpr_address(word) & ~3u), 4, four.begin());
    return four;
  }
  if (opcode_of(word) == opcode::RDCFG) {
    const uint32_t index = insn::RDCFG::cfg_reg(word);
    if (!exists(word, thread, index)) return std::nullopt;
    return words{state_.bank(thread)[index]};
  }
  if (!exists(word, thread, insn::STREAMWRCFG::cfg_reg(word))) return std::nullopt;
  const unsigned stream =
      tcfg::STREAM_ID_SYNC_SEC0_BankSel.section(insn::STREAMWRCFG::stream_id_sel(word))(state_.thread_config(thread));
  if (!stream_register) {
    state_.diagnose.undefined(
        "config_unit", static_cast<int>(thread), word,
        "unsupported: no NoC overlay stream registers are connected (stream " + std::to_string(stream) + ")");
    return std::nullopt;
  }
  return words{stream_register(stream, insn::STREAMWRCFG::stream_reg_addr(word))};
}

void config_unit_function::write_result(uint32_t word, unsigned thread, const words& v) {
  const unsigned bank = state_.config.state_id(thread);
  switch (opcode_of(word)) {
    case opcode::RDCFG: state_.gpr[thread][insn::RDCFG::gpr_address(word)] = v[0]; return;
    case opcode::STREAMWRCFG: write(bank, insn::STREAMWRCFG::cfg_reg(word), v[0]); return;
    default: break;
  }
  const uint32_t index = insn::WRCFG::cfg_reg(word);
  if (!insn::WRCFG::wr128b(word)) write(bank, index, v[0]);
  else
    for (unsigned i = 0; i < 4; ++i) write(bank, (index & ~3u) + i, v[i]);
}

void config_unit_function::execute(uint32_t word, unsigned thread) {
  const unsigned bank = state_.config.state_id(thread);
  const uint32_t* config = state_.config.config[bank];
  const auto exists = [&](uint32_t index) { return this->exists(word, thread, index); };
  const auto rmw_byte = [&](unsigned byte) {
    const uint32_t index = insn::RMWCIB0::cfg_reg_addr(word);
    if (!exists(index)) return;
    const uint32_t mask = insn::RMWCIB0::mask(word) << 8 * byte, data = insn::RMWCIB0::data(word) << 8 * byte;
    write(bank, index, (config[index] & ~mask) | (data & mask), true);
  };

  switch (opcode_of(word)) {
    case opcode::SETC16: {
      const uint32_t reg = insn::SETC16::setc16_reg(word);
      if (reg >= thread_config_words) {
        state_.diagnose.undefined("config_unit", static_cast<int>(thread), word,
                                  "ThreadConfig register " + std::to_string(reg) + " does not exist (there are " +
                                      std::to_string(thread_config_words) + ")");
        return;
      }
      uint16_t* registers = state_.config.thread[thread];
      registers[reg] = static_cast<uint16_t>(insn::SETC16::setc16_value(word));
      if (reg == unpack_misc_cfg_register && reset_context_counter) {
        if (tcfg::UNPACK_MISC_CFG_CfgContextCntReset_0(registers)) reset_context_counter(0, thread);
        if (tcfg::UNPACK_MISC_CFG_CfgContextCntReset_1(registers)) reset_context_counter(1, thread);
      }
      return;
    }
    case opcode::WRCFG:
    case opcode::RDCFG:
    case opcode::STREAMWRCFG:
      if (const auto value = read_source(word, thread)) write_result(word, thread, *value);
      return;
    case opcode::RMWCIB0: rmw_byte(0); return;
    case opcode::RMWCIB1: rmw_byte(1); return;
    case opcode::RMWCIB2: rmw_byte(2); return;
    case opcode::RMWCIB3: rmw_byte(3); return;
    case opcode::CFGSHIFTMASK: {
      const uint32_t index = insn::CFGSHIFTMASK::cfg_reg(word);
      if (!exists(index)) return;
      const unsigned select = insn::CFGSHIFTMASK::scratch_sel(word), rotation = insn::CFGSHIFTMASK::right_cshift_amt(word);
      const unsigned scratch = select < 3 ? select : thread;
      const uint32_t mask = static_cast<uint32_t>((uint64_t{2} << insn::CFGSHIFTMASK::mask_width(word)) - 1);
      const uint32_t operand = rotate_right(config[cfg::SCRATCH_SEC0_val.word + scratch] & mask, rotation);
      uint32_t old = config[index];
      if (!insn::CFGSHIFTMASK::disable_mask_on_old_val(word)) old &= ~rotate_right(mask, rotation);
      write(bank, index, combine(insn::CFGSHIFTMASK::operation(word), old, operand));
      return;
    }
    default: {
      const char* name = info_of(word).name;
      state_.diagnose.undefined("config_unit", static_cast<int>(thread), word,
                                std::string("unsupported: ") + (name ? name : "this opcode") + " is not modelled");
    }
  }
}

}  // namespace tensix
