#include "app/cli/checked_text.h"

#include <nlohmann/json.hpp>

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

}  // namespace tensix
