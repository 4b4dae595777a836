// SPDX-License-Identifier: Apache-2.0
// One line of a JSON lines file: an object of texts, numbers (decimal, or "0x..." in quotes), and nested values that are kept.
#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace tensix {

class flat_json {
 public:
  // `where` stands in front of messages. Throws event_line_error.
  flat_json(std::string_view line, const std::string& where);

  size_t members() const { return object_.size(); }
  bool has(const char* key) const { return object_.contains(key); }
  const std::string& text(const char* key) const;
  std::string nested(const char* key) const;  // as JSON
  uint64_t number(const char* key, uint64_t most = ~uint64_t{0}) const;
  void bytes(const char* key, std::vector<uint8_t>& to) const;  // two hexadecimal digits each
  [[noreturn]] void fail(const std::string& what) const;

 private:
  const std::string& where_;
  nlohmann::ordered_json object_;

  const nlohmann::ordered_json& get(const char* key) const;
};

}  // namespace tensix
