// SPDX-License-Identifier: Apache-2.0
// Completion for zsh: a file _tensix_tlm for a folder of $fpath.
#include "app/options/completion.h"

namespace tensix {
namespace {

using names = std::vector<std::string>;

constexpr const char* zsh_heading = R"(#compdef tensix-tlm
# zsh completion for tensix-tlm, written by 'tensix-tlm completion zsh'.

# WORD=FILE, with the words given.
_tensix_tlm_assign() {
  if compset -P '*='; then _files; else compadd -S = -q -- "$@"; fi
}
)";

// In single quotes, as a part of an argument of _arguments: what it takes as its own signs is quoted.
std::string spec_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == ':' || c == '[' || c == ']' || c == '\\') out += '\\';
    if (c == '\'') out += "'\\''";
    else out += c;
  }
  return out;
}

std::string action(const value_kind& v) {
  if (v.parameter) return "_tensix_tlm_parameters";
  if (v.assigns) return "_tensix_tlm_assign" + std::string(v.words.empty() ? "" : " ") + joined(v.words);
  const std::string files = v.endings.empty() ? "_files" : "_files -g \"*." + v.endings.front() + "(-.)\"";
  if (v.file) return v.words.empty() ? files : "{compadd " + joined(v.words) + "; " + files + "}";
  return v.words.empty() ? " " : "(" + joined(v.words) + ")";
}

std::string option_spec(const shell_option& o) {
  const std::string description = "[" + spec_text(o.meaning) + "]";
  if (o.has_short) return "'(-h --help)'{-h,--help}'" + description + "'";
  std::string text = (o.repeated ? "'*" : "'") + o.name;
  if (o.placeholder.empty()) return text + description + "'";
  return text + "=" + description + ":" + spec_text(o.placeholder) + ":" + action(o.value) + "'";
}

// Lines of a call of _arguments.
std::string arguments_of(const std::vector<option_group>& groups, const names& more, const std::string& indent) {
  std::string text;
  for (const auto& o : shell_options(groups)) text += " \\\n" + indent + option_spec(o);
  for (const auto& m : more) text += " \\\n" + indent + m;
  return text;
}

std::string parameters_function() {
  std::string all, cases;
  for (const auto& p : all_parameter_values()) {
    all += (all.empty() ? "" : " ") + p.name;
    cases += "      " + p.name + ") values=(" + joined(p.values) + ") ;;\n";
  }
  return "\n_tensix_tlm_parameters() {\n  local -a values\n  if compset -P '*='; then\n    case ${${IPREFIX%=}##*=} in\n" +
         cases + "    esac\n    compadd -a values\n  else\n    values=(" + all + ")\n    compadd -S = -q -a values\n  fi\n}\n";
}

}  // namespace

std::string zsh_completion() {
  std::string commands, branches;
  for (const auto& row : command_table()) {
    commands += std::string("        '") + row.name + ":" + spec_text(row.summary) + "'\n";
    names operands;
    for (size_t i = 0; i < row.operands.size(); ++i) {
      const std::string placeholder = row.operands[i];
      const bool any = placeholder.find("...") != std::string::npos;
      operands.push_back("'" + (any ? std::string("*") : std::to_string(i + 1)) + ":" + spec_text(placeholder) + ":" +
                         action(value_kind_of("", placeholder)) + "'");
    }
    branches += std::string("        ") + row.name + ")\n          _arguments" +
                arguments_of(row.groups(), operands, "            ") + "\n          ;;\n";
  }
  return zsh_heading + parameters_function() +
         "\n_tensix_tlm() {\n  local curcontext=$curcontext state line\n  local -a commands\n" +
         "  typeset -A opt_args\n  _arguments -C" +
         arguments_of(options_without_command(), {"'1:command:->command'", "'*::argument:->argument'"}, "    ") +
         "\n  case $state in\n    command)\n      commands=(\n" + commands +
         "      )\n      _describe -t commands command commands\n      ;;\n    argument)\n      case $line[1] in\n" + branches +
         "      esac\n      ;;\n  esac\n}\n\n_tensix_tlm \"$@\"\n";
}

}  // namespace tensix
