// SPDX-License-Identifier: Apache-2.0
// docs/generated/coverage.md is what the judgements say, about every field once. TENSIX_UPDATE_DOCS=1 writes it anew.
#include <cstdlib>

#include "catch.h"
#include "tests/coverage/judgement.h"
#include "tests/coverage/kernel_section.h"

using namespace coverage;

namespace {

const char* text_of(verdict v) {
  switch (v) {
    case verdict::diagnosed: return "diagnosed as undefined";
    case verdict::not_modelled: return "not modelled";
    default: return "modelled";
  }
}
struct counts {
  unsigned modelled = 0, diagnosed = 0, not_modelled = 0;
  void add(verdict v) { ++(v == verdict::diagnosed ? diagnosed : v == verdict::not_modelled ? not_modelled : modelled); }
  std::string row(const char* what) const {
    return std::string("| ") + what + " | " + std::to_string(modelled) + " | " + std::to_string(diagnosed) + " | " +
           std::to_string(not_modelled) + " |\n";
  }
};
std::string bits(unsigned lo, unsigned width) {
  return width == 1 ? std::to_string(lo) : std::to_string(lo + width - 1) + ":" + std::to_string(lo);
}
std::string remark_of(verdict v, const std::string& remark) {
  if (v == verdict::diagnosed) return "\"" + remark + "\"";
  return v == verdict::timed && !remark.empty() ? "time only: " + remark : remark;
}

std::string document() {
  const auto instructions = judged_instruction_fields();
  const auto configuration = judged_config_fields();
  counts of_instructions, of_config, of_thread_config;
  std::string body;

  constexpr unit_id units[] = {unit_id::frontend,    unit_id::nop,         unit_id::sync_unit, unit_id::unpacker,
                               unit_id::matrix_unit, unit_id::vector_unit, unit_id::packer,    unit_id::scalar_unit,
                               unit_id::config_unit, unit_id::mover,       unit_id::misc_unit};
  static_assert(std::size(units) == static_cast<size_t>(unit_id::none), "a unit is missing");
  for (const unit_id unit : units) {
    std::string title = name(unit);
    for (char& c : title)
      if (c == '_') c = ' ';
    body += "\n### " + title + "\n\n| instruction | field | bits | | remark |\n|---|---|---|---|---|\n";
    std::string last;
    for (const std::string& full : instruction_field_names()) {
      const size_t dot = full.find('.');
      const std::string instruction = full.substr(0, dot), field = full.substr(dot + 1);
      const instruction_info& i = info(find_instruction(instruction).value());
      if (i.unit != unit) continue;
      const auto judged = instructions.find(full);
      if (judged == instructions.end()) continue;
      const instruction_judgement& j = *judged->second.front();
      of_instructions.add(j.what);
      std::string place;
      for (const named_field& f : i.fields)
        if (field == f.name) place = bits(f.field.lo, f.field.width);
      body += "| " + (instruction == last ? "" : instruction) + " | " + field + " | " + place + " | " + text_of(j.what) +
              " | " + remark_of(j.what, j.remark) + " |\n";
      last = instruction;
    }
  }

  const auto table = [&](const char* title, const char* column, const auto& fields, counts& count, auto where) {
    body += std::string("\n## ") + title + "\n\n| " + column + " | bits | field | | remark |\n|---|---|---|---|---|\n";
    unsigned last = ~0u;
    for (const auto& f : fields) {
      const auto judged = configuration.find(f.name);
      if (judged == configuration.end()) continue;
      const config_judgement& j = *judged->second.front();
      count.add(j.what);
      const unsigned word = where(f.field);
      body += "| " + (word == last ? "" : std::to_string(word)) + " | " + bits(f.field.lo, f.field.width) + " | " + f.name +
              " | " + text_of(j.what) + " | " + remark_of(j.what, j.remark) + " |\n";
      last = word;
    }
  };
  table("Configuration: Config", "word", config_fields(), of_config, [](const config_field& f) { return unsigned{f.word}; });
  table("Configuration: ThreadConfig", "register", thread_config_fields(), of_thread_config,
        [](const thread_config_field& f) { return unsigned{f.reg}; });

  counts of_kernels;
  for (const kernel_feature& f : kernel_features())
    if (f.kind != feature_kind::area && f.kind != feature_kind::core) of_kernels.add(f.what);

  return "# What is modelled\n\n"
         "Every field of every instruction and of the configuration, and at the end\n"
         "[what tt-llk's kernels use](#what-tt-llks-blackhole-kernels-use), with what the model does with it:\n\n"
         "- **modelled**: it has the documented effect; \"time only\" means on cycles or order, not on data;\n"
         "- **diagnosed as undefined**: a program that relies on it is told so (the quoted words are in the message), and "
         "stops\n"
         "  unless it runs with the policy `warn`;\n"
         "- **not modelled**: it has no effect; the remark says why.\n\n"
         "An instruction without fields has one line, and counts as one field.\n\n"
         "This file is generated from `tests/coverage/coverage_isa.def` and `coverage_config.def` by the test `coverage`\n"
         "(`TENSIX_UPDATE_DOCS=1 test_coverage`), which also checks the judgements against the model: two values of a "
         "modelled\n"
         "field must lead to different states, a diagnosed one must be diagnosed, one that is not modelled must change "
         "nothing.\n\n"
         "| | modelled | diagnosed as undefined | not modelled |\n|---|---|---|---|\n" +
         of_instructions.row("instruction fields") + of_config.row("Config fields") +
         of_thread_config.row("ThreadConfig fields") + of_kernels.row("features of tt-llk's kernels") + "\n## Instructions\n" +
         body + kernel_section(text_of, remark_of);
}

std::string read_all(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

TEST_CASE("every instruction field has one judgement") {
  const auto judged = judged_instruction_fields();
  std::set<std::string> exist;
  for (const std::string& name : instruction_field_names()) {
    exist.insert(name);
    INFO(name);
    const auto found = judged.find(name);
    CHECK((found == judged.end() ? 0 : found->second.size()) == 1);
  }
  for (const auto& [name, unused] : judged) {
    INFO(name);
    CHECK(exist.count(name) == 1);
  }
  for (const auto& j : instruction_judgements()) {
    INFO(j.instructions);
    CHECK((j.what == verdict::modelled || *j.remark != 0));
    for (const std::string& name : words_of(j.instructions)) CHECK(find_instruction(name).has_value());
  }
}

TEST_CASE("every configuration field has one judgement") {
  const auto judged = judged_config_fields();
  const auto check = [&](const std::string& name) {
    INFO(name);
    const auto found = judged.find(name);
    CHECK((found == judged.end() ? 0 : found->second.size()) == 1);
  };
  for (const auto& f : config_fields()) check(f.name);
  for (const auto& f : thread_config_fields()) check(f.name);
  for (const auto& j : config_judgements()) {
    CHECK((j.what == verdict::modelled || *j.remark != 0));
    CHECK((j.what == verdict::modelled || j.what == verdict::diagnosed) == (*j.experiment != 0));
    for (const std::string& pattern : words_of(j.patterns)) {
      INFO(pattern);
      bool used = false;
      for (const auto& f : config_fields()) used |= matches(pattern, f.name);
      for (const auto& f : thread_config_fields()) used |= matches(pattern, f.name);
      CHECK(used);
    }
  }
}

TEST_CASE("docs/generated/coverage.md is up to date") {
  const std::filesystem::path path = project() / "docs" / "generated" / "coverage.md";
  const std::string text = document();
  const char* update = std::getenv("TENSIX_UPDATE_DOCS");
  if (update && std::string(update) == "1") std::ofstream(path, std::ios::binary) << text;
  INFO("TENSIX_UPDATE_DOCS=1 test_coverage writes it anew");
  CHECK((read_all(path) == text));
}
