// SPDX-License-Identifier: Apache-2.0
#include "app/cli/compare.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <stdexcept>

#include "support/files/json_file.h"

namespace tensix {
namespace {

using nlohmann::ordered_json;

bool is_count(const ordered_json& value) {
  return value.is_number_unsigned() && value <= static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
}

ordered_json member(const ordered_json& object, const std::string& name) {
  return object.is_object() && object.contains(name) ? object.at(name) : ordered_json(nullptr);
}

// The members that are compared, and what they must be.
void check_metrics(const ordered_json& m, const std::string& path) {
  const auto need = [&](bool right, const std::string& member) {
    if (!right)
      throw std::runtime_error(path + ": the metrics are damaged: '" + member + "' is missing or not what it should be");
  };
  need(m.contains("cycles") && is_count(m.at("cycles")), "cycles");
  for (const char* group : {"units", "threads", "cores", "feeds"}) {
    const bool optional = group == std::string("cores") || group == std::string("feeds");
    if (optional && !m.contains(group)) continue;
    need(m.contains(group) && m.at(group).is_object(), group);
    for (const auto& [name, account] : m.at(group).items()) {
      const std::string where = std::string(group) + "." + name;
      need(account.is_object(), where);
      for (const char* part : {"busy", "idle"}) need(account.contains(part) && is_count(account.at(part)), where + "." + part);
      need(account.contains("stall") && account.at("stall").is_object(), where + ".stall");
      for (const auto& [reason, cycles] : account.at("stall").items()) need(is_count(cycles), where + ".stall." + reason);
    }
  }
  need(m.contains("l1") && m.at("l1").is_object(), "l1");
  for (const char* list : {"banks", "bank_conflicts"}) {
    const bool is_list = m.at("l1").contains(list) && m.at("l1").at(list).is_array();
    need(is_list && std::all_of(m.at("l1").at(list).begin(), m.at("l1").at(list).end(), is_count), std::string("l1.") + list);
  }
  need(m.contains("bandwidth") && m.at("bandwidth").is_object(), "bandwidth");
  for (const auto& [name, b] : m.at("bandwidth").items()) {
    need(b.is_object(), "bandwidth." + name);
    for (const auto& [what, value] : b.items()) need(value.is_number(), "bandwidth." + name + "." + what);
  }
  need(m.contains("kernel") && m.at("kernel").is_object(), "kernel");
  need(m.contains("accuracy") && (m.at("accuracy").is_object() || m.at("accuracy").is_null()), "accuracy");
  if (m.contains("jitter")) {
    need(m.at("jitter").is_object(), "jitter");
    for (const char* end : {"least_cycles", "most_cycles"})
      need(m.at("jitter").contains(end) && is_count(m.at("jitter").at(end)), std::string("jitter.") + end);
  }
  for (const auto& z : member(m, "zones")) {
    need(z.is_object() && z.contains("core") && z.at("core").is_string() && z.contains("cycles") && is_count(z.at("cycles")),
         "zones");
    if (z.contains("outside")) continue;
    need(z.contains("name") && z.at("name").is_string(), "zones.name");
    need(z.contains("count") && is_count(z.at("count")), "zones.count");
  }
  need(!m.contains("parameters") || m.at("parameters").is_object(), "parameters");
  if (!m.contains("path")) return;
  const ordered_json& p = m.at("path");
  need(p.is_object() && p.contains("cycles") && is_count(p.at("cycles")), "path.cycles");
  need(p.contains("resources") && p.at("resources").is_array(), "path.resources");
  for (const auto& r : p.at("resources")) {
    need(r.is_object(), "path.resources");
    for (const char* text : {"name", "does", "parameter"})
      need(r.contains(text) && r.at(text).is_string(), std::string("path.resources.") + text);
    for (const char* count : {"cycles", "stretches"})
      need(r.contains(count) && is_count(r.at(count)), std::string("path.resources.") + count);
  }
}

int64_t count_at(const ordered_json& object, const std::string& name) {
  return object.contains(name) ? object.at(name).get<int64_t>() : 0;
}

ordered_json percent(int64_t part, int64_t whole) {
  return whole ? ordered_json(100.0 * static_cast<double>(part) / static_cast<double>(whole)) : ordered_json(nullptr);
}

void sort_by_difference(std::vector<ordered_json>& rows) {
  std::stable_sort(rows.begin(), rows.end(), [](const ordered_json& x, const ordered_json& y) {
    return std::abs(x.at("difference").get<int64_t>()) > std::abs(y.at("difference").get<int64_t>());
  });
}

// Names of both, those of `a` first.
std::vector<std::string> names_of(const ordered_json& a, const ordered_json& b) {
  std::vector<std::string> all;
  for (const auto* object : {&a, &b})
    if (object->is_object())
      for (const auto& [name, value] : object->items())
        if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
  return all;
}

class comparer {
 public:
  comparer(const ordered_json& a, const ordered_json& b, bool all)
      : a_(a), b_(b), all_(all), cycles_a_(a.at("cycles")), cycles_b_(b.at("cycles")) {}

