// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/rows.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>

#include "app/options/options.h"
#include "support/files/text_file.h"
#include "support/text/csv_cell.h"

namespace tensix {
namespace {

using nlohmann::ordered_json;

constexpr size_t longest_message = 4000;

// Messages may name files in any encoding.
std::string dump(const ordered_json& value) { return value.dump(-1, ' ', false, ordered_json::error_handler_t::replace); }

std::string message_of(const child_outcome& o) {
  std::string text = o.errors;
  text.erase(text.find_last_not_of(" \n") + 1);
  if (text.size() > longest_message) text = text.substr(0, longest_message) + "...";
  return text;
}

std::string outcome_of(const child_outcome& o) {
  if (o.timed_out) return "timeout";
  if (o.signal) return "crashed";
  switch (o.exit_status) {
    case exit_done: return "done";
    case exit_undefined: return "undefined";
    case exit_wrong_input: return "wrong_input";
    case exit_gave_up: return "gave_up";
    default: return "crashed";
  }
}

}  // namespace

ordered_json parameters_of(const parameters& p) {
  ordered_json all = ordered_json::object();
  for (const auto& i : parameter_list()) {
    const bool text = i.kind != parameter_kind::number && i.kind != parameter_kind::boolean;
    all.push_back({i.name, text ? ordered_json(i.get(p)) : ordered_json::parse(i.get(p))});
  }
  return all;
}

std::string make_row(uint64_t number, const study_point& point, const parameters* p, const child_outcome& o,
                     bool host_seconds) {
  ordered_json row, axes = ordered_json::object();
  for (const auto& [name, value] : point.axes) axes[name] = value;
  std::string outcome = outcome_of(o), message = message_of(o);
  ordered_json metrics = ordered_json::parse(o.metrics, nullptr, false);
  if (!metrics.is_object()) metrics = nullptr;
  if (outcome == "crashed") {
    message += message.empty() ? "" : "\n";
    if (o.signal) message += "killed by signal " + std::to_string(o.signal) + " (" + strsignal(o.signal) + ")";
    else message += "ended with status " + std::to_string(o.exit_status);
  }
  if (outcome == "done" && metrics.is_null()) {
    outcome = "crashed";
    message = "it wrote no metrics";
  }
  if (outcome == "timeout" || outcome == "crashed") metrics = nullptr;
  if (outcome == "timeout") message = "not done when its time was over (--timeout)";
  if (metrics.is_object()) {
    metrics.erase("parameters");
    metrics.erase("command");
    metrics.erase("files");  // that of the metrics is the sweep's own
    metrics.erase("program");
    if (!host_seconds) metrics.erase("host_seconds");
  }
  row["point"] = number;
  row["axes"] = axes;
  row["outcome"] = outcome;
  row["message"] = message;
  row["command"] = point.arguments;
  row["parameters"] = p ? parameters_of(*p) : ordered_json(nullptr);
  row["metrics"] = metrics;
  return dump(row);
}

bool row_is_done(const std::string& row) {
  const auto tree = ordered_json::parse(row, nullptr, false);
  return tree.is_object() && tree.contains("outcome") && tree.at("outcome") == "done";
}

namespace {

// Leaves with their dotted names. Lists of numbers become their sum, lists of texts one text, marks one value a name, resources
// of the critical path their cycles on it.
void flatten(const ordered_json& node, const std::string& name, std::vector<study_setting>& out) {
  if (node.is_object()) {
    for (const auto& [key, value] : node.items()) flatten(value, name.empty() ? key : name + "." + key, out);
  } else if (!node.is_array()) {
    out.emplace_back(name, node);
  } else if (name == "marks") {
    for (const auto& m : node)
      out.emplace_back(name + "." + m.at("name").get<std::string>() + "." + m.at("core").get<std::string>(), m.at("cycle"));
  } else if (name == "path.resources") {
    for (const auto& r : node) out.emplace_back("path." + r.at("name").get<std::string>(), r.at("cycles"));
  } else if (!node.empty() && node.front().is_number()) {
    uint64_t sum = 0;
    for (const auto& v : node) sum += v.get<uint64_t>();
    out.emplace_back(name + "_sum", sum);
  } else {
    std::string text;
    for (const auto& v : node) text += (text.empty() ? "" : "; ") + (v.is_string() ? v.get<std::string>() : v.dump());
    out.emplace_back(name, text);
  }
}

}  // namespace

std::vector<study_setting> columns_of(const ordered_json& row) {
  std::vector<study_setting> all, flat;
  all.emplace_back("point", row.at("point"));
  for (const auto& [name, value] : row.at("axes").items()) all.emplace_back(name, value);
  all.emplace_back("outcome", row.at("outcome"));
  all.emplace_back("message", row.at("message"));
  for (const char* name : derived_columns)
    if (row.contains(name)) all.emplace_back(name, row.at(name));
  if (row.at("metrics").is_object())
    for (const auto& [name, value] : row.at("metrics").items())
      if (name != "format" && name != "version") flatten(value, name, flat);
  if (row.at("parameters").is_object())
    for (const auto& [name, value] : row.at("parameters").items()) flat.emplace_back(name, value);
  // Of two columns of one name the first counts: an axis and the parameter it sets, the clock of metrics and parameters, a mark
  // that is passed several times.
  std::set<std::string> known;
  for (const auto& c : all) known.insert(c.first);
  for (auto& c : flat)
    if (known.insert(c.first).second) all.push_back(std::move(c));
  return all;
}

std::string csv_text(const ordered_json& value) {
  if (value.is_null()) return {};
  if (!value.is_string()) return value.dump();
  return csv_cell(value.get<std::string>());
}

bool is_csv(const std::string& path) { return std::filesystem::path(path).extension() == ".csv"; }

namespace {

// Left out where there was none.
bool absent_is_zero(const std::string& column) {
  return column.find(".stall.") != std::string::npos || column.rfind("path.", 0) == 0;
}

// Columns of all rows: each one not met before stands behind its predecessor in the row that brought it.
class column_list {
 public:
  void add(const std::vector<study_setting>& row) {
    auto at = names_.begin();
    for (const auto& c : row) {
      if (known_.count(c.first)) {
        const auto found = std::find(at, names_.end(), c.first);
        if (found != names_.end()) at = found + 1;
      } else {
        known_.insert(c.first);
        at = names_.insert(at, c.first) + 1;
      }
    }
  }
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
  std::set<std::string> known_;
};

}  // namespace

void write_result(const std::string& path, const std::vector<uint64_t>& numbers,
                  const std::function<std::string(uint64_t number)>& row) {
  text_file file(path, {});
  if (!is_csv(path)) {
    for (const uint64_t n : numbers) file << row(n) << '\n';
    file.close(true);
    return;
  }
  column_list columns;
  for (const uint64_t n : numbers) columns.add(columns_of(ordered_json::parse(row(n))));
  std::string text;
  for (const auto& name : columns.names()) text += (text.empty() ? "" : ",") + csv_text(name);
  file << text << '\n';
  for (const uint64_t n : numbers) {
    const ordered_json tree = ordered_json::parse(row(n));
    std::map<std::string, ordered_json> values;
    for (const auto& c : columns_of(tree)) values.insert(c);
    const bool measured = tree.at("metrics").is_object();
    text.clear();
    for (const auto& name : columns.names()) {
      const auto found = values.find(name);
      text += name == columns.names().front() ? "" : ",";
      if (found != values.end()) text += csv_text(found->second);
      else if (measured && absent_is_zero(name)) text += "0";
    }
    file << text << '\n';
  }
  file.close(true);
}

}  // namespace tensix
