// SPDX-License-Identifier: Apache-2.0
#include "workload/compile/compiler_text.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <utility>

namespace tensix {

using texts = std::vector<std::string>;

void remove_all_of(std::string& text, const std::string& what) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) text.erase(at, what.size());
}

texts files_of_rule(const std::string& rule) {
  texts files;
  std::string name;
  const auto end_name = [&] {
    if (!name.empty()) files.push_back(std::exchange(name, ""));
  };
  for (size_t i = rule.find(": ") + 2; i < rule.size(); ++i) {
    const char c = rule[i], next = i + 1 < rule.size() ? rule[i + 1] : '\n';
    if ((c == '\\' && (next == ' ' || next == '#')) || (c == '$' && next == '$')) name += rule[++i];
    else if (c == ' ' || c == '\n' || (c == '\\' && next == '\n')) end_name();
    else name += c;
  }
  end_name();
  return files;
}

bool has_vector_code_outside(const std::string& ours, const std::string& preprocessed) {
  bool outside = false;
  std::istringstream lines(preprocessed);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("# ", 0) == 0) {
      outside = line.find('"' + ours) == std::string::npos;
    } else if (outside) {
      for (const char* word : {"vFloat", "vInt", "vUInt", "dst_reg[", "lregs_written"})
        if (line.find(word) != std::string::npos) return true;
    }
  }
  return false;
}

bool drop_unknown_unrolling(std::string& preprocessed) {
  constexpr const char* wish = "#pragma GCC unroll";
  bool any = false;
  for (size_t at = preprocessed.find(wish); at != std::string::npos; at = preprocessed.find(wish, at + 1)) {
    const size_t end = std::min(preprocessed.find('\n', at), preprocessed.size());
    const std::string count = preprocessed.substr(at + std::strlen(wish), end - at - std::strlen(wish));
    if (count.find_first_not_of(" ()0123456789") == std::string::npos) continue;
    preprocessed.replace(at, end - at, end - at, ' ');
    any = true;
  }
  return any;
}

// ---- Compile-time arguments that are not given

std::string not_given(const std::string& place, const std::string& use, bool named) {
  return place + ": " + use + ": this compile-time argument is not given; give " +
         (named ? "it by name: --ct-arg NAME=WORD" : "one --ct-arg WORD for each, in their order") +
         " (in a program's file: ct_args, named_ct_args)\n";
}

