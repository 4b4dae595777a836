// SPDX-License-Identifier: Apache-2.0
#include "app/cli/checked_text.h"

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

namespace tensix {

std::string text_of(const checked_words& words) {
  nlohmann::json all = {words.errors, words.warnings};
  for (const auto& w : words.waits) all.push_back(w ? nlohmann::json{w->buffer, w->tiles, w->place} : nlohmann::json());
  return all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

checked_words words_of(const std::string& text) {
  const auto all = nlohmann::json::parse(text);
  checked_words words{all.at(0), all.at(1), {}};
  for (size_t core = 0; core < words.waits.size(); ++core)
    if (const auto& w = all.at(2 + core); !w.is_null()) words.waits[core] = {w.at(0), w.at(1), w.at(2)};
  return words;
}

std::string text_of(const std::vector<checked_words>& words) {
  std::string text;
  for (const checked_words& w : words) text += text_of(w) + "\n";  // a line each
  return text;
}

std::vector<checked_words> all_words_of(const std::string& text) {
  std::vector<checked_words> all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) all.push_back(words_of(line));
  return all;
}

namespace {
std::string once(const std::vector<checked_words>& words, std::string checked_words::*member) {
  std::set<std::string> told;
  std::string text;
  for (const checked_words& w : words) {
    std::istringstream lines(w.*member);
    for (std::string line; std::getline(lines, line);)
      if (told.insert(line.substr(0, line.rfind(" (found by "))).second) text += line + "\n";
  }
  return text;
}
}  // namespace

std::string errors_of(const std::vector<checked_words>& words) { return once(words, &checked_words::errors); }
std::string warnings_of(const std::vector<checked_words>& words) { return once(words, &checked_words::warnings); }

}  // namespace tensix
