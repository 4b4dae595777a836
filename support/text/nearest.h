// SPDX-License-Identifier: Apache-2.0
// "Did you mean …": the known name that is closest to a wrong one, if it is close. Used by every message about names: commands,
// options and their values, kernels, parameters, instructions, fields, streams.
#pragma once
#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace tensix {

// Letters to put in, leave out, take for another, or swap with the next one, to make `b` of `a`. Case does not count, nor
// whether words are joined by - or _.
inline size_t letters_between(std::string_view a, std::string_view b) {
  const auto same = [](char x, char y) {
    const auto plain = [](char c) { return c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c))); };
    return plain(x) == plain(y);
  };
  std::vector<size_t> before, above(b.size() + 1), row(b.size() + 1);  // the two rows above
  for (size_t j = 0; j < row.size(); ++j) above[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j < row.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1)});
      if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1])) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = above;
    above = row;
  }
  return above.back();
}

// The measure: at most a third of the letters are wrong, or one of two. "l1.banks" may also be meant by "banks", its last part,
// or "l1", and any name of several words by the first of them; where these are long, a letter in six may be wrong.
inline bool is_near(std::string_view wrong, std::string_view known, size_t letters) {
  const auto third = [](size_t distance, std::string_view a, std::string_view b) {
    const size_t longer = std::max(a.size(), b.size());
    return 3 * distance <= longer || (distance == 1 && longer == 2);
  };
  if (third(letters, wrong, known)) return true;
  if (const size_t dot = known.rfind('.'); dot != std::string_view::npos && wrong.find('.') == std::string_view::npos) {
    const std::string_view last = known.substr(dot + 1);
    if (is_near(wrong, last, letters_between(wrong, last))) return true;
  }
  for (size_t word = known.find_first_of(".-_"); word != std::string_view::npos; word = known.find_first_of(".-_", word + 1)) {
    const size_t distance = letters_between(wrong, known.substr(0, word));
    if (distance <= wrong.size() / 6 && (known[word] == '.' || wrong.size() >= 4)) return true;
  }
  return false;
}

// The element of `known` that is closest to `wrong`, of equally close ones the first; empty if none is near.
inline std::string nearest(std::string_view wrong, const std::vector<std::string>& known) {
  constexpr size_t longest = 100;  // of what is compared: a file without a blank is one word
  wrong = wrong.substr(0, longest);
  std::string best;
  size_t best_letters = static_cast<size_t>(-1);
  for (const auto& candidate : known)
    if (const size_t letters = letters_between(wrong, candidate); letters < best_letters && is_near(wrong, candidate, letters))
      best_letters = letters, best = candidate;
  return best;
}

inline std::string did_you_mean(std::string_view wrong, const std::vector<std::string>& known) {
  const std::string best = nearest(wrong, known);
  return best.empty() ? std::string() : "; did you mean '" + best + "'?";
}

}  // namespace tensix
