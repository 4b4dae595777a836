// SPDX-License-Identifier: Apache-2.0
// One HTML file from a template and what is put into its places.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tensix {

std::string html_text(const std::string& text);
// JSON as the content of a script element: no `<` can end it.
std::string script_data(const std::string& json);
// `parts`: place and content, in the order of the template: nothing is looked for in what was put in. Throws std::logic_error
// for a place that the template does not have.
std::string filled_page(std::string_view html, const std::vector<std::pair<std::string, std::string>>& parts);

}  // namespace tensix
