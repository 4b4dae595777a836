// SPDX-License-Identifier: Apache-2.0
// Configurations as JSON files.
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "platform/configuration_files.h"
#include "platform/parameters.h"
#include "support/files/input_file.h"
#include "support/files/share_places.h"
#include "support/text/known_word.h"
#include "support/text/nearest.h"

namespace tensix {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

struct setting {
  std::string name, value, path;
};

std::string dotted(const std::string& prefix, const std::string& key) { return prefix.empty() ? key : prefix + "." + key; }

bool is_section(const std::string& prefix) {
  const auto& all = parameter_list();
  return std::any_of(all.begin(), all.end(), [&](const parameter_info& i) { return i.name.rfind(prefix + ".", 0) == 0; });
}

// A JSON value as the text that `set` understands.
std::string value_text(const json& value, const std::string& where) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number() || value.is_boolean()) return value.dump();
  if (value.is_array()) {
    std::string text;
    for (const auto& element : value) {
      if (!element.is_number_integer() && !element.is_string())
        throw parameter_error(where + ": an element of the list is " + element.dump() + "; expected numbers or names");
      text += (text.empty() ? "" : ",") + (element.is_string() ? element.get<std::string>() : element.dump());
    }
    return text;
  }
  throw parameter_error(where + ": " + value.dump() + " is no value of a parameter");
}

// Leaves of the tree, whether their names are nested or dotted.
void flatten(const json& object, const std::string& prefix, const std::string& path, const std::string& origin,
             std::vector<setting>& out) {
  for (const auto& [key, value] : object.items()) {
    const std::string name = dotted(prefix, key), here = path + "/" + key;
    if (prefix.empty() && (key == "base" || key == "name" || key == "description")) continue;
    if (value.is_object()) {
      if (!is_section(name))
        throw parameter_error(origin + ", at " + here + ": no parameter or group is called '" + name + "'" +
                              did_you_mean(name, parameter_names()));
      flatten(value, name, here, origin, out);
    } else {
      out.push_back({name, value_text(value, origin + ", at " + here), here});
    }
  }
}

constexpr int deepest = 100;  // values are written and released by recursion

json parse(const std::string& text, const std::string& origin) {
  std::vector<std::set<std::string>> keys;  // seen so far in every open object
  const auto watch = [&](int depth, json::parse_event_t event, json& value) {
    if (depth > deepest) throw parameter_error(origin + ": nested more than " + std::to_string(deepest) + " deep");
    if (event == json::parse_event_t::object_start) keys.emplace_back();
    if (event == json::parse_event_t::object_end) keys.pop_back();
    if (event == json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second)
      throw parameter_error(origin + ": the key '" + value.get<std::string>() + "' is there twice");
    return true;
  };
  try {
    return json::parse(text, watch);
  } catch (const json::exception& e) {
    std::string what = e.what();  // "[json.exception...] parse error at line 3, column 5: ..."
    if (const auto bracket = what.find("] "); bracket != std::string::npos) what.erase(0, bracket + 2);
    throw parameter_error(origin + ": " + what);
  }
}

std::string text_member(const json& tree, const char* key, const std::string& origin) {
  const auto it = tree.find(key);
  if (it == tree.end()) return {};
  if (!it->is_string()) throw parameter_error(origin + ", at /" + key + ": expected a text, not " + it->dump());
  return it->get<std::string>();
}

parameters load(const std::string& name_or_file, const fs::path& folder, std::vector<fs::path>& opened);

parameters from_text(const std::string& text, const std::string& origin, const fs::path& folder,
                     std::vector<fs::path>& opened) {
  const json tree = parse(text, origin);
  if (!tree.is_object()) throw parameter_error(origin + ": expected an object { ... } of parameters");
  const std::string base = text_member(tree, "base", origin), given_name = text_member(tree, "name", origin);
  text_member(tree, "description", origin);
  parameters p;
  try {
    p = base.empty() ? builtin_configuration("blackhole") : load(base, folder, opened);
  } catch (const parameter_error& e) {
    throw parameter_error(origin + ", at base: " + e.what());
  }
  std::vector<setting> settings;
  flatten(tree, "", "", origin, settings);
  std::set<std::string> given;
  for (const auto& s : settings) {
    if (!given.insert(s.name).second) throw parameter_error(origin + ", at " + s.path + ": " + s.name + " is given twice");
    try {
      set(p, s.name, s.value);
    } catch (const parameter_error& e) {
      throw parameter_error(origin + ", at " + s.path + ": " + e.what());
    }
  }
  p.config_name = given_name.empty() ? fs::path(origin).stem().string() : given_name;
  return p;
}

