// SPDX-License-Identifier: Apache-2.0
// What all pages have in common (frame.html): head, link past the header, theme, places of styles, data and scripts.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace tensix {

struct page_frame {
  std::string title;                                  // of the window
  std::string_view content;                           // "Skip to the ..."
  std::string_view drawn;                             // "The ... of this page are drawn by its own scripts"
  std::string_view sections;                          // HTML: links to the sections; empty: a script of the page makes them
  std::string_view main;                              // HTML: the sections
  bool has_charts = true;                             // then the plotting library and its licence are in the page
  std::vector<std::string_view> styles{}, scripts{};  // styles behind page.css
};

// The page, with its data as JSON.
std::string framed(const page_frame& page, const nlohmann::ordered_json& data);

}  // namespace tensix
