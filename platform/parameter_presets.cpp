// SPDX-License-Identifier: Apache-2.0
#include "platform/parameter_presets.h"

#include <map>
#include <utility>

namespace tensix {

namespace {
struct preset_value {
  std::string value;
  bool used = false, told = false;
};
std::map<std::string, preset_value>& given_presets() {
  static std::map<std::string, preset_value> presets;
  return presets;
}
std::vector<preset_source>& sources() {
  static std::vector<preset_source> all;
  return all;
}

std::optional<std::string> preset_of(const std::string& name) {
  if (const auto found = given_presets().find(name); found != given_presets().end()) {
    found->second.used = true;
    return found->second.value;
  }
  for (auto source = sources().rbegin(); source != sources().rend(); ++source)
    if (auto value = (*source)(name)) return value;
  return {};
}
}  // namespace

void preset(const std::string& name, const std::string& value) { given_presets()[name] = {value}; }

void add_preset_source(preset_source source) { sources().push_back(std::move(source)); }

void clear_presets() {
  given_presets().clear();
  sources().clear();
}

parameters with_presets(const std::string& tile, const parameters& given) {
  if (given_presets().empty() && sources().empty()) return given;
  const std::string below = tile + ".";
  std::string name = below;
  try {
    for (auto p = given_presets().lower_bound(below);
         p != given_presets().end() && p->first.compare(0, below.size(), below) == 0; ++p) {
      name = p->first;
      find_parameter(name.substr(below.size()));
    }
    std::vector<std::string> settings;
    for (const parameter_info& i : parameter_list()) {
      name = below + i.name;
      const auto value = preset_of(name);
      if (!value) continue;
      parameters alone = given;
      set(alone, i.name, *value);
      settings.push_back(i.name + "=" + *value);
    }
    name = tile;
    if (settings.empty()) return given;
    parameters p = given;
    apply_settings(p, settings);
    return p;
  } catch (const parameter_error& e) {
    throw parameter_error("preset of " + name + ": " + e.what());
  }
}

std::vector<std::string> take_unused_presets() {
  std::vector<std::string> names;
  for (auto& [name, p] : given_presets())
    if (!p.used && !std::exchange(p.told, true)) names.push_back(name);
  return names;
}

}  // namespace tensix
