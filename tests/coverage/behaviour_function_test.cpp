// SPDX-License-Identifier: Apache-2.0
// The judgements against what the machine does: what is called modelled changes something, what is called diagnosed is
// diagnosed, and what is called not modelled changes nothing.
#include "catch.h"
#include "tests/coverage/judgement.h"
#include "tests/coverage/trial.h"

using namespace coverage;

namespace {

constexpr unsigned most_trials = 4000;  // one in many is enough: fields that matter rarely need many
constexpr unsigned idle_trials = 80;    // for fields that must not matter

// Instructions that fill what cannot be filled from outside, and that show what cannot be seen from outside.
std::vector<uint32_t> preparation(unit_id unit, random_bits& random) {
  using namespace insn;
  std::vector<uint32_t> words;
  if (unit == unit_id::vector_unit) {
    for (uint32_t i = 0; i < 8; ++i)
      words.push_back(word_of(opcode::SFPLOAD) | SFPLOAD::lreg_ind.place(i) | SFPLOAD::instr_mod0.place(4) |
                      SFPLOAD::dest_reg_addr.place(4 * i));
    if (random.one_in(2))  // LReg 7 selects LRegs
      words.push_back(word_of(opcode::SFPLOADI) | SFPLOADI::lreg_ind.place(7) | SFPLOADI::instr_mod0.place(2) |
                      SFPLOADI::imm16.place(random.below(16)));
  }
  if (unit == unit_id::frontend) {
    words.push_back(word_of(opcode::REPLAY) | REPLAY::len.place(31) | REPLAY::load_mode.place(1));
    for (uint32_t i = 0; i < 31; ++i)
      words.push_back(word_of(opcode::INCRWC) | INCRWC::rwc_a.place(i) | INCRWC::rwc_d.place(i >> 4));
  }
  return words;
}
std::vector<uint32_t> revelation(unit_id unit) {
  using namespace insn;
  std::vector<uint32_t> words;
  const auto unpack = [&] {
    for (uint32_t which = 0; which < 2; ++which)
      words.push_back(word_of(opcode::UNPACR) | UNPACR::unpack_block_selection.place(which) | UNPACR::ovrd_thread_id.place(1) |
                      UNPACR::auto_inc_context_id.place(1));
  };
  switch (unit) {
    case unit_id::vector_unit:
      for (uint32_t i = 0; i < 8; ++i)
        words.push_back(word_of(opcode::SFPSTORE) | SFPSTORE::lreg_ind.place(i) | SFPSTORE::instr_mod0.place(4) |
                        SFPSTORE::dest_reg_addr.place(64 + 4 * i));
      for (uint32_t i = 0; i < 16; ++i) {
        if (i == 9 || i == 10) continue;
        words.push_back(word_of(opcode::SFPMOV) | SFPMOV::instr_mod1.place(i >= 11 && i <= 14 ? 2 : 8) |
                        SFPMOV::lreg_c.place(i));
        words.push_back(word_of(opcode::SFPSTORE) | SFPSTORE::instr_mod0.place(10) |
                        SFPSTORE::dest_reg_addr.place(128 + 4 * i));
      }
      break;
    case unit_id::unpacker:
    case unit_id::config_unit: unpack(); break;
    case unit_id::packer:
      words = {word_of(opcode::PACR), word_of(opcode::PACR) | PACR::last.place(1)};
      // Sizes, flags, histograms to GPRs; the value of register writes to a register.
      for (uint32_t source : {0, 1, 6, 7, 9})
        words.push_back(word_of(opcode::SETDMAREG) | SETDMAREG::set_signals_mode.place(1) |
                        SETDMAREG::payload_sig_sel.place(source << 3) | SETDMAREG::payload_sig_sel_size.place(2) |
                        SETDMAREG::reg_index_16b.place(8 * source));
      words.push_back(word_of(opcode::PACR_SETREG) | PACR_SETREG::push.place(1) | PACR_SETREG::flush.place(1) |
                      PACR_SETREG::stream_id.place(3));
      break;
    case unit_id::matrix_unit: words = {word_of(opcode::SHIFTXA) | SHIFTXA::shift_mode.place(2)}; break;
    case unit_id::frontend:
      words = {word_of(opcode::MOP) | MOP::loop_count.place(31)};
      for (uint32_t i = 0; i < 8; ++i) words.push_back(word_of(opcode::INCRWC) | INCRWC::rwc_d.place(i));
      break;
    case unit_id::sync_unit:
      words = {word_of(opcode::INCRWC) | INCRWC::rwc_d.place(1),
               word_of(opcode::ADDDMAREG) | ADDDMAREG::op_b_is_const.place(1) | ADDDMAREG::op_b_reg_index.place(7),
               word_of(opcode::SEMPOST) | SEMPOST::sem_sel.place(255)};
      break;
    default: break;
  }
  return words;
}

struct two_values {
  uint32_t first, second;
  two_values(random_bits& random, unsigned width, bool addresses_small) {
    if (addresses_small && width > 16) width = 9;
    const uint32_t mask = (1u << width) - 1;
    first = random.one_in(2) ? 0 : random() & mask;
    second = random.one_in(2) ? first ^ (1u << random.below(width)) : random() & mask;
  }
};

// Does the field of the instruction matter in one of `trials` situations?
bool matters(opcode op, instruction_field field, unsigned trials) {
  const unit_id unit = info(op).unit;
  for (unsigned k = 0; k < trials; ++k) {
    random_bits random(k * 977 + 5);
    const uint32_t word = random_instruction(op, random);
    const two_values value(random, field.width, false);
    std::vector<trial::access> stores;
    if (unit == unit_id::frontend)
      for (uint32_t i = 0; i < address_map::mop_config_words; ++i)
        stores.push_back({address_map::mop_config_base + 4 * i, i == 0   ? 1 + random.below(3)
                                                                : i == 1 ? random.below(4)
                                                                         : word_of(opcode::INCRWC) | (random() & 0x3ffc0)});
    // Packers and unpackers write registers of the NoC overlay, the packers with some scalers.
    if (unit == unit_id::packer || unit == unit_id::unpacker)
      stores = {{address_map::tdma_risc_base + 0x38, 0x00501001},
                {address_map::tdma_risc_base + 0x24, 0x50100100},
                {address_map::tdma_risc_base + 0x3c, 0x00040201}};
    std::vector<uint32_t> words = preparation(unit, random);
    const size_t at = words.size();
    words.push_back(0);
    for (uint32_t w : revelation(unit)) words.push_back(w);
    uint64_t seen[2];
    for (unsigned i = 0; i < 2; ++i) {
      trial t(k, k & 1);
      if (random_bits(k).one_in(4)) t.state().topology = packer_topology::independent;
      words[at] = with_field(word, field, i ? value.second : value.first);
      t.run(words, stores);
      seen[i] = t.fingerprint_with_configuration();
    }
    if (seen[0] != seen[1]) return true;
  }
  return false;
}

// "INSTRUCTION|INSTRUCTION settings..." of coverage_config.def.
struct experiment {
  std::vector<opcode> instructions;
  bool independent = false, always = false;
  std::vector<std::pair<config_field, uint32_t>> config;
  std::vector<config_field> random_config;  // "FIELD=?"
  std::vector<std::pair<thread_config_field, uint32_t>> thread_config;
  struct forced_field {
    opcode op;
    instruction_field field;
    uint32_t value;
  };
  std::vector<forced_field> forced;

