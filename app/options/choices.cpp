// SPDX-License-Identifier: Apache-2.0
#include "app/options/choices.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "app/options/command_table.h"
#include "app/options/option_groups.h"
#include "models/contracts/tile_unit.h"
#include "observe/events/event.h"
#include "platform/parameters.h"

namespace tensix {
namespace {

using names = std::vector<std::string>;

// Those of all kernels, each once.
names of_all_kernels(names (kernel_description::*choices)() const) {
  names all;
  for (const auto* k : all_kernels())
    for (const auto& one : (k->*choices)())
      if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
  return all;
}

const std::map<std::string, names>& table() {
  static const std::map<std::string, names> all = {
      {"axis", of_all_kernels(&kernel_description::axis_names)},
      {"boot", {"b", "direct"}},
      {"broadcast", {"none", "row", "col", "scalar"}},
      {"dst-sync", {"half", "full"}},
      {"event-data", names(std::begin(event_data_names), std::end(event_data_names))},
      {"fidelity", {"lofi", "hifi2", "hifi3", "hifi4"}},
      {"fidelity-loop", {"position", "face", "tile"}},
      {"format", format_list()},
      {"hazards", {"off", "warn"}},
      {"in0-format", format_list()},
      {"in1-format", format_list()},
      {"isolate", {"none", "unpack", "math", "pack"}},
      {"issue", {"mop", "direct"}},
      {"launcher", {"local", "slurm"}},
      {"on-undefined", {"stop", "warn"}},
      {"op", of_all_kernels(&kernel_description::op_names)},
      {"out-format", format_list()},
      {"reuse", {"in0", "in1"}},
      {"search", {"coordinate", "random"}},
      {"throttle", {"none", "x1", "x2", "x4"}},
  };
  return all;
}

}  // namespace

const names& choices_of(std::string_view option) {
  static const names none;
  const auto found = table().find(std::string(option));
  return found == table().end() ? none : found->second;
}

names options_with_choices() {
  names all;
  for (const auto& [option, words] : table()) all.push_back(option);
  return all;
}

value_kind value_kind_of(const std::string& option, const std::string& placeholder) {
  value_kind k;
  k.words = choices_of(option);
  if (placeholder == "KERNEL") k.words = kernel_names();
  if (placeholder == "COMMAND") k.words = command_names();
  if (placeholder.rfind("PARAMETER", 0) == 0) k.words = parameter_names();
  if (placeholder == "SHELL") k.words = {"bash", "zsh"};
  if (placeholder == "UNIT" || option == "record") k.words = names(std::begin(tile_unit_names), std::end(tile_unit_names));
  if (option == "config") k.words = builtin_configuration_names();
  k.parameter = option == "set";
  const size_t file = placeholder.find("FILE");
  k.assigns = placeholder.find("=FILE") != std::string::npos || placeholder.find("=SOURCE") != std::string::npos;
  k.file = k.assigns || file == 0 || option == "config" || placeholder == "STUDY" || placeholder == "A" || placeholder == "B";
  if (option == "config" || placeholder == "STUDY" || placeholder == "A" || placeholder == "B") k.endings = {"json"};
  // FILE.npy: its ending; of event logs and pages likewise.
  if (const size_t dot = file + 4; file != std::string::npos && placeholder.size() > dot && placeholder[dot] == '.')
    if (placeholder[dot + 1] != '.') k.endings = {placeholder.substr(dot + 1, placeholder.find("...") - dot - 1)};
  return k;
}

}  // namespace tensix
