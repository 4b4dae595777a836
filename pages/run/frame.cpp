// SPDX-License-Identifier: Apache-2.0
#include "pages/run/frame.h"

#include "pages/run/page_files.h"
#include "support/files/html_page.h"

namespace tensix {

std::string framed(const page_frame& page, const nlohmann::ordered_json& data) {
  std::string style(page::css()), scripts, licence, library;
  for (const auto& file : page.styles) style.append(file);
  for (const auto& file : page.scripts) scripts.append(file);
  if (page.has_charts) {
    licence = "  <details><summary>Licence of the plotting library in this page</summary><pre>" +
              html_text(std::string(page::echarts_notice()) + "\n\n" + std::string(page::echarts_license())) +
              "</pre></details>";
    library = "<script>" + std::string(page::echarts()) + "</script>";
  }
  return filled_page(page::frame(),
                     {{"<!--TITLE-->", html_text(page.title)},
                      {"/*STYLE*/", style},
                      {"<!--CONTENT-->", std::string(page.content)},
                      {"<!--SECTIONS-->", std::string(page.sections)},
                      {"<!--DRAWN-->", std::string(page.drawn)},
                      {"<!--MAIN-->", std::string(page.main)},
                      {"<!--LICENCE-->", licence},
                      {"<!--DATA-->", script_data(data.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace))},
                      {"<!--LIBRARY-->", library},
                      {"/*PAGE*/", scripts}});
}

}  // namespace tensix