  ordered_json accounts() const {
    ordered_json rows = ordered_json::array();
    for (const auto& [group, kind] :
         {std::pair("units", "unit"), std::pair("threads", "thread"), std::pair("cores", "core"), std::pair("feeds", "feed")}) {
      const ordered_json group_a = member(a_, group), group_b = member(b_, group);
      for (const auto& name : names_of(group_a, group_b)) {
        static const ordered_json none = {{"busy", 0}, {"idle", 0}, {"stall", ordered_json::object()}};
        const ordered_json& a = group_a.contains(name) ? group_a.at(name) : none;
        const ordered_json& b = group_b.contains(name) ? group_b.at(name) : none;
        for (const char* part : {"busy", "idle"}) add(rows, kind, name, part, count_at(a, part), count_at(b, part));
        for (const auto& reason : names_of(a.at("stall"), b.at("stall")))
          add(rows, kind, name, reason, count_at(a.at("stall"), reason), count_at(b.at("stall"), reason));
      }
    }
    std::vector<ordered_json> sorted(rows.begin(), rows.end());
    sort_by_difference(sorted);
    return sorted;
  }

  // Zones by core and name, of several of one name the first with the first. Null: a file has none.
  ordered_json zones() const {
    if (!a_.contains("zones") || !b_.contains("zones")) return nullptr;
    std::vector<ordered_json> rows;
    for (const auto& [which, zones] : {std::pair("a", &a_.at("zones")), std::pair("b", &b_.at("zones"))}) {
      std::vector<bool> taken(rows.size());
      for (const auto& z : *zones) {
        const bool outside = z.contains("outside");
        const ordered_json name = outside ? ordered_json(nullptr) : z.at("name");
        size_t r = 0;
        while (r < taken.size() && (taken[r] || rows[r].at("core") != z.at("core") || rows[r].at("name") != name)) ++r;
        if (r == taken.size()) {
          r = rows.size();
          rows.push_back({{"core", z.at("core")}, {"name", name}, {"count", {{"a", 0}, {"b", 0}}}, {"a", 0}, {"b", 0}});
        } else {
          taken[r] = true;
        }
        if (!outside) rows[r]["count"][which] = z.at("count");
        rows[r][which] = z.at("cycles");
      }
    }
    std::vector<ordered_json> shown;
    for (ordered_json& row : rows) {
      const int64_t a = row.at("a"), b = row.at("b");
      if (!all_ && a == b && row.at("count").at("a") == row.at("count").at("b")) continue;
      row["difference"] = b - a;
      row["a_percent"] = percent(a, cycles_a_);
      row["b_percent"] = percent(b, cycles_b_);
      row["difference_percent"] = percent(b - a, cycles_a_);
      shown.push_back(row);
    }
    sort_by_difference(shown);
    return shown;
  }

