// SPDX-License-Identifier: Apache-2.0
// A text as a cell of a CSV file (RFC 4180): in quotes if it has to be.
#pragma once
#include <string>

namespace tensix {

inline std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

}  // namespace tensix
