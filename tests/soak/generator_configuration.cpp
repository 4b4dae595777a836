// SPDX-License-Identifier: Apache-2.0
// Configuration: the words of the data path, written by every instruction and store that can; and words that no unit reads.
#include "tests/soak/generator_ideas.h"

namespace tensix::soak {

namespace {

constexpr uint32_t bank_bytes = 4 * config_words, both_banks = 2 * bank_bytes;
constexpr uint32_t overlay_base = 0xFFB40000, overlay_stream = 0x1000;
constexpr unsigned stream_of_configuration = 10;  // and two further, a thread each
constexpr unsigned scratch = cfg::SCRATCH_SEC0_val.word;

uint32_t rotate_left(uint32_t x, unsigned n) { return n ? x << n | x >> (32 - n) : x; }

// What a write does, as far as the generator has to know.
void note(scene& s, unsigned word, uint32_t value) {
  if (word >= first_global_word) s.config[0][word] = s.config[1][word] = value;
  else s.config[s.bank][word] = value;
}
uint32_t now(const scene& s, unsigned word) { return s.config[s.bank][word]; }

void by_wrcfg(scene& s, unsigned t, unsigned word, uint32_t value) {
  const unsigned g = first_config_gpr + s.r.below(8);
  s.gpr(t, g, value);
  if (s.r.chance(50)) stall(s, t, done::scalar, block::config);
  s.push(t, word::wrcfg(g, word));
  note(s, word, value);
}

void by_rmwcib(scene& s, unsigned t, unsigned word, uint32_t value) {
  const uint32_t differs = now(s, word) ^ value;
  for (unsigned byte = 0; byte < 4; ++byte) {
    const uint32_t needed = differs >> 8 * byte & 0xff;
    if (needed == 0 && s.r.chance(80)) continue;
    const uint32_t mask = needed == 0 && s.r.chance(30) ? 0 : s.r.chance(50) ? 0xff : needed | (s.r.word() & 0xff);
    const uint32_t data = (value >> 8 * byte & mask) | (s.r.word() & ~mask & 0xff);
    s.push(t, word::rmwcib(byte, word, mask, data));
  }
  note(s, word, value);
}

// new = old (perhaps without the masked bits) op rotated scratch: the scratch that makes it `value`.
void by_shift_mask(scene& s, unsigned t, unsigned word, uint32_t value) {
  using namespace insn::CFGSHIFTMASK;
  const unsigned rotation = s.r.below(32), op = s.r.below(8), select = s.r.below(4);
  bool keeps_old = s.r.chance(60);
  const uint32_t old = keeps_old ? now(s, word) : 0;
  uint32_t operand = 0;
  switch (op) {
    case 0: operand = value; break;
    case 1: operand = value; break;
    case 2: operand = value ^ old; break;
    case 3: operand = value - old; break;
    case 4: operand = ~value; break;
    case 5: operand = ~value; break;
    case 6: operand = ~(value ^ old); break;
    default: operand = old - value; break;
  }
  // Of OR and AND not every result can be had from every old value.
  if ((op == 0 || op == 4) && (old & ~value)) return by_rmwcib(s, t, word, value);
  if ((op == 1 || op == 5) && (value & ~old)) return by_rmwcib(s, t, word, value);
  const unsigned own = scratch + (select < 3 ? select : t);
  const uint32_t needed = rotate_left(operand, rotation);
  by_wrcfg(s, t, own, needed);
  if (s.r.chance(50)) stall(s, t, done::config, block::config);
  s.push(t, word_of(opcode::CFGSHIFTMASK) | cfg_reg.place(word) | scratch_sel.place(select) | right_cshift_amt.place(rotation) |
                mask_width.place(31) | operation.place(op) | disable_mask_on_old_val.place(keeps_old));
  stall(s, t, done::config);
  note(s, word, value);
}

void by_flop(scene& s, unsigned t, unsigned word, uint32_t value) {
  using namespace insn::REG2FLOP;
  const unsigned g = first_config_gpr + s.r.below(8), flop = word - first_thcon_word;
  s.gpr(t, g, value);
  s.push(t, word_of(opcode::REG2FLOP) | reg_index.place(g) | instruction_field{6, 10}.place(flop) |
                size_sel.place(s.r.between(1, 3)));
  note(s, word, value);
}

void by_stream(scene& s, unsigned t, unsigned word, uint32_t value) {
  using namespace insn::STREAMWRCFG;
  const unsigned section = s.r.below(4), stream = stream_of_configuration + t, reg = s.r.below(32);
  s.setc16(t, tcfg::STREAM_ID_SYNC_SEC0_BankSel.reg + section, stream);
  settle(s, t);
  s.store(t, overlay_base + stream * overlay_stream + 4 * reg, value);
  s.load(t, overlay_base + stream * overlay_stream + 4 * reg);
  stall(s, t, done::stores);
  s.push(t, word_of(opcode::STREAMWRCFG) | cfg_reg.place(word) | stream_reg_addr.place(reg) | stream_id_sel.place(section));
  stall(s, t, done::config);
  note(s, word, value);
}

void by_store(scene& s, unsigned core, unsigned word, uint32_t value, bool both) {
  s.store(core, riscv_address::config + (both ? both_banks : s.bank * bank_bytes) + 4 * word, value);
  note(s, word, value);
  if (both) s.config[s.bank ^ 1][word] = value;
}

// Four words at once, from GPRs or by the mover out of L1.
void by_four(scene& s, unsigned t, unsigned first, const uint32_t* value) {
  const unsigned how = s.r.below(first >= first_thcon_word && first < first_global_word ? 3 : 2);
  if (how == 1) {
    const uint32_t source = s.area(16);
    if (source == 0) return by_wrcfg(s, t, first, value[0]);
    memory_fill f;
    f.address = source;
    f.words.assign(value, value + 4);
    s.out.memory.push_back(f);
    const uint32_t destination = s.bank * bank_bytes + 4 * first;
    const bool zeroes = (value[0] | value[1] | value[2] | value[3]) == 0;
    by_wrcfg(s, t, cfg::THCON_SEC0_REG6_Source_address.word, source / 16);
    by_wrcfg(s, t, cfg::THCON_SEC0_REG6_Destination_address.word, destination / 16);
    by_wrcfg(s, t, cfg::THCON_SEC0_REG6_Buffer_size.word, 1 | cfg::THCON_SEC0_REG6_Transfer_direction.place(zeroes ? 2 : 1));
    stall(s, t, done::config);
    s.push(t, word_of(opcode::XMOV) | insn::XMOV::last.place(s.r.below(2)));
    stall(s, t, done::mover | done::config);
  } else {
    const unsigned g = first_config_gpr + 4 * s.r.below(2);
    for (unsigned i = 0; i < 4; ++i) s.gpr(t, g + i, value[i]);
    stall(s, t, done::scalar, block::config | block::scalar);
    if (how == 0) {
      const unsigned gpr_bits = s.r.below(4), word_bits = s.r.below(4);  // that do not count
      s.push(t, word::wrcfg(g + gpr_bits, first + word_bits, true));
    } else {
      using namespace insn::REG2FLOP;
      s.push(t, word_of(opcode::REG2FLOP) | reg_index.place(g) | instruction_field{6, 10}.place(first - first_thcon_word));
    }
  }
  for (unsigned i = 0; i < 4; ++i) note(s, first + i, value[i]);
}

// Is the word one that a data path is described by? (Others keep what they have.)
bool of_data_path(unsigned word) {
  return word != state_reset_word && word != prng_seed_word && !(word >= scratch && word < scratch + 3) &&
         !(word >= cfg::THCON_SEC0_REG6_Source_address.word && word <= cfg::THCON_SEC0_REG6_Metadata_misc.word);
}

// Words without a field, which no unit reads; a third for each thread.
const std::vector<unsigned>& unused_words() {
  static const std::vector<unsigned> words = [] {
    bool used[config_words] = {};
#define CONFIG_FIELD(name, word, lo, width) used[word] = true;
#define THREAD_CONFIG_FIELD(name, reg, lo, width)
#include "models/registers/config_fields.def"
#undef CONFIG_FIELD
#undef THREAD_CONFIG_FIELD
    for (unsigned i = 1; i < 4; ++i)
      used[cfg::THCON_SEC0_REG0_TileDescriptor.word + i] = used[cfg::THCON_SEC1_REG0_TileDescriptor.word + i] = true;
    std::vector<unsigned> free;
    for (unsigned w = 0; w < config_words; ++w)
      if (!used[w]) free.push_back(w);
    return free;
  }();
  return words;
}

}  // namespace

void configure(scene& s, unsigned leader, const settings& want) {
  if (s.r.chance(15)) {  // all of the bank at once
    const scene::grouped g(s);
    if (s.r.chance(50)) {
      settle(s, leader);
      s.store(leader, riscv_address::config + s.bank * bank_bytes + 4 * state_reset_word, 1);
      stall(s, leader, done::stores | done::config);
    } else {
      by_wrcfg(s, leader, state_reset_word, 1);
      stall(s, leader, done::config);
    }
    for (unsigned i = 0; i < first_global_word; ++i) s.config[s.bank][i] = 0;
  }
  if (s.r.chance(20)) by_wrcfg(s, leader, prng_seed_word, s.r.word());
  std::vector<unsigned> left;
  for (unsigned w = 0; w < config_words; ++w)
    if (of_data_path(w) && now(s, w) != want.word[w]) left.push_back(w);
  // Most by stores of the core in one piece, the others in all ways.
  const unsigned stored = s.r.pick({50u, 90u, 90u, 97u});
  const scene::grouped g(s);
  std::vector<unsigned> by_core;
  for (size_t i = 0; i < left.size(); ++i) {
    const unsigned w = left[i];
    if (now(s, w) == want.word[w]) continue;
    if (s.r.chance(stored)) {
      by_core.push_back(w);
      continue;
    }
    if (w >= 4 && s.r.chance(25)) {
      const unsigned first = w & ~3u;
      bool all = true;
      for (unsigned k = 0; k < 4; ++k) all &= of_data_path(first + k);
      if (all) {
        by_four(s, leader, first, &want.word[first]);
        continue;
      }
    }
    switch (s.r.below(6)) {
      case 0:
        if (w >= first_thcon_word && w < first_global_word) by_flop(s, leader, w, want.word[w]);
        else by_wrcfg(s, leader, w, want.word[w]);
        break;
      case 1: by_shift_mask(s, leader, w, want.word[w]); break;
      case 2: by_stream(s, leader, w, want.word[w]); break;
      case 3: by_wrcfg(s, leader, w, want.word[w]); break;
      default: by_rmwcib(s, leader, w, want.word[w]); break;
    }
  }
  stall(s, leader, done::scalar | done::mover | done::config);
  const bool both = s.r.chance(10);
  const unsigned core = leader;
  if (!by_core.empty()) settle(s, core);
  for (const unsigned w : by_core)
    if (now(s, w) != want.word[w]) by_store(s, core, w, want.word[w], both);
  stall(s, leader, done::stores | done::config);
}

void configuration_job(scene& s, unsigned t) {
  const scene::grouped g(s);
  const auto& words = unused_words();
  const unsigned own = static_cast<unsigned>(words.size()) / thread_count;
  const unsigned w = words[t * own + s.r.below(own)];
  if (s.options.more == stress::config) {
    for (unsigned n = s.r.between(4, 12); n > 0; --n) {
      const unsigned word = words[t * own + s.r.below(own)];
      by_stream(s, t, word, s.r.word());
    }
    return;
  }
  switch (s.r.below(5)) {
    case 0: by_wrcfg(s, t, w, s.r.word()); break;
    case 1: {
      const uint32_t value = now(s, w) ^ (s.r.word() & s.r.word());
      by_rmwcib(s, t, w, value);
      break;
    }
    case 2: {
      using namespace insn::CFGSHIFTMASK;  // of a global scratch word nobody writes beside this: thread's own
      s.push(t, word_of(opcode::CFGSHIFTMASK) | cfg_reg.place(w) | scratch_sel.place(3) |
                    right_cshift_amt.place(s.r.below(32)) | mask_width.place(s.r.below(32)) | operation.place(s.r.below(8)) |
                    disable_mask_on_old_val.place(s.r.below(2)));
      stall(s, t, done::config);
      // What it holds now is not followed further: brought back to something known.
      by_wrcfg(s, t, w, s.r.word());
      break;
    }
    case 3: {
      const unsigned gpr = s.r.below(24);
      s.push(t,
             word_of(opcode::RDCFG) | insn::RDCFG::cfg_reg.place(s.r.chance(50) ? w : 0) | insn::RDCFG::gpr_address.place(gpr));
      break;
    }
    default: by_stream(s, t, w, s.r.word()); break;
  }
  stall(s, t, done::config | done::scalar);
}

}  // namespace tensix::soak