  // Which stretches of the critical path grew. Null: a file has none.
  ordered_json path() const {
    if (!a_.contains("path") || !b_.contains("path")) return nullptr;
    const ordered_json &path_a = a_.at("path"), &path_b = b_.at("path");
    const int64_t whole_a = path_a.at("cycles"), whole_b = path_b.at("cycles");
    std::vector<ordered_json> rows;
    const auto row_of = [&](const ordered_json& r) -> ordered_json& {
      for (ordered_json& row : rows)
        if (row.at("name") == r.at("name")) return row;
      rows.push_back({{"name", r.at("name")}, {"does", r.at("does")}, {"parameter", r.at("parameter")}, {"a", 0}, {"b", 0}});
      rows.back()["stretches"] = {{"a", 0}, {"b", 0}};
      return rows.back();
    };
    for (const auto& [which, path] : {std::pair("a", &path_a), std::pair("b", &path_b)})
      for (const auto& r : path->at("resources")) {
        ordered_json& row = row_of(r);
        row[which] = r.at("cycles");
        row["stretches"][which] = r.at("stretches");
      }
    const auto on_no_path = [](const ordered_json& row) { return row.at("a") == 0 && row.at("b") == 0; };
    rows.erase(std::remove_if(rows.begin(), rows.end(), on_no_path), rows.end());
    for (ordered_json& row : rows) {
      const int64_t a = row.at("a"), b = row.at("b");
      row["difference"] = b - a;
      row["a_percent"] = percent(a, whole_a);
      row["b_percent"] = percent(b, whole_b);
      row["difference_percent"] = percent(b - a, whole_a);
    }
    sort_by_difference(rows);
    if (!all_)
      rows.erase(std::remove_if(rows.begin(), rows.end(), [](const ordered_json& row) { return row.at("difference") == 0; }),
                 rows.end());
    const bool whole = whole_a == cycles_a_ && whole_b == cycles_b_;
    return ordered_json{{"a", whole_a}, {"b", whole_b}, {"whole", whole}, {"resources", rows}};
  }

  ordered_json traffic() const {
    ordered_json rows = ordered_json::array();
    for (const auto& name : names_of(a_.at("bandwidth"), b_.at("bandwidth"))) {
      const ordered_json a = member(a_.at("bandwidth"), name), b = member(b_.at("bandwidth"), name);
      for (const auto& what : names_of(a, b)) add_number(rows, name, what, member(a, what), member(b, what));
    }
    const auto sum = [](const ordered_json& m, const char* list) {
      uint64_t total = 0;
      for (const auto& v : m.at("l1").at(list)) total += v.get<uint64_t>();
      return total;
    };
    add_number(rows, "l1", "accesses", sum(a_, "banks"), sum(b_, "banks"));
    add_number(rows, "l1", "bank_conflicts", sum(a_, "bank_conflicts"), sum(b_, "bank_conflicts"));
    return rows;
  }

  ordered_json settings(const char* group) const {
    ordered_json rows = ordered_json::array();
    const ordered_json a = member(a_, group), b = member(b_, group);
    for (const auto& name : names_of(a, b))
      if (name == "limited_by") continue;  // stands apart
      else if (all_ || member(a, name) != member(b, name))
        rows.push_back({{"name", name}, {"a", member(a, name)}, {"b", member(b, name)}});
    return rows;
  }

  // What one command line says and the other does not, files to write left out.
  ordered_json options() const {
    const names a = words_of(a_), b = words_of(b_);
    const auto without = [](const names& all, const names& others) {
      ordered_json rest = ordered_json::array();
      for (const auto& w : all)
        if (std::find(others.begin(), others.end(), w) == others.end()) rest.push_back(w);
      return rest;
    };
    return {{"a", without(a, b)}, {"b", without(b, a)}};
  }

 private:
  using names = std::vector<std::string>;
  const ordered_json &a_, &b_;
  const bool all_;
  const int64_t cycles_a_, cycles_b_;

