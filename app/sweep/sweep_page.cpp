// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/sweep_page.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "app/sweep/rows.h"
#include "pages/study/study_page.h"

#ifndef TENSIX_TLM_VERSION
#define TENSIX_TLM_VERSION "unknown"
#endif

namespace tensix {
namespace {

using nlohmann::ordered_json;

constexpr size_t most_points_shown = 20000;
const std::set<std::string> texts_shown = {"kernel.limited_by", "message", "outcome"};

// A column that the page can draw or print: numbers that are not the same everywhere.
struct column {
  std::vector<ordered_json> values;  // of the points; null: it has none
  bool number = true;
};

void number_columns(const std::vector<std::map<std::string, ordered_json>>& rows, const std::vector<std::string>& order,
                    ordered_json& out) {
  for (const auto& name : order) {
    column c;
    bool same = true;
    for (const auto& row : rows) {
      const auto found = row.find(name);
      c.values.push_back(found == row.end() ? ordered_json() : found->second);
      if (!c.values.back().is_null() && !c.values.back().is_number()) c.number = false;
      same = same && c.values.back() == c.values.front();
    }
    if (!texts_shown.count(name) && (!c.number || (same && name != "cycles"))) continue;
    ordered_json description = described_column(name);
    description["values"] = c.values;
    out.push_back(std::move(description));
  }
}

}  // namespace

ordered_json page_data(const sweep_options& o, const study& s, const speedups* faster, const std::vector<uint64_t>& numbers,
                       const row_source& row) {
  if (numbers.size() > most_points_shown)
    throw std::runtime_error("--page: " + std::to_string(numbers.size()) + " points are too many for a page; at most " +
                             std::to_string(most_points_shown) + " are shown");
  std::vector<std::map<std::string, ordered_json>> rows;
  std::vector<std::string> order, axes;
  std::set<std::string> known;
  ordered_json points = ordered_json::array(), commands = ordered_json::array(), reports = ordered_json::array();
  const std::filesystem::path folder = std::filesystem::path(o.page).parent_path();
  std::vector<std::string> configurations;
  ordered_json bands = ordered_json::array();
  bool any_band = false;
  for (const uint64_t n : numbers) {
    const ordered_json tree = ordered_json::parse(row(n));
    rows.emplace_back();
    for (const auto& [name, value] : tree.at("axes").items())
      if (std::find(axes.begin(), axes.end(), name) == axes.end()) axes.push_back(name);
    for (const auto& [name, value] : columns_of(tree)) {
      if (name == "point") continue;
      if (known.insert(name).second) order.push_back(name);
      rows.back().emplace(name, value);
    }
    points.push_back(n);
    std::string command = "tensix-tlm";
    for (const auto& word : tree.at("command")) command += " " + shell_word(word.get<std::string>());
    commands.push_back(command);
    if (tree.at("metrics").is_object()) {
      std::string one = tree.at("metrics").at("kernel").value("configuration", std::string());
      one = one.substr(0, one.find(' '));  // without what a point sets
      if (std::find(configurations.begin(), configurations.end(), one) == configurations.end()) configurations.push_back(one);
    }
    const speedups::cycles_of_point cycles = speedups::cycles_of(tree);
    const bool band = cycles.measured && tree.at("metrics").contains("jitter");
    any_band = any_band || band;
    bands.push_back(band ? ordered_json({{"low", cycles.least}, {"high", cycles.most}}) : ordered_json());
    if (o.reports.empty()) continue;
    const std::string report = report_of_point(o.reports, n);
    reports.push_back(std::filesystem::exists(report)
                          ? ordered_json(std::filesystem::path(report).lexically_relative(folder).generic_string())
                          : ordered_json());
  }
  ordered_json columns = ordered_json::array(), axis_columns = ordered_json::array();
  std::vector<std::string> others;
  for (const auto& name : order)
    if (std::find(axes.begin(), axes.end(), name) == axes.end()) others.push_back(name);
  number_columns(rows, others, columns);
  for (const auto& name : axes) {
    ordered_json description = described_column(name);
    description["values"] = ordered_json::array();
    // Of one that all points have.
    for (const char* built_in : {"blackhole", "documented"})
      if (configurations.size() == 1 && configurations.front() == built_in && description.contains(built_in))
        description["default"] = description.at(built_in);
    for (const auto& r : rows) description["values"].push_back(r.count(name) ? r.at(name) : ordered_json());
    axis_columns.push_back(std::move(description));
  }
  std::string configuration;
  for (const auto& one : configurations) configuration += (configuration.empty() ? "" : ", ") + one;
  ordered_json page = {{"format", "tensix-tlm-study-page"},
                       {"version", 1},
                       {"program", TENSIX_TLM_VERSION},
                       {"kind", "sweep"},
                       {"name", s.name},
                       {"description", s.description},
                       {"configuration", configuration},
                       {"points", points},
                       {"axes", axis_columns},
                       {"columns", columns},
                       {"commands", commands},
                       {"reports", reports}};
  if (any_band) page["band"] = bands;
  if (faster) {
    ordered_json base = ordered_json::object();
    for (const auto& [name, value] : faster->baseline().values()) base[name] = value;
    page["baseline"] = {{"text", faster->baseline().text()}, {"axes", base}};
    page["geomean"] = faster->geomeans();
    if (!s.weights.empty()) page["weights"] = s.weights;  // pairs: of names and numbers
  }
  return page;
}

std::string sweep_page(const sweep_options& o, const study& s, const speedups* faster, const std::vector<uint64_t>& numbers,
                       const row_source& row) {
  return study_page(s.name, page_data(o, s, faster, numbers, row));
}

}  // namespace tensix
