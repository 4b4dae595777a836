// SPDX-License-Identifier: Apache-2.0
// Completion for bash, without any helper of its own: the words are those of the line, split at blanks; where bash breaks words
// at '=', an answer is what comes behind it.
#include <map>

#include "app/options/completion.h"

namespace tensix {
namespace {

constexpr const char* bash_heading = R"(# bash completion for tensix-tlm, written by 'tensix-tlm completion bash'.
)";

constexpr const char* body = R"(
_tensix_tlm() {
  local kind= list= ending= options= values= prefix= line=${COMP_LINE:0:COMP_POINT}
  local -a words
  COMPREPLY=()
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  local last=$((${#words[@]} - 1)) word=${words[-1]} cur=${words[-1]} command= i operands=0
  if ((last > 1)) || [[ $word == -* ]]; then command=${words[1]}; fi
  [[ $command == -* ]] && command=
  if [[ $cur == --*=* ]]; then
    _tensix_tlm_value "$command/${cur%%=*}"
    cur=${cur#*=}
  elif ((last > 1)); then
    [[ ${words[last - 1]} == --* ]] && _tensix_tlm_value "$command/${words[last - 1]}"
  fi
  if [[ -z $kind ]]; then
    if [[ $cur == -* ]]; then
      _tensix_tlm_options "$command"
      mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
      return
    fi
    for ((i = 2; i < last; ++i)); do
      kind=
      [[ ${words[i]} == -* ]] && continue
      [[ ${words[i - 1]} == --* ]] && _tensix_tlm_value "$command/${words[i - 1]}"
      [[ -z $kind ]] && ((++operands))
    done
    kind= list= ending=
    if ((last <= 1)); then _tensix_tlm_value /; else _tensix_tlm_value "$command/$operands"; fi
  fi
  if [[ $kind == parameter || $kind == assign ]]; then
    if [[ $cur == *=* ]]; then
      [[ $kind == parameter ]] && { _tensix_tlm_parameter "${cur%%=*}"; list=$values; }
      [[ $kind == assign ]] && kind=file
      cur=${cur#*=}
    else
      [[ $kind == parameter ]] && list=$_tensix_tlm_parameter_names
      mapfile -t COMPREPLY < <(compgen -S = -W "$list" -- "$cur")
      kind=done
      compopt -o nospace 2> /dev/null
    fi
  fi
  case $kind in
    words | parameter | files_too) mapfile -t COMPREPLY < <(compgen -W "$list" -- "$cur") ;;
  esac
  case $kind in
    file | files_too)
      mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f ${ending:+-X "!*.$ending"} -- "$cur"; [[ -n $ending ]] && compgen -d -- "$cur")
      compopt -o filenames 2> /dev/null
      ;;
  esac
  if [[ $COMP_WORDBREAKS != *=* ]]; then
    prefix=${word%"$cur"}
    COMPREPLY=("${COMPREPLY[@]/#/$prefix}")
  fi
}
complete -F _tensix_tlm tensix-tlm
)";

// "kind=words list='a b'", empty for a value that only its user knows.
std::string assignments(const value_kind& v) {
  if (v.parameter) return "kind=parameter";
  std::string text = v.assigns ? "kind=assign" : v.file ? (v.words.empty() ? "kind=file" : "kind=files_too") : "kind=words";
  if (!v.words.empty()) text += " list='" + joined(v.words) + "'";
  if (!v.endings.empty()) text += " ending=" + v.endings.front();
  return v.known() ? text : "kind=any";
}

// Keys with the same answer share a line; in the order of the first of them.
class cases {
 public:
  void add(const std::string& key, const std::string& answer) {
    const auto [at, fresh] = known_.emplace(answer, rows_.size());
    if (fresh) rows_.push_back({{}, answer});
    rows_[at->second].first.push_back(key);
  }
  std::string function(const char* name, const char* of) const {
    std::string text = std::string("\n") + name + "() {\n  case " + of + " in\n";
    for (const auto& [keys, answer] : rows_) text += "    " + joined(keys, " | ") + ") " + answer + " ;;\n";
    return text + "  esac\n}\n";
  }

 private:
  std::map<std::string, size_t> known_;
  std::vector<std::pair<std::vector<std::string>, std::string>> rows_;
};

}  // namespace

std::string bash_completion() {
  cases options, values, parameters;
  std::vector<std::string> all_parameters;
  const auto add = [&](const std::string& command, const std::vector<option_group>& groups) {
    std::vector<std::string> all;
    for (const auto& o : shell_options(groups)) {
      all.push_back(o.name);
      if (!o.placeholder.empty()) values.add(command + "/" + o.name, assignments(o.value));
    }
    options.add(command.empty() ? "''" : command, "options='" + joined(all) + "'");
  };
  for (const auto& row : command_table()) {
    add(row.name, row.groups());
    for (size_t i = 0; i < row.operands.size(); ++i)
      values.add(std::string(row.name) + "/" + std::to_string(i), assignments(value_kind_of("", row.operands[i])));
  }
  add("", options_without_command());
  values.add("/", "kind=words list='" + joined(command_names()) + "'");
  for (const auto& p : all_parameter_values()) {
    parameters.add(p.name, "values='" + joined(p.values) + "'");
    all_parameters.push_back(p.name);
  }
  return bash_heading + options.function("_tensix_tlm_options", "$1") + values.function("_tensix_tlm_value", "$1") +
         parameters.function("_tensix_tlm_parameter", "${1-}") + "_tensix_tlm_parameter_names='" + joined(all_parameters) +
         "'\n" + body;
}

}  // namespace tensix