  // The words of `command`, each option joined with its value.
  static names words_of(const ordered_json& metrics) {
    names words;
    for (const auto& w : member(metrics, "command")) {
      if (!w.is_string()) continue;
      const std::string word = w;
      const bool value = word.compare(0, 2, "--") != 0 && !words.empty() && words.back().compare(0, 2, "--") == 0 &&
                         words.back().find('=') == std::string::npos;
      if (value) words.back() += "=" + word;
      else words.push_back(word);
    }
    const auto writes = [](const std::string& word) {
      for (const char* option : {"--metrics", "--report", "--trace", "--vcd", "--events", "--record", "--out", "--zones-csv"})
        if (word == option || word.compare(0, std::string(option).size() + 1, std::string(option) + "=") == 0) return true;
      return false;
    };
    words.erase(std::remove_if(words.begin(), words.end(), writes), words.end());
    return words;
  }

  void add(ordered_json& rows, const std::string& kind, const std::string& name, const std::string& spent, int64_t a,
           int64_t b) const {
    if (a == b && !all_) return;
    rows.push_back({{"kind", kind},
                    {"name", name},
                    {"spent", spent},
                    {"a", a},
                    {"b", b},
                    {"difference", b - a},
                    {"a_percent", percent(a, cycles_a_)},
                    {"b_percent", percent(b, cycles_b_)},
                    {"difference_percent", percent(b - a, cycles_a_)}});
  }

  void add_number(ordered_json& rows, const std::string& name, const std::string& what, const ordered_json& a,
                  const ordered_json& b) const {
    if (a == b && !all_) return;
    const auto value = [](const ordered_json& v) { return v.is_number() ? v.get<double>() : 0.0; };
    rows.push_back({{"name", name}, {"what", what}, {"a", a}, {"b", b}, {"difference", value(b) - value(a)}});
  }
};

// The band of cycles of a run's other starts; without any its cycles alone.
std::pair<int64_t, int64_t> band_of(const ordered_json& m) {
  const int64_t cycles = m.at("cycles");
  if (!m.contains("jitter")) return {cycles, cycles};
  return {m.at("jitter").at("least_cycles"), m.at("jitter").at("most_cycles")};
}

// Whether the difference may be one of the starts: their bands meet. Nothing: none has a band.
ordered_json jitter_of(const ordered_json& a, const ordered_json& b) {
  if (!a.contains("jitter") && !b.contains("jitter")) return nullptr;
  const auto [least_a, most_a] = band_of(a);
  const auto [least_b, most_b] = band_of(b);
  return {{"a", {least_a, most_a}}, {"b", {least_b, most_b}}, {"inside", least_a <= most_b && least_b <= most_a}};
}

}  // namespace

ordered_json read_metrics(const std::string& path) {
  ordered_json m = read_json_file(path);
  if (!m.is_object() || !m.contains("format") || m.at("format") != "tensix-tlm-metrics")
    throw std::runtime_error(path + ": no metrics: the file is not one that --metrics writes");
  if (!m.contains("version") || m.at("version") != 1)
    throw std::runtime_error(path + ": metrics of version " + (m.contains("version") ? m.at("version").dump() : "(none)") +
                             "; this program reads version 1");
  check_metrics(m, path);
  return m;
}

ordered_json compare_metrics(const ordered_json& a, const ordered_json& b, bool all) {
  const comparer both(a, b, all);
  const int64_t cycles_a = a.at("cycles"), cycles_b = b.at("cycles");
  ordered_json out;
  out["format"] = "tensix-tlm-comparison";
  out["version"] = 1;
  out["cycles"] = {{"a", cycles_a},
                   {"b", cycles_b},
                   {"difference", cycles_b - cycles_a},
                   {"difference_percent", percent(cycles_b - cycles_a, cycles_a)}};
  out["jitter"] = jitter_of(a, b);
  out["limited_by"] = {{"a", member(a.at("kernel"), "limited_by")}, {"b", member(b.at("kernel"), "limited_by")}};
  out["accounts"] = both.accounts();
  out["zones"] = both.zones();
  out["path"] = both.path();
  out["traffic"] = both.traffic();
  out["kernel"] = both.settings("kernel");
  out["accuracy"] = both.settings("accuracy");
  out["options"] = a.contains("command") && b.contains("command") ? both.options() : ordered_json(nullptr);
  out["parameters"] =
      a.contains("parameters") && b.contains("parameters") ? both.settings("parameters") : ordered_json(nullptr);
  return out;
}

}  // namespace tensix
