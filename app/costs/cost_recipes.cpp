// SPDX-License-Identifier: Apache-2.0
#include "app/costs/cost_recipes.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "support/files/input_file.h"
#include "workload/compile/device_files.h"

namespace tensix {
namespace {

using cells = std::vector<std::string>;

std::vector<cells> device_rows(const char* name, const cells& columns) {
  return csv_rows((device_root() / "workload/device" / name).string(), columns);
}

std::vector<cells> public_functions() { return device_rows("public_api.csv", {"header", "function", "calls", "difference"}); }

const std::set<std::string> known_ways = {"call",        "init",  "vector", "vector_int", "tile",
                                          "tile_phases", "block", "reader", "writer",     "none"};

}  // namespace

std::vector<cells> csv_rows(const std::string& file, const cells& columns) {
  const std::string text = read_input_file(file);
  std::vector<cells> rows;
  cells row;
  std::string cell;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') cell += text[++i];
    else if (c == '"') quoted = !quoted;
    else if (!quoted && (c == ',' || c == '\n')) {
      row.push_back(std::move(cell));
      cell.clear();
      if (c == '\n') rows.push_back(std::move(row)), row = {};
    } else cell += c;
  }
  if (rows.empty() || rows[0] != columns)
    throw std::runtime_error(file + ": the first line does not name the columns that it should");
  for (const cells& r : rows)
    if (r.size() != columns.size())
      throw std::runtime_error(file + ": a line has " + std::to_string(r.size()) + " cells: " + r[0]);
  rows.erase(rows.begin());
  return rows;
}

std::vector<cost_recipe> cost_recipes() {
  const auto lines = device_rows("costs.csv", {"function", "family", "how", "before", "call", "after"});
  const auto functions = public_functions();
  const auto recipe = [](const cells& r) { return cost_recipe{r[0], r[1], r[2], r[3], r[4], r[5]}; };
  for (const cells& r : lines) {
    if (!recipe(r).of_dataflow() &&
        std::none_of(functions.begin(), functions.end(), [&](const cells& f) { return f[1] == r[0]; }))
      throw std::runtime_error("workload/device/costs.csv: '" + r[0] + "' is no function of public_api.csv");
    if (!known_ways.count(r[2])) throw std::runtime_error("workload/device/costs.csv: '" + r[2] + "' is no way to measure");
  }
  std::vector<cost_recipe> all;
  for (const cells& f : functions) {
    const size_t before = all.size();
    for (const cells& r : lines)
      if (r[0] == f[1] && !recipe(r).of_dataflow()) all.push_back(recipe(r));
    if (all.size() == before) all.push_back({f[1], "", "none", "has no recipe in workload/device/costs.csv", f[2], ""});
  }
  for (const cells& r : lines)
    if (recipe(r).of_dataflow()) all.push_back(recipe(r));
  return all;
}

std::vector<cost_error> cost_errors() {
  std::vector<cost_error> all;
  for (const cells& r : device_rows("cost_errors.csv", {"family", "rows", "median_percent", "largest_percent"}))
    all.push_back({r[0], r[1], r[2], r[3]});
  return all;
}

std::vector<std::string> cost_headers() {
  std::vector<std::string> all;
  for (const cells& f : public_functions())
    if (std::find(all.begin(), all.end(), f[0]) == all.end()) all.push_back(f[0]);
  return all;
}

}  // namespace tensix
