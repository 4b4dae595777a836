// SPDX-License-Identifier: Apache-2.0
// Messages for a terminal: what came from an input neither floods nor steers it. No SystemC.
#pragma once
#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>

namespace tensix {

// Control characters but the ends of lines and tabs as \xNN; of a line of more than 1000 bytes, the middle left out.
inline std::string plain_text(std::string_view text) {
  constexpr size_t longest = 1000, kept_before = 600, kept_behind = 300;
  const auto inside_of_character = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };  // UTF-8
  std::string plain;
  const auto add = [&plain](std::string_view piece) {
    for (size_t i = 0; i < piece.size(); ++i) {
      const auto c = static_cast<unsigned char>(piece[i]),
                 next = static_cast<unsigned char>(piece[i + 1 < piece.size() ? i + 1 : i]);
      const bool second_set = c == 0xc2 && next >= 0x80 && next < 0xa0;  // U+0080 to U+009F
      if ((c < 0x20 && c != '\t') || c == 0x7f || second_set) {
        char code[8];
        std::snprintf(code, sizeof code, "\\x%02x", second_set ? next : c);
        plain += code;
        i += second_set;
      } else {
        plain += static_cast<char>(c);
      }
    }
  };
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    if (line.size() <= longest) {
      add(line);
    } else {
      size_t head = kept_before, tail = line.size() - kept_behind;
      while (head > 0 && inside_of_character(line[head])) --head;
      while (tail < line.size() && inside_of_character(line[tail])) ++tail;
      add(line.substr(0, head));
      plain += " [" + std::to_string(tail - head) + " bytes left out] ";
      add(line.substr(tail));
    }
    if (end < text.size()) plain += '\n';
    at = end + 1;
  }
  return plain;
}

}  // namespace tensix