// Folder of configurations that come with the program; empty: none is there.
fs::path shipped_folder() {
  std::error_code error;
  for (const fs::path& place : share_places())
    if (fs::is_directory(place / "configs", error)) return place / "configs";
  return {};
}

// The file of "NAME" or "NAME.json"; empty: there is none.
fs::path shipped(const std::string& name) {
  std::error_code error;
  if (name.empty() || name.find('/') != std::string::npos) return {};
  const fs::path folder = shipped_folder();
  for (const fs::path& path : {folder / (name + ".json"), folder / name})
    if (!folder.empty() && path.extension() == ".json" && fs::is_regular_file(path, error)) return path;
  return {};
}

std::vector<std::string> known_names() {
  std::vector<std::string> all = builtin_configuration_names();
  for (const auto& one : shipped_configuration_names()) all.push_back(one);
  return all;
}

std::string listed(const std::vector<std::string>& all) {
  std::string text;
  for (const auto& one : all) text += (text.empty() ? "" : ", ") + one;
  return text.empty() ? "no configuration does" : text;
}

parameters load(const std::string& name_or_file, const fs::path& folder, std::vector<fs::path>& opened) {
  const auto& builtin = builtin_configuration_names();
  if (std::find(builtin.begin(), builtin.end(), name_or_file) != builtin.end()) return builtin_configuration(name_or_file);
  fs::path path = fs::path(name_or_file).is_absolute() ? fs::path(name_or_file) : folder / name_or_file;
  std::error_code error;
  if (!fs::exists(path, error)) {
    const std::string known = known_word(name_or_file, known_names());
    if (std::find(builtin.begin(), builtin.end(), known) != builtin.end()) return builtin_configuration(known);
    if (const fs::path came = shipped(known); !came.empty()) path = came;
  }
  const fs::path canonical = fs::weakly_canonical(path, error);
  if (std::find(opened.begin(), opened.end(), canonical) != opened.end())
    throw parameter_error(path.string() + ": the configuration is based on itself");
  if (!fs::is_regular_file(path, error))
    throw parameter_error(
        "no configuration '" + name_or_file +
        "': it is neither built in (blackhole, documented) nor a file that can be read, nor does it come with the program (" +
        listed(shipped_configuration_names()) + ")" + did_you_mean(name_or_file, known_names()));
  const std::string text = read_input_file(path.string());
  opened.push_back(canonical);
  parameters p = from_text(text, path.string(), path.parent_path(), opened);
  opened.pop_back();
  return p;
}

}  // namespace

std::vector<std::string> shipped_configuration_names() {
  const auto& builtin = builtin_configuration_names();
  std::vector<std::string> all;
  std::error_code error;
  const fs::path folder = shipped_folder();
  if (folder.empty()) return all;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() != ".json" || !entry.is_regular_file(error)) continue;
    if (std::find(builtin.begin(), builtin.end(), name) != builtin.end()) continue;
    const json tree = json::parse(read_input_file(entry.path().string()), nullptr, false);
    if (tree.is_object() && tree.contains("base")) all.push_back(name);  // not a table of energies
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::string configuration_file(const std::string& name_or_file) {
  const auto& builtin = builtin_configuration_names();
  if (std::find(builtin.begin(), builtin.end(), name_or_file) != builtin.end()) return {};
  std::error_code error;
  if (!fs::exists(name_or_file, error))
    if (const fs::path came = shipped(name_or_file); !came.empty()) return came.string();
  return name_or_file;
}

parameters load_configuration(const std::string& name_or_file) {
  std::vector<fs::path> opened;
  parameters p = load(name_or_file, "", opened);
  try {
    validate_together(p);
  } catch (const parameter_error& e) {
    throw parameter_error(name_or_file + ": " + e.what());
  }
  return p;
}

parameters configuration_from_json(const std::string& text, const std::string& origin, const std::string& folder) {
  std::vector<fs::path> opened;
  parameters p = from_text(text, origin, folder, opened);
  try {
    validate_together(p);
  } catch (const parameter_error& e) {
    throw parameter_error(origin + ": " + e.what());
  }
  return p;
}

std::string to_json(const parameters& p) {
  nlohmann::ordered_json tree;
  tree["name"] = p.config_name;
  for (const auto& i : parameter_list()) {
    nlohmann::ordered_json* node = &tree;
    std::istringstream parts(i.name);
    for (std::string part; std::getline(parts, part, '.');) node = &(*node)[part];
    const std::string value = i.get(p);
    if (i.kind == parameter_kind::number) *node = std::stoul(value);
    else if (i.kind == parameter_kind::boolean) *node = value == "true";
    else *node = value;
  }
  return tree.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);  // the name of a file is in any encoding
}

}  // namespace tensix
