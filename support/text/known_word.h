// SPDX-License-Identifier: Apache-2.0
// Words in any case: "HiFi2". Used wherever people choose among words: options, operands, values of parameters.
#pragma once
#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace tensix {

// The word of `known` that `text` is but for case; otherwise `text`.
inline std::string known_word(std::string_view text, const std::vector<std::string>& known) {
  const auto same = [&](const std::string& word) {
    return std::equal(word.begin(), word.end(), text.begin(), text.end(),
                      [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
  };
  if (std::find(known.begin(), known.end(), text) != known.end()) return std::string(text);
  const auto found = std::find_if(known.begin(), known.end(), same);
  return found == known.end() ? std::string(text) : *found;
}

}  // namespace tensix
