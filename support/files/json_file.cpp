// SPDX-License-Identifier: Apache-2.0
#include "support/files/json_file.h"

#include <filesystem>
#include <set>
#include <stdexcept>

#include "support/files/input_file.h"

namespace tensix {

using nlohmann::ordered_json;

constexpr int deepest = 100;  // values are written, copied and compared by recursion

std::string read_text_file(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) throw std::runtime_error("there is no file '" + path + "'");
  if (!std::filesystem::is_regular_file(path, error)) throw std::runtime_error("'" + path + "' is not a file");
  return read_input_file(path);
}

ordered_json parse_json(const std::string& text, const std::string& origin) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) throw std::runtime_error(origin + ": the file is empty");
  std::vector<std::set<std::string>> keys;  // seen so far in every open object
  const auto watch = [&](int depth, ordered_json::parse_event_t event, ordered_json& value) {
    if (depth > deepest) throw std::runtime_error(origin + ": nested more than " + std::to_string(deepest) + " deep");
    if (event == ordered_json::parse_event_t::object_start) keys.emplace_back();
    if (event == ordered_json::parse_event_t::object_end) keys.pop_back();
    if (event == ordered_json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second)
      throw std::runtime_error(origin + ": the member '" + value.get<std::string>() + "' is there twice");
    return true;
  };
  try {
    return ordered_json::parse(text, watch);
  } catch (const ordered_json::exception& e) {
    std::string what = e.what();  // "[json.exception...] parse error at line 3, column 5: ..."
    if (const auto bracket = what.find("] "); bracket != std::string::npos) what.erase(0, bracket + 2);
    throw std::runtime_error(origin + ": " + what);
  }
}

}  // namespace tensix
