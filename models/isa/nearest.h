// "Did you mean …": the known name that is closest to a wrong one (edit distance). Used by every message about names.
#pragma once
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace tensix {

// The element of `known` with the smallest edit distance to `wrong`; empty if there is none.
inline std::string nearest(std::string_view wrong, const std::vector<std::string>& known) {
  constexpr size_t longest = 100;  // of what is compared: a file without a blank is one word
  wrong = wrong.substr(0, longest);
  std::string best;
  size_t best_distance = static_cast<size_t>(-1);
  for (const auto& candidate : known) {
    std::vector<size_t> row(candidate.size() + 1);
    for (size_t j = 0; j < row.size(); ++j) row[j] = j;
    for (size_t i = 1; i <= wrong.size(); ++i) {
      size_t diagonal = row[0];
      row[0] = i;
      for (size_t j = 1; j < row.size(); ++j) {
        const size_t above = row[j];
        row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (wrong[i - 1] == candidate[j - 1] ? 0 : 1)});
        diagonal = above;
      }
    }
    if (row.back() < best_distance) best_distance = row.back(), best = candidate;
  }
  return best;
}

inline std::string did_you_mean(std::string_view wrong, const std::vector<std::string>& known) {
  const std::string best = nearest(wrong, known);
  return best.empty() ? std::string() : "; did you mean '" + best + "'?";
}

}  // namespace tensix