namespace {

struct token {
  std::string text, place;  // "k.cpp:6"
  bool is_word() const { return std::isalpha(static_cast<unsigned char>(text[0])) || text[0] == '_'; }
};

// Of the lines that are in files outside; nothing, if there are raw strings.
std::vector<token> tokens_outside(const std::string& ours, const std::string& preprocessed) {
  std::vector<token> all;
  std::istringstream lines(preprocessed);
  std::string file;
  uint64_t number = 0;
  bool outside = false;
  const auto in_word = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
  for (std::string line; std::getline(lines, line); ++number) {
    if (line.rfind("# ", 0) == 0) {
      const size_t quote = line.find('"'), end = line.find('"', quote + 1);
      if (end == std::string::npos) return {};
      number = std::strtoull(line.c_str() + 2, nullptr, 10) - 1;
      file = line.substr(quote + 1, end - quote - 1);
      outside = file.rfind(ours, 0) != 0;
      continue;
    }
    if (!outside || line.rfind("#", 0) == 0) continue;
    for (size_t i = 0, end = 0; i < line.size(); i = end) {
      const char c = line[i];
      end = i + 1;
      if (std::isspace(static_cast<unsigned char>(c))) continue;
      if (c == '"' || (c == '\'' && (i == 0 || !in_word(line[i - 1])))) {
        if (c == '"' && i > 0 && line[i - 1] == 'R') return {};
        while (end < line.size() && line[end] != c) end += line[end] == '\\' ? 2 : 1;
        end = std::min(end + 1, line.size());
      } else if (in_word(c)) {
        while (end < line.size() && in_word(line[end])) ++end;
      } else if (c == ':' && end < line.size() && line[end] == ':') {
        ++end;
      }
      all.push_back({line.substr(i, end - i), file + ":" + std::to_string(number)});
    }
  }
  return all;
}

using part = std::vector<token>;  // of a source: a statement, or what stands before a block

bool has(const part& p, const std::string& text) {
  return std::any_of(p.begin(), p.end(), [&](const token& t) { return t.text == text; });
}

// A block whose constants are needed if the one around it is.
bool is_needed_block(const part& before) {
  if (before.empty()) return false;
  if (has(before, "namespace") || (before.size() == 2 && before[0].text == "extern")) return true;
  const bool is_kernel = has(before, "kernel_main") || has(before, "math_main");
  return is_kernel && !has(before, "template") && !has(before, "=") && before.back().text == ")";
}

// "constexpr TYPE NAME = ...", all of which is worked out.
bool is_plain_constant(const part& p) {
  const auto named = [&](const char* text) {
    return std::find_if(p.begin(), p.end(), [&](const token& t) { return t.text == text; });
  };
  if (named("=") == p.end() || named("=") > named("(")) return false;
  if (named("constexpr") - p.begin() > 2 || named("constexpr") > named("=")) return false;
  static const texts plain = {"=", "(", ")", "<", ">", ",", "+", "-", "*", "/", "%", "::"};
  static const texts conditional = {"template", "sizeof",   "alignof", "decltype", "noexcept",
                                    "typeid",   "requires", "and",     "or",       "not"};
  return std::all_of(p.begin(), p.end(), [&](const token& t) {
    if (t.is_word()) return std::find(conditional.begin(), conditional.end(), t.text) == conditional.end();
    return std::isdigit(static_cast<unsigned char>(t.text[0])) || t.text[0] == '"' ||
           std::find(plain.begin(), plain.end(), t.text) != plain.end();
  });
}

// The calls in it with an argument that is not given.
std::string calls_not_given(const part& p, const arguments_given& given) {
  std::string all;
  for (size_t i = 1; i + 3 < p.size(); ++i) {
    const std::string &function = p[i].text, &argument = p[i + 2].text;
    const bool named = function == "get_named_compile_time_arg_val";
    if ((!named && function != "get_compile_time_arg_val") || p[i - 1].text == "::" || p[i + 1].text != "(" ||
        p[i + 3].text != ")")
      continue;
    const auto known = [&] {
      if (named)
        return argument[0] != '"' || std::any_of(given.names.begin(), given.names.end(),
                                                 [&](const std::string& n) { return '"' + n + '"' == argument; });
      const size_t digits = std::min(argument.find_first_not_of("0123456789"), argument.size());
      const std::string suffix = argument.substr(digits);
      const bool plain =
          digits != 0 && (argument[0] != '0' || digits == 1) && (suffix.empty() || suffix == "u" || suffix == "U");
      return !plain || std::strtoull(argument.c_str(), nullptr, 10) < given.values;
    };
    if (!known()) all += not_given(p[i].place, function + "(" + argument + ")", named);
  }
  return all;
}

}  // namespace

std::string constants_not_given(const std::string& ours, const std::string& preprocessed, const arguments_given& given) {
  std::string all;
  part p;
  std::vector<bool> needed = {true};  // by block
  token before;
  for (const token& t : tokens_outside(ours, preprocessed)) {
    if (t.text == "get_compile_time_arg_val" || t.text == "get_named_compile_time_arg_val")
      if (!before.text.empty() && before.is_word() && before.text != "return") return {};  // a function of the source's own
    before = t;
    if (t.text == "{") {
      needed.push_back(needed.back() && is_needed_block(p));
    } else if (t.text == "}") {
      if (needed.size() == 1) return {};
      needed.pop_back();
    } else if (t.text == ";") {
      if (needed.back() && is_plain_constant(p)) all += calls_not_given(p, given);
    } else {
      p.push_back(t);
      continue;
    }
    p.clear();
  }
  return all;
}

texts source_arguments(const std::string& file) {
  const bool option = file[0] == '-' || file[0] == '@';
  return {"-x", "c++", (option ? "./" : "") + file, "-x", "none"};
}

}  // namespace tensix
