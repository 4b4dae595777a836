#include "pages/compare/compare_page.h"

#include "pages/compare/page_files.h"
#include "pages/run/page_files.h"
#include "pages/study/page_files.h"
#include "support/files/html_page.h"

namespace tensix {

using nlohmann::ordered_json;

std::string compare_page(const ordered_json& comparison, const std::string& version) {
  const std::string title = "Two runs compared";
  const ordered_json data = {
      {"format", "tensix-tlm-compare-page"}, {"version", 1}, {"program", version}, {"name", title}, {"comparison", comparison}};
  std::string scripts;
  for (const auto& file : {study_files::page_js(), page::wide_tables_js(), compare_files::page_js()}) scripts.append(file);
  return filled_page(
      compare_files::html(),
      {{"<!--TITLE-->", html_text(title)},
       {"/*STYLE*/", std::string(page::css()) + std::string(study_files::css()) + std::string(compare_files::css())},
       {"<!--DATA-->", script_data(data.dump(-1, ' ', false, ordered_json::error_handler_t::replace))},
       {"/*PAGE*/", scripts}});
}

}  // namespace tensix