  explicit experiment(const std::string& text) {
    const auto tokens = words_of(text);
    for (const std::string& name : words_of(tokens.at(0), '|')) {
      const auto op = find_instruction(name);
      if (!op) throw std::invalid_argument("no instruction " + name);
      instructions.push_back(*op);
    }
    for (size_t i = 1; i < tokens.size(); ++i) add(tokens[i]);
  }
  void add(const std::string& token) {
    if (token == "independent") independent = true;
    else if (token == "always") always = true;
    else {
      const size_t equals = token.find('='), dot = token.find('.');
      if (equals == std::string::npos) throw std::invalid_argument(token);
      const bool any = token.substr(equals + 1) == "?";
      const auto value = any ? 0 : static_cast<uint32_t>(std::stoul(token.substr(equals + 1), nullptr, 0));
      const std::string name = token.substr(0, equals);
      bool found = false;
      if (dot < equals) {
        for (const named_field& f : info(find_instruction(name.substr(0, dot)).value()).fields)
          if (name.substr(dot + 1) == f.name)
            forced.push_back({*find_instruction(name.substr(0, dot)), f.field, value}), found = true;
      } else {
        for (const auto& f : config_fields())
          if (matches(name, f.name)) {
            found = true;
            if (any) random_config.push_back(f.field);
            else config.push_back({f.field, value});
          }
        for (const auto& f : thread_config_fields())
          if (matches(name, f.name)) thread_config.push_back({f.field, value}), found = true;
      }
      if (!found) throw std::invalid_argument("no field " + name);
    }
  }
  std::vector<uint32_t> program(random_bits& random) const {
    std::vector<uint32_t> words;
    const bool packs = instructions[0] == opcode::PACR;
    for (unsigned n = 1 + random.below(packs ? 6 : 3); n; --n) {
      const opcode op = instructions[random.below(static_cast<uint32_t>(instructions.size()))];
      uint32_t word = random_instruction(op, random);
      for (const forced_field& f : forced)
        if (f.op == op) word = with_field(word, f.field, f.value);
      words.push_back(word);
    }
    if (packs)
      for (uint32_t word : revelation(unit_id::packer)) words.push_back(word);
    return words;
  }
  void prepare(trial& t, uint64_t seed) const {
    if (independent) t.state().topology = packer_topology::independent;
    random_bits random(seed);
    for (const config_field& field : random_config) t.set(field, field.width > 16 ? random.below(0x200) : random());
    for (const auto& [field, value] : config) t.set(field, value);
    for (const auto& [field, value] : thread_config) t.set(field, value);
  }
};

template <class Field>
bool matters(Field field, const experiment& e, unsigned trials) {
  for (unsigned k = 0; k < trials; ++k) {
    random_bits random(k * 977 + 5);
    const std::vector<uint32_t> words = e.program(random);
    const two_values value(random, field.width, true);
    uint64_t seen[2];
    for (unsigned i = 0; i < 2; ++i) {
      trial t(k, k % 4 != 0);
      e.prepare(t, k);
      t.set(field, i ? value.second : value.first);
      t.run(words);
      t.set(field, 0);
      seen[i] = t.fingerprint_with_configuration();
    }
    if (seen[0] != seen[1]) return true;
  }
  return false;
}
template <class Field>
bool diagnosed(Field field, const experiment& e, const char* text) {
  for (unsigned k = 0; k < 50; ++k) {
    random_bits random(k * 977 + 5);
    const std::vector<uint32_t> words = e.program(random);
    bool told[2];
    for (unsigned i = 0; i < 2; ++i) {
      trial t(k, false);
      e.prepare(t, k);
      t.set(field, i ? 1 + random.below((1u << (field.width > 16 ? 16 : field.width)) - 1) : 0);
      t.run(words);
      told[i] = contains(t.diagnoses(), text);
    }
    if (told[1] && (e.always || !told[0])) return true;
  }
  return false;
}

template <class Field>
void check(const std::string& name, Field field, const config_judgement& j) {
  static const experiment anything(
      "UNPACR|PACR|ELWADD|MOVA2D|MOVD2A|SFPLOAD|SFPSTORE|MVMUL|ZEROACC|SETRWC|CFGSHIFTMASK|STREAMWRCFG|UNPACR_NOP|SETDVALID");
  INFO(name);
  switch (j.what) {
    case verdict::modelled:
      if (const auto words = words_of(j.experiment); words.at(0) == "code") {
        CHECK(identifiers().count(words.size() > 1 ? words[1] : name));
      } else {
        CHECK(is_referenced(name));
        CHECK(matters(field, experiment(j.experiment), most_trials));
      }
      break;
    case verdict::timed: CHECK(is_referenced(name)); break;
    case verdict::diagnosed: CHECK(diagnosed(field, experiment(j.experiment), j.remark)); break;
    case verdict::not_modelled: CHECK_FALSE(matters(field, anything, idle_trials)); break;
  }
}

}  // namespace

