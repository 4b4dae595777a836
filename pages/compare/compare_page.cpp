// SPDX-License-Identifier: Apache-2.0
#include "pages/compare/compare_page.h"

#include "pages/compare/page_files.h"
#include "pages/run/frame.h"
#include "pages/run/page_files.h"
#include "pages/study/page_files.h"

namespace tensix {

using nlohmann::ordered_json;

std::string compare_page(const ordered_json& comparison, const std::string& version) {
  const std::string title = "Two runs compared";
  const ordered_json data = {
      {"format", "tensix-tlm-compare-page"}, {"version", 1}, {"program", version}, {"name", title}, {"comparison", comparison}};
  page_frame frame{title + " - tensix-tlm", "figures", "bars and tables", "", compare_files::html()};
  frame.has_charts = false;
  frame.styles = {study_files::css(), compare_files::css()};
  frame.scripts = {study_files::page_js(), page::wide_tables_js(), compare_files::page_js()};
  return framed(frame, data);
}

}  // namespace tensix
