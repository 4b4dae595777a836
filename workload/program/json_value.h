// SPDX-License-Identifier: Apache-2.0
// A value of a JSON file that knows where it stands: what is wrong is said with file and place. No SystemC.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace tensix {

class json_value {
 public:
  // `value` and `file` must outlive it. `place`: keys and indices to it, "/buffers/a"; of the whole file empty.
  json_value(const nlohmann::ordered_json& value, const std::string& file, std::string place = {})
      : value_(value), file_(file), place_(std::move(place)) {}

  // Throws std::runtime_error: "FILE, at /buffers/a: WHAT".
  [[noreturn]] void refuse(const std::string& what) const;
  const nlohmann::ordered_json& json() const { return value_; }
  std::string shown() const;  // of a long value the beginning

  // Each refuses a value of another kind; `what`: what is expected, "a name of a format".
  std::vector<std::pair<std::string, json_value>> members() const;
  std::vector<json_value> elements() const;
  std::string text(const char* what) const;
  bool flag() const;
  uint64_t number(uint64_t least, uint64_t most) const;
  // One of `known`; `what`: what they are, "format".
  std::string choice(const char* what, const std::vector<std::string>& known) const;

  // An object with members of these names only.
  void require_known(const std::vector<std::string>& known) const;
  bool has(const char* key) const { return value_.is_object() && value_.contains(key); }
  json_value at(const std::string& key) const;                      // has(key)
  json_value required(const char* key, const char* meaning) const;  // refuses if it is missing
  json_value within(const std::string& key, const nlohmann::ordered_json& value) const {
    return {value, file_, place_ + "/" + key};
  }

 private:
  const nlohmann::ordered_json& value_;
  const std::string& file_;
  std::string place_;
};

}  // namespace tensix
