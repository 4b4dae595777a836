// SPDX-License-Identifier: Apache-2.0
#include "pages/run/shell_command.h"

namespace tensix {

std::string shell_command(const std::vector<std::string>& arguments) {
  constexpr const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
  std::string text = "tensix-tlm";
  for (const auto& a : arguments) {
    if (!a.empty() && a.find_first_not_of(plain) == std::string::npos) {
      text += " " + a;
      continue;
    }
    text += " '";
    for (const char c : a) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    text += "'";
  }
  return text;
}

}  // namespace tensix
