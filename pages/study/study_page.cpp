// SPDX-License-Identifier: Apache-2.0
#include "pages/study/study_page.h"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "pages/run/frame.h"
#include "pages/run/page_files.h"
#include "pages/study/page_files.h"
#include "platform/parameters.h"

namespace tensix {
namespace {

using nlohmann::ordered_json;

const ordered_json& columns_known() {
  static const ordered_json all = ordered_json::parse(study_files::columns());
  return all;
}

std::vector<std::string> pieces_of(const std::string& text, char separator) {
  std::vector<std::string> pieces;
  std::istringstream in(text);
  for (std::string piece; std::getline(in, piece, separator);) pieces.push_back(piece);
  return pieces;
}

// "dst_read_hazard_cycles" as words: those that columns.json knows as they are written, `_` and `-` as spaces.
std::string words_of(const std::string& piece) {
  const ordered_json& words = columns_known().at("words");
  if (words.contains(piece)) return words.at(piece);
  std::string spaced = piece, text;
  std::replace(spaced.begin(), spaced.end(), '_', ' ');
  std::replace(spaced.begin(), spaced.end(), '-', ' ');
  for (const auto& w : pieces_of(spaced, ' '))
    text += (text.empty() ? "" : " ") + (words.contains(w) ? words.at(w).get<std::string>() : w);
  return text;
}

// "units.*.busy": a * stands for one piece. The pieces that stars stand for, as words; nothing: it does not fit.
bool fits(const std::string& pattern, const std::string& name, std::vector<std::string>& stars) {
  const auto p = pieces_of(pattern, '.'), n = pieces_of(name, '.');
  stars.clear();
  if (p.size() != n.size()) return false;
  for (size_t i = 0; i < p.size(); ++i) {
    if (p[i] == "*") stars.push_back(words_of(n[i]));
    else if (p[i] != n[i]) return false;
  }
  return true;
}

std::string with_stars(std::string label, const std::vector<std::string>& stars) {
  for (const auto& s : stars)
    if (const size_t at = label.find('*'); at != std::string::npos) label.replace(at, 1, s);
  return label;
}

// "matrix_unit.dst_read_hazard_cycles" [cycles]: "matrix unit: Dst read hazard". Other units are part of the name.
std::string parameter_label(const std::string& name, const std::string& unit) {
  std::string text;
  auto pieces = pieces_of(name, '.');
  const std::string end = "_cycles";
  std::string& last = pieces.back();
  if (unit == "cycles" && last.size() > end.size() && last.compare(last.size() - end.size(), end.size(), end) == 0)
    last.resize(last.size() - end.size());
  for (size_t i = 0; i < pieces.size(); ++i) text += (i == 0 ? "" : i == 1 ? ": " : " ") + words_of(pieces[i]);
  return text;
}

}  // namespace

ordered_json described_column(const std::string& name) {
  std::vector<std::string> stars;
  for (const auto& c : columns_known().at("columns"))
    if (fits(c[0], name, stars)) return {{"name", name}, {"label", with_stars(c[1], stars)}, {"unit", c[2]}};
  for (const auto& i : parameter_list())
    if (i.name == name) {
      const std::string unit = i.unit == "name" || i.unit == "port list" || i.unit == "speeds" ? "" : i.unit;
      return {{"name", name},
              {"label", parameter_label(name, unit)},
              {"unit", unit},
              {"blackhole", i.blackhole},
              {"documented", i.documented}};
    }
  return {{"name", name}, {"label", parameter_label(name, "")}, {"unit", ""}};
}

std::string study_page(const std::string& title, const ordered_json& data) {
  page_frame frame{title + " - tensix-tlm", "charts", "charts and tables", "", study_files::html()};
  frame.styles = {study_files::css()};
  frame.scripts = {study_files::page_js(), page::wide_tables_js(), study_files::charts_js(), study_files::points_js(),
                   study_files::levers_js()};
  return framed(frame, data);
}

}  // namespace tensix
