// SPDX-License-Identifier: Apache-2.0
// The judgements of coverage_isa.def and coverage_config.def, resolved to one for each field; and what the sources refer to.
#pragma once
#include <fnmatch.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "models/isa/isa.h"
#include "tests/coverage/trial.h"

namespace coverage {

enum class verdict { modelled, timed, diagnosed, not_modelled };

struct instruction_judgement {
  const char *instructions, *fields;
  verdict what;
  const char* remark;
};
struct config_judgement {
  const char* patterns;
  verdict what;
  const char *experiment, *remark;
};

inline const std::vector<instruction_judgement>& instruction_judgements() {
  static const std::vector<instruction_judgement> all = {
#define INSTRUCTION(instructions, fields, what, remark) {instructions, fields, verdict::what, remark},
#include "tests/coverage/coverage_isa.def"
#undef INSTRUCTION
  };
  return all;
}
inline const std::vector<config_judgement>& config_judgements() {
  static const std::vector<config_judgement> all = {
#define CONFIGURATION(patterns, what, experiment, remark) {patterns, verdict::what, experiment, remark},
#include "tests/coverage/coverage_config.def"
#undef CONFIGURATION
  };
  return all;
}

inline std::vector<std::string> words_of(const std::string& text, char separator = ' ') {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string w; std::getline(stream, w, separator);)
    if (!w.empty()) words.push_back(w);
  return words;
}
inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
inline bool matches(const std::string& pattern, const std::string& name) {
  return fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

// "INSTRUCTION.field", or "INSTRUCTION." for one without fields, in the order of the instruction table.
inline const std::vector<std::string>& instruction_field_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> made;
    std::string last;
    const auto instruction = [&](const char* name) { made.push_back(std::string(name) + "."); };
    const auto field = [&](const char* owner, const char* name) {
      if (made.back() == std::string(owner) + ".") made.pop_back();
      made.push_back(std::string(owner) + "." + name);
    };
#define TENSIX_INSTRUCTION(name, code, unit) instruction(#name);
#define TENSIX_FIELD(owner, name, lo, width) field(#owner, #name);
#include "models/isa/instructions.def"
#undef TENSIX_INSTRUCTION
#undef TENSIX_FIELD
    return made;
  }();
  return names;
}

// All judgements that name a field; right is exactly one.
inline std::map<std::string, std::vector<const instruction_judgement*>> judged_instruction_fields() {
  std::map<std::string, std::vector<const instruction_judgement*>> judged;
  for (const auto& j : instruction_judgements())
    for (const std::string& instruction : words_of(j.instructions)) {
      if (std::string(j.fields).empty()) judged[instruction + "."].push_back(&j);
      for (const std::string& field : words_of(j.fields)) {
        if (field != "*") {
          judged[instruction + "." + field].push_back(&j);
          continue;
        }
        for (const std::string& name : instruction_field_names())
          if (name.compare(0, instruction.size() + 1, instruction + ".") == 0) judged[name].push_back(&j);
      }
    }
  return judged;
}
inline std::map<std::string, std::vector<const config_judgement*>> judged_config_fields() {
  std::map<std::string, std::vector<const config_judgement*>> judged;
  std::vector<std::string> names;
  for (const auto& f : config_fields()) names.push_back(f.name);
  for (const auto& f : thread_config_fields()) names.push_back(f.name);
  for (const auto& j : config_judgements()) {
    const std::vector<std::string> patterns = words_of(j.patterns);
    for (const std::string& name : names)
      for (const std::string& pattern : patterns)
        if (matches(pattern, name)) judged[name].push_back(&j);
  }
  return judged;
}

// ---- the sources ----

inline const std::filesystem::path& project() {
  static const std::filesystem::path root = std::filesystem::path(TENSIX_TEST_DATA).parent_path();
  return root;
}
// The code of the models and of the functional machine, without comments.
inline const std::string& sources() {
  static const std::string text = [] {
    std::string all;
    for (const char* folder : {"models", "tests/functional"})
      for (const auto& entry : std::filesystem::recursive_directory_iterator(project() / folder)) {
        const auto extension = entry.path().extension();
        if (extension != ".h" && extension != ".cpp") continue;
        std::ifstream file(entry.path());
        for (std::string line; std::getline(file, line);) all += line.substr(0, line.find("//")) + "\n";
      }
    return all;
  }();
  return text;
}
inline const std::set<std::string>& identifiers() {
  static const std::set<std::string> all = [] {
    static const std::regex identifier("[A-Za-z_][A-Za-z0-9_]*");
    std::set<std::string> found;
    const std::string& text = sources();
    for (std::sregex_iterator it(text.begin(), text.end(), identifier), end; it != end; ++it) found.insert(it->str());
    return found;
  }();
  return all;
}

// What fields of one family have in common: sections, contexts, unpackers and packers are numbers; REG8 is REG1 of the next
// packer, and REG4 goes on where REG3 ends.
inline std::string family(const std::string& name) {
  static const std::regex numbered_context("cntx[0-9]_"), packer("REG8_"), more_contexts("REG4_"),
      number("(SEC|UNP|cntx|mapping_|MAPPING_|REG_|Pack_[0-9]_|Pack_|Offset_|CntReset_|CNTX_)[0-9]+");
  std::string f = std::regex_replace(name, numbered_context, "");
  f = std::regex_replace(f, packer, "REG1_");
  f = std::regex_replace(f, more_contexts, "REG3_");
  f = std::regex_replace(f, number, "$1#");
  return std::regex_replace(f, number, "$1#");
}
// Is the field, another of its family, or the whole word of one of those named in the sources?
inline bool is_referenced(const std::string& name) {
  static const std::set<std::string> families = [] {
    std::set<std::string> found;
    std::map<std::string, std::set<unsigned>> words;  // of a family
    std::map<unsigned, std::vector<std::string>> fields_of_word;
    for (const auto& f : config_fields()) {
      words[family(f.name)].insert(f.field.word);
      fields_of_word[f.field.word].push_back(f.name);
      if (identifiers().count(f.name)) found.insert(family(f.name));
    }
    for (const auto& f : thread_config_fields())
      if (identifiers().count(f.name)) found.insert(family(f.name));
    for (const auto& f : config_fields())
      if (contains(sources(), std::string(f.name) + ".word"))
        for (unsigned word : words[family(f.name)])
          for (const std::string& neighbour : fields_of_word[word]) found.insert(family(neighbour));
    return found;
  }();
  return families.count(family(name)) != 0;
}

}  // namespace coverage
