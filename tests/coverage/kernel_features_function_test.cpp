// SPDX-License-Identifier: Apache-2.0
// What tt-llk's Blackhole kernels use runs on the machine as coverage_kernels.def says.
#include <algorithm>

#include "catch.h"
#include "tests/coverage/kernel_features.h"

using namespace coverage;

namespace {

// A machine in which the instructions of `unit` can run: banks where they look for them, counters at zero, semaphores that
// hold nobody, a MOP and a replay buffer of NOPs.
class usual_machine : public trial {
 public:
  explicit usual_machine(unit_id unit, const std::vector<setting>& settings = {}) : trial(1, false), unit_(unit) {
    tensix_state& s = state();
    const bool compute = unit == unit_id::matrix_unit || unit == unit_id::sync_unit;
    for (src_register* r : {&s.srca, &s.srcb})
      for (src_bank& b : r->bank) {
        b.allowed_client = compute ? src_client::matrix_unit : src_client::unpackers;
        b.format = static_cast<uint8_t>(data_format::bf16);
      }
    for (adc_thread& thread : s.adc)
      for (adc_set& set : thread.set) {
        set = {};
        set.channel[1].x = row_datums - 1;
      }
    for (rwc_thread& r : s.rwc) r = {};
    for (semaphore& x : s.sem) x = {1, 2};
    for (uint8_t& owner : s.mutex_owner) owner = 0;
    std::fill(s.l1.begin(), s.l1.end(), uint8_t{0x11});  // also as an exponent that every block format can have
    set_all(*this, settings);
  }
  bool runs(uint32_t word) {
    const uint32_t nop = word_of(opcode::NOP);
    std::vector<uint32_t> words;
    std::vector<access> accesses;
    if (unit_ == unit_id::frontend) {
      for (uint32_t i = 0; i < address_map::mop_config_words; ++i)
        accesses.push_back({address_map::mop_config_base + 4 * i, i < 2 ? 1 : nop});
      words.push_back(word_of(opcode::REPLAY) | insn::REPLAY::len.place(32) | insn::REPLAY::load_mode.place(1));
      words.insert(words.end(), 32, nop);
    }
    if (unit_ == unit_id::vector_unit) words.push_back(word_of(opcode::SFPPUSHC));  // so that there is one to pop
    words.push_back(word);
    words.insert(words.end(), 32, nop);  // a recording needs what it records
    run(words, accesses);
    return outcome == functional_machine::outcome::done;
  }

 private:
  unit_id unit_;
};

bool judged(verdict claimed, verdict found) {
  return claimed == found || (claimed == verdict::modelled && found == verdict::timed);
}

void check_told(const kernel_feature& feature, const std::string& diagnoses) {
  INFO(diagnoses);
  if (feature.what == verdict::diagnosed) CHECK(contains(diagnoses, feature.remark));
  else CHECK(diagnoses.empty());
}

void check_instructions(const kernel_feature& feature) {
  const auto judgements = judged_instruction_fields();
  const auto [forms, settings] = parse_forms(feature.subject);
  for (const instruction_form& form : forms) {
    for (const auto& choice : form.fields) {
      const std::string full = std::string(info(form.op).name) + "." + choice.field.name;
      INFO(full);
      const verdict found = judgements.at(full).front()->what;
      if (feature.what == verdict::diagnosed) continue;
      CHECK(judged(feature.what, found));
      if (feature.what == verdict::not_modelled)
        CHECK(std::string(feature.remark).find(judgements.at(full).front()->remark) == 0);
    }
    for (const uint32_t word : form.words()) {
      INFO(disassemble(word));
      usual_machine machine(info(form.op).unit, settings);
      const bool done = machine.runs(word);
      check_told(feature, machine.diagnoses());
      CHECK(done);
    }
  }
}

void check_fields(const kernel_feature& feature) {
  const auto judgements = judged_config_fields();
  for (const std::string& pattern : words_of(feature.subject)) {
    INFO(pattern);
    bool used = false;
    for (const auto& [name, found] : judgements) {
      if (!matches(pattern, name)) continue;
      used = true;
      INFO(name);
      CHECK(judged(feature.what, found.front()->what));
      if (feature.what != verdict::modelled) CHECK(std::string(feature.remark) == found.front()->remark);
    }
    CHECK(used);
  }
}

void check_unpack(const kernel_feature& feature) {
  const uint32_t in = format_code(feature.subject);
  const bool to_dst = std::string(feature.where) == "dst";
  for (const std::string& out : words_of(feature.outs))
    for (unsigned which = 0; which < (to_dst ? 1 : 2); ++which)
      for (unsigned e4m3 = 0; e4m3 < 2; ++e4m3) {
        INFO(out << ", unpacker " << which);
        const std::string section = "THCON_SEC" + std::to_string(which) + "_";
        usual_machine machine(unit_id::unpacker, {{section + "REG0_TileDescriptor", in | 1 << 4 | 256u << 16},
                                                  {section + "REG2_Out_data_format", format_code(out)},
                                                  {section + "REG1_Unp_LF8_4b_exp", e4m3},
                                                  {"ALU_FORMAT_SPEC_REG0_SrcAUnsigned", e4m3},
                                                  {"THCON_SEC0_REG2_Unpack_if_sel_cntx0", to_dst}});
        const bool done = machine.runs(word_of(opcode::UNPACR) | insn::UNPACR::unpack_block_selection.place(which) |
                                       insn::UNPACR::ovrd_thread_id.place(1));
        check_told(feature, machine.diagnoses());
        CHECK(done);
      }
}

void check_pack(const kernel_feature& feature) {
  for (const std::string& out : words_of(feature.outs)) {
    INFO(feature.where << "-bit Dst as " << feature.intermediate << ", " << feature.subject << " to " << out);
    std::vector<setting> settings = {{"ALU_FORMAT_SPEC_REG2_Dstacc", format_code(feature.intermediate)},
                                     {"THCON_SEC0_REG1_In_data_format", format_code(feature.subject)},
                                     {"THCON_SEC0_REG1_Out_data_format", format_code(out)},
                                     {"THCON_SEC0_REG1_Exp_section_size", 4},
                                     {"PCK_DEST_RD_CTRL_Read_32b_data", std::string(feature.where) == "32"}};
    for (const setting& s : parse_settings(feature.settings)) settings.push_back(s);
    usual_machine machine(unit_id::packer, settings);
    const bool done = machine.runs(word_of(opcode::PACR) | insn::PACR::last.place(1));
    check_told(feature, machine.diagnoses());
    CHECK(done);
  }
}

void check_accesses(const kernel_feature& feature) {
  usual_machine machine(unit_id::none);
  machine.run({}, parse_accesses(feature.subject));
  check_told(feature, machine.diagnoses());
  CHECK(machine.outcome == functional_machine::outcome::done);
}

}  // namespace

TEST_CASE("what tt-llk's Blackhole kernels use runs as judged") {
  for (const kernel_feature& feature : kernel_features()) {
    INFO(feature.subject);
    if (feature.kind != feature_kind::area && feature.what != verdict::modelled) CHECK(*feature.remark != 0);
    switch (feature.kind) {
      case feature_kind::instructions: check_instructions(feature); break;
      case feature_kind::fields: check_fields(feature); break;
      case feature_kind::unpack: check_unpack(feature); break;
      case feature_kind::pack: check_pack(feature); break;
      case feature_kind::accesses: check_accesses(feature); break;
      case feature_kind::area:
      case feature_kind::core: break;
    }
  }
}
