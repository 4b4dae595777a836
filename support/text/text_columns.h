// SPDX-License-Identifier: Apache-2.0
// Numbers and columns in texts for people. No SystemC.
#pragma once
#include <cstdint>
#include <cstdio>
#include <string>

namespace tensix {

// "1,234,567"
inline std::string grouped(uint64_t value) {
  std::string text = std::to_string(value);
  for (size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, ",");
  return text;
}
// "+1,234", "-5", "0"
inline std::string signed_count(int64_t value) {
  const char* const sign = value < 0 ? "-" : value > 0 ? "+" : "";
  return sign + grouped(value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value));
}
inline std::string fixed(double value, int digits, const char* format = "%.*f") {
  char text[64];
  std::snprintf(text, sizeof text, format, digits, value);
  return text;
}
// "+1.5", "-0.3", and "0.0" of what is less than its last digit.
inline std::string signed_fixed(double value, int digits) {
  const std::string text = fixed(value, digits, "%+.*f");
  return text.find_first_of("123456789") == std::string::npos ? text.substr(1) : text;
}
// At the right, or the left, of a column.
inline std::string right(const std::string& text, size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}
inline std::string left(const std::string& text, size_t width) {
  return text.size() < width ? text + std::string(width - text.size(), ' ') : text;
}

}  // namespace tensix
