// SPDX-License-Identifier: Apache-2.0
// The features of coverage_kernels.def, and what their texts mean.
#pragma once
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "models/formats/data_format.h"
#include "tests/coverage/judgement.h"

namespace coverage {

enum class feature_kind { area, instructions, fields, accesses, unpack, pack, core };

struct kernel_feature {
  feature_kind kind;
  const char *subject, *purpose = "";
  verdict what = verdict::modelled;
  const char* remark = "";
  // Of conversions: "src", "dst" or the bits of a datum in Dst; the packer's intermediate; each result; settings.
  const char *where = "", *intermediate = "", *outs = "", *settings = "";
};

inline const std::vector<kernel_feature>& kernel_features() {
  using kind = feature_kind;
  static const std::vector<kernel_feature> all = {
#define AREA(title) {kind::area, title},
#define INSTRUCTIONS(forms, purpose, what, remark) {kind::instructions, forms, purpose, verdict::what, remark},
#define FIELDS(patterns, purpose, what, remark) {kind::fields, patterns, purpose, verdict::what, remark},
#define ACCESSES(list, purpose, what, remark) {kind::accesses, list, purpose, verdict::what, remark},
#define UNPACK(in, where, outs, what, remark) {kind::unpack, in, "", verdict::what, remark, where, "", outs},
#define PACK(dst, intermediate, in, outs, settings, what, remark) \
  {kind::pack, in, "", verdict::what, remark, dst, intermediate, outs, settings},
#define CORE(subject, purpose, remark) {kind::core, subject, purpose, verdict::not_modelled, remark},
#include "tests/coverage/coverage_kernels.def"
#undef AREA
#undef INSTRUCTIONS
#undef FIELDS
#undef ACCESSES
#undef UNPACK
#undef PACK
#undef CORE
  };
  return all;
}

struct setting {
  std::string field;
  uint32_t value;
};
// One instruction with the values that its fields may have.
struct instruction_form {
  opcode op{};
  struct choice {
    named_field field;
    std::vector<uint32_t> values;
  };
  std::vector<choice> fields;

  // Every combination of the values.
  std::vector<uint32_t> words() const {
    std::vector<uint32_t> made = {word_of(op)};
    for (const choice& c : fields) {
      std::vector<uint32_t> more;
      for (const uint32_t word : made)
        for (const uint32_t value : c.values) more.push_back(word | c.field.field.place(value));
      made = std::move(more);
    }
    return made;
  }
};

inline uint32_t number(const std::string& text) { return static_cast<uint32_t>(std::stoul(text, nullptr, 0)); }

// "NAME field=1/2; NAME ... FIELD=3": tokens that are no field of the instruction are settings of the configuration.
inline std::pair<std::vector<instruction_form>, std::vector<setting>> parse_forms(const std::string& text) {
  std::pair<std::vector<instruction_form>, std::vector<setting>> parsed;
  for (const std::string& part : words_of(text, ';')) {
    const auto tokens = words_of(part);
    const auto op = find_instruction(tokens.at(0));
    if (!op) throw std::invalid_argument("no instruction " + tokens[0]);
    instruction_form form;
    form.op = *op;
    for (size_t i = 1; i < tokens.size(); ++i) {
      const size_t equals = tokens[i].find('=');
      const std::string name = tokens[i].substr(0, equals), values = tokens[i].substr(equals + 1);
      const named_field* found = nullptr;
      for (const named_field& f : info(*op).fields)
        if (name == f.name) found = &f;
      if (!found) {
        parsed.second.push_back({name, number(values)});
        continue;
      }
      instruction_form::choice c{*found, {}};
      for (const std::string& value : words_of(values, '/')) {
        c.values.push_back(number(value));
        if (c.values.back() >> found->field.width)
          throw std::invalid_argument(tokens[0] + "." + name + " has no value " + value);
      }
      form.fields.push_back(c);
    }
    parsed.first.push_back(form);
  }
  return parsed;
}
inline std::vector<setting> parse_settings(const std::string& text) {
  std::vector<setting> parsed;
  for (const std::string& token : words_of(text)) {
    const size_t equals = token.find('=');
    parsed.push_back({token.substr(0, equals), number(token.substr(equals + 1))});
  }
  return parsed;
}
inline void set_all(trial& t, const std::vector<setting>& settings) {
  for (const setting& s : settings) {
    bool found = false;
    for (const auto& f : config_fields())
      if (s.field == f.name) t.set(f.field, s.value), found = true;
    for (const auto& f : thread_config_fields())
      if (s.field == f.name) t.set(f.field, s.value), found = true;
    if (!found) throw std::invalid_argument("no field " + s.field);
  }
}

inline uint32_t format_code(const std::string& text) {
  for (uint32_t code = 0; code < 16; ++code)
    if (is_known_format(static_cast<data_format>(code)) && text == name(static_cast<data_format>(code))) return code;
  throw std::invalid_argument("no format " + text);
}

// "store 0xADDRESS VALUE; load 0xADDRESS"
inline std::vector<trial::access> parse_accesses(const std::string& text) {
  std::vector<trial::access> parsed;
  for (const std::string& part : words_of(text, ';')) {
    const auto tokens = words_of(part);
    const bool load = tokens.at(0) == "load";
    parsed.push_back({number(tokens.at(1)), load ? 0 : number(tokens.at(2)), load});
  }
  return parsed;
}

}  // namespace coverage