TEST_CASE("instruction fields do what is said of them") {
  const auto judged = judged_instruction_fields();
  for (const std::string& name : instruction_field_names()) {
    const auto found = judged.find(name);
    if (found == judged.end()) continue;
    const instruction_judgement& j = *found->second.front();
    const size_t dot = name.find('.');
    const opcode op = find_instruction(name.substr(0, dot)).value();
    instruction_field field{0, 1};
    bool has_field = false;
    for (const named_field& f : info(op).fields)
      if (name.substr(dot + 1) == f.name) field = f.field, has_field = true;
    INFO(name);
    switch (j.what) {
      case verdict::modelled:
        if (has_field) {
          CHECK(matters(op, field, most_trials));
        } else {
          trial t(1, false);
          t.run({word_of(op)});
          CHECK(t.diagnoses().empty());
        }
        break;
      case verdict::timed:
        CHECK(identifiers().count(name.substr(0, dot)));
        CHECK(identifiers().count(name.substr(dot + 1)));
        break;
      case verdict::diagnosed: {
        bool told = false;
        for (unsigned k = 0; k < 50 && !told; ++k) {
          random_bits random(k);
          const bool whole = std::string(j.fields) == "*";
          uint32_t word = whole && k == 0 ? word_of(op) : random_instruction(op, random);
          if (!whole) word = with_field(word, field, 1 + random.below((1u << field.width) - 1));
          trial t(k, false);
          t.run({word});
          told = contains(t.diagnoses(), j.remark) && contains(t.diagnoses(), name.substr(0, dot));
          if (whole) break;
        }
        CHECK(told);
        break;
      }
      case verdict::not_modelled:
        if (has_field) CHECK_FALSE(matters(op, field, idle_trials));
        break;
    }
  }
}

TEST_CASE("configuration fields do what is said of them") {
  const auto judged = judged_config_fields();
  for (const auto& f : config_fields())
    if (const auto found = judged.find(f.name); found != judged.end()) check(f.name, f.field, *found->second.front());
}
TEST_CASE("thread configuration fields do what is said of them") {
  const auto judged = judged_config_fields();
  for (const auto& f : thread_config_fields())
    if (const auto found = judged.find(f.name); found != judged.end()) check(f.name, f.field, *found->second.front());
}
