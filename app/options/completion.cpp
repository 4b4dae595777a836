// SPDX-License-Identifier: Apache-2.0
#include "app/options/completion.h"

#include <algorithm>

#include "platform/parameters.h"

namespace tensix {
namespace {

using names = std::vector<std::string>;

// Up to where details begin.
std::string few_words(const std::string& text) {
  size_t end = text.size();
  for (const char* detail : {"; ", " (", ": ", "; may", ", may be repeated"}) end = std::min(end, text.find(detail));
  return text.substr(0, end);
}

}  // namespace

std::vector<shell_option> shell_options(const std::vector<option_group>& groups) {
  std::vector<shell_option> all;
  for (const auto& g : groups)
    for (const auto& o : g.options()) {
      shell_option s;
      s.name = "--" + o->long_name();
      s.has_short = o->long_name() == "help";
      s.meaning = few_words(o->description());
      if (o->semantic()->max_tokens() > 0) {
        s.placeholder = o->semantic()->name();
        s.repeated = o->semantic()->is_composing() || o->semantic()->max_tokens() > 1;
        s.value = value_kind_of(o->long_name(), s.placeholder);
      }
      all.push_back(std::move(s));
    }
  return all;
}

std::vector<parameter_values> all_parameter_values() {
  std::vector<parameter_values> all;
  for (const auto& p : parameter_list()) {
    names values = p.choices;
    if (p.kind == parameter_kind::boolean) values = {"true", "false"};
    for (const auto& v : {p.blackhole, p.documented})
      if (!v.empty() && v.find(' ') == std::string::npos && std::find(values.begin(), values.end(), v) == values.end())
        values.push_back(v);
    all.push_back({p.name, values});
  }
  return all;
}

std::string joined(const names& words, const char* between) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) text += (i ? between : "") + words[i];
  return text;
}

}  // namespace tensix
