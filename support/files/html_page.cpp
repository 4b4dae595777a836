// SPDX-License-Identifier: Apache-2.0
#include "support/files/html_page.h"

#include <stdexcept>

namespace tensix {

std::string html_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<') out += "&lt;";
    else if (c == '&') out += "&amp;";
    else out += c;
  }
  return out;
}

std::string script_data(const std::string& json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json)
    if (c == '<') out += "\\u003c";
    else out += c;
  return out;
}

std::string filled_page(std::string_view html, const std::vector<std::pair<std::string, std::string>>& parts) {
  std::string out;
  for (const auto& [mark, text] : parts) {
    const size_t at = html.find(mark);
    if (at == std::string_view::npos) throw std::logic_error("the page has no place for " + mark);
    out.append(html.substr(0, at)).append(text);
    html.remove_prefix(at + mark.size());
  }
  return out.append(html);
}

}  // namespace tensix
