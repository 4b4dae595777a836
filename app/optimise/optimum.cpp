// SPDX-License-Identifier: Apache-2.0
#include "app/optimise/optimum.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <sstream>

#include "app/sweep/rows.h"
#include "support/text/nearest.h"
#include "testbench/run/run_report.h"

namespace tensix {
namespace {

using nlohmann::ordered_json;

// What the front is about: the objectives; of one alone also the left side of the first constraint, in its direction.
struct dimension {
  expression what;
  bool maximise;
};
std::vector<dimension> dimensions_of(const optimise_wish& w) {
  std::vector<dimension> all;
  for (const auto& o : w.objectives) all.push_back({o.what, o.maximise});
  if (all.size() == 1 && !w.constraints.empty()) all.push_back({w.constraints.front().left, !w.constraints.front().less});
  return all;
}

std::string number_text(double v) {
  if (std::isfinite(v) && v == std::floor(v) && std::fabs(v) < 1e15)
    return (v < 0 ? "-" : "") + grouped(static_cast<uint64_t>(std::fabs(v)));
  char text[40];
  std::snprintf(text, sizeof text, "%.6g", v);
  return text;
}

ordered_json finite(double v) { return std::isfinite(v) ? ordered_json(v) : ordered_json(nullptr); }

ordered_json reported(const optimise_wish& w, const point_values& p) {
  ordered_json values = ordered_json::object();
  for (const auto& d : dimensions_of(w)) values[d.what.text()] = finite(p.value(d.what));
  for (const auto& c : w.constraints) values[c.left.text()] = finite(p.value(c.left));
  return {{"point", p.row().at("point")},
          {"axes", p.row().at("axes")},
          {"values", values},
          {"feasible", p.how_good().violation == 0},
          {"limited_by", p.row().at("metrics").at("kernel").value("limited_by", ordered_json())},
          {p.row().contains("commands") ? "commands" : "command",
           p.row().at(p.row().contains("commands") ? "commands" : "command")}};
}

std::string table(const ordered_json& points) {
  std::vector<std::vector<std::string>> rows(1);
  rows[0].emplace_back("point");
  for (const auto& [name, v] : points.front().at("values").items()) rows[0].push_back(name);
  for (const auto& [name, v] : points.front().at("axes").items())
    if (!points.front().at("values").contains(name)) rows[0].push_back(name);
  for (const auto& p : points) {
    rows.push_back({std::to_string(p.at("point").get<uint64_t>())});
    for (const auto& [name, v] : p.at("values").items())
      rows.back().push_back(v.is_number() ? number_text(v.get<double>()) : "-");
    for (size_t c = rows.back().size(); c < rows[0].size(); ++c) {
      const ordered_json v = p.at("axes").value(rows[0][c], ordered_json());
      rows.back().push_back(v.is_string() ? v.get<std::string>() : v.is_null() ? "-" : v.dump());
    }
  }
  std::string out;
  for (const auto& r : rows) {
    for (size_t c = 0; c < r.size(); ++c) {
      size_t width = 0;
      for (const auto& other : rows) width = std::max(width, other[c].size());
      out += "  " + std::string(width - r[c].size(), ' ') + r[c];
    }
    out += "\n";
  }
  return out;
}

std::string wishes(const ordered_json& o) {
  std::string text;
  for (const auto& w : o.at("objectives"))
    text += (text.empty() ? "" : ", then ") + w.at("sense").get<std::string>() + " " + w.at("expression").get<std::string>();
  for (size_t i = 0; i < o.at("constraints").size(); ++i)
    text += (i ? " and " : ", subject to ") + o.at("constraints")[i].get<std::string>();
  return text;
}

std::string effort(const ordered_json& o) {
  return o.at("search").get<std::string>() + " search, seed " + std::to_string(o.at("seed").get<uint64_t>()) + ": " +
         grouped(o.at("points_run").get<uint64_t>()) + " of " + grouped(o.at("points_of_study").get<uint64_t>()) +
         (o.contains("kernels") ? " designs run, each on " + grouped(o.at("kernels").size()) + " kernels" : " points run") +
         (o.at("points_run") == o.at("points_of_study") ? ", which is all: nothing better is in this study" : "") +
         (o.at("failed") == 0 ? "" : ", " + grouped(o.at("failed").get<uint64_t>()) + " failed");
}

// What geomean means here; nothing of one kernel.
std::string mean_text(const ordered_json& o) {
  if (!o.contains("kernels")) return {};
  std::string text, base;
  for (const auto& k : o.at("kernels")) {
    const double weight = k.at("weight");
    text += (text.empty() ? "" : ", ") + k.at("kernel").get<std::string>() +
            (weight == 1 ? "" : " (weight " + number_text(weight) + ")");
  }
  for (const auto& [name, value] : o.at("baseline").items())
    base += (base.empty() ? "" : ", ") + name + "=" + value_text(value);
  return "geomean: weighted geometric mean of the speed-ups of " + text + "; a speed-up is the cycles with " + base +
         " / a design's cycles";
}

std::string front_heading(const ordered_json& o) {
  std::string text = "No other point that was run is as good in all and better in one of: ";
  for (size_t i = 0; i < o.at("front_of").size(); ++i)
    text += (i ? ", " : "") + o.at("front_of")[i].at("expression").get<std::string>() + " (" +
            (o.at("front_of")[i].at("sense") == "maximise" ? "more" : "less") + " is better)";
  return text + ".";
}

}  // namespace

point_values::point_values(const optimise_wish& w, const std::string& row)
    : row_(ordered_json::parse(row)), columns_(columns_of(row_)) {
  merit_.done = row_.at("outcome") == "done";
  if (!merit_.done) {
    merit_.violation = std::numeric_limits<double>::infinity();
    return;
  }
  for (const auto& o : w.objectives) {
    const double v = value(o.what);
    merit_.objectives.push_back(std::isnan(v) ? std::numeric_limits<double>::infinity() : o.maximise ? -v : v);
  }
  for (const auto& c : w.constraints) merit_.violation += c.violation([this](const std::string& n) { return column(n); });
}

double point_values::value(const expression& e) const {
  return e.value([this](const std::string& name) { return column(name); });
}

double point_values::column(const std::string& name) const {
  const auto found = std::find_if(columns_.begin(), columns_.end(), [&](const auto& c) { return c.first == name; });
  if (found != columns_.end() && found->second.is_number()) return found->second.get<double>();
  if (found != columns_.end() && found->second.is_boolean()) return found->second.get<bool>() ? 1 : 0;
  const bool several = row_.contains("commands");
  if (found == columns_.end() && !several && (name.find(".stall.") != std::string::npos || name.rfind("path.", 0) == 0))
    return 0;  // left out
  std::vector<std::string> names;
  for (const auto& c : columns_)
    if (c.second.is_number()) names.push_back(c.first);
  throw expression_error(
      found != columns_.end()
          ? "'" + name + "' is no number: " + found->second.dump()
          : "no column is called '" + name + "'" + did_you_mean(name, names) +
                (several ? "; of several kernels there are geomean, speedup.KERNEL and the parameters" : "") +
                " (scripts/plot_sweep.py RESULT --list prints those of a sweep)");
}

ordered_json optimum_of(const optimise_wish& w, const study& s, uint64_t size, const std::vector<uint64_t>& numbers,
                        const row_source& row) {
  std::vector<point_values> points;
  uint64_t failed = 0;
  for (const uint64_t n : numbers) {
    points.emplace_back(w, row(n));
    if (!points.back().how_good().done) points.pop_back(), ++failed;
  }
  std::vector<const point_values*> order;
  for (const auto& p : points) order.push_back(&p);
  std::stable_sort(order.begin(), order.end(), [](auto* a, auto* b) { return better(a->how_good(), b->how_good()); });
  const auto dimensions = dimensions_of(w);
  const auto place = [&](const point_values& p) {
    std::vector<double> v;
    for (const auto& d : dimensions) v.push_back(d.maximise ? -p.value(d.what) : p.value(d.what));
    return v;
  };
  // With several objectives only points that may be; with one, what the constraint costs.
  const bool several = w.objectives.size() > 1;
  std::vector<std::pair<std::vector<double>, const point_values*>> candidates, front;
  for (const auto& p : points)
    if (!several || p.how_good().violation == 0) candidates.emplace_back(place(p), &p);
  for (const auto& c : candidates)
    if (std::none_of(candidates.begin(), candidates.end(), [&](const auto& o) { return dominates(o.first, c.first); }))
      front.push_back(c);
  std::stable_sort(front.begin(), front.end(), [](const auto& a, const auto& b) { return a.first < b.first; });

  ordered_json out = {
      {"format", "tensix-tlm-optimum"}, {"version", 1}, {"study", s.name}, {"search", w.search}, {"seed", w.seed}};
  out["points_run"] = numbers.size();
  out["points_of_study"] = size;
  out["failed"] = failed;
  const auto sense = [](bool maximise) { return maximise ? "maximise" : "minimise"; };
  for (const auto& o : w.objectives) out["objectives"].push_back({{"sense", sense(o.maximise)}, {"expression", o.what.text()}});
  out["constraints"] = ordered_json::array();
  for (const auto& c : w.constraints) out["constraints"].push_back(c.text);
  out["best"] = ordered_json::array();
  for (size_t i = 0; i < order.size() && i < w.top; ++i) out["best"].push_back(reported(w, *order[i]));
  for (const auto& d : dimensions) out["front_of"].push_back({{"sense", sense(d.maximise)}, {"expression", d.what.text()}});
  out["front"] = ordered_json::array();
  for (const auto& f : front) out["front"].push_back(reported(w, *f.second));
  return out;
}

std::string optimum_text(const ordered_json& o) {
  std::ostringstream out;
  out << o.at("study").get<std::string>() << ": " << wishes(o) << "\n" << effort(o) << "\n";
  if (const std::string mean = mean_text(o); !mean.empty()) out << mean << "\n";
  if (o.at("best").empty()) return out.str() + "No point ended well.\n";
  out << "\nbest"
      << (o.at("best").front().at("feasible") == true ? "" : " (no point satisfies the constraints; these miss them least)")
      << "\n"
      << table(o.at("best"));
  if (o.at("best").front().at("limited_by").is_string())
    out << "point " << o.at("best").front().at("point") << " is limited by "
        << o.at("best").front().at("limited_by").get<std::string>() << "\n";
  if (!o.at("front").empty() && o.at("front_of").size() > 1)
    out << "\nPareto front\n" << table(o.at("front")) << front_heading(o) << "\n";
  return out.str();
}

ordered_json optimum_page_data(ordered_json page, const ordered_json& o, const row_source& row, const optimise_wish& w) {
  page["kind"] = "optimise";
  std::vector<std::string> columns;
  for (const auto& d : dimensions_of(w)) {
    columns.push_back(d.what.text());
    const auto known = [&](const ordered_json& list) {
      return std::any_of(list.begin(), list.end(), [&](const auto& c) { return c.at("name") == d.what.text(); });
    };
    if (known(page.at("axes")) || known(page.at("columns"))) continue;
    ordered_json values = ordered_json::array();
    for (const auto& n : page.at("points")) {
      const point_values p(w, row(n.get<uint64_t>()));
      values.push_back(p.how_good().done ? finite(p.value(d.what)) : ordered_json());
    }
    page["columns"].push_back({{"name", d.what.text()}, {"label", d.what.text()}, {"unit", ""}, {"values", values}});
  }
  std::vector<std::string> axes;
  for (const auto& a : page.at("axes"))
    if (std::find(columns.begin(), columns.end(), a.at("name")) == columns.end()) axes.push_back(a.at("name"));
  std::vector<std::string> shown = columns;
  shown.insert(shown.end(), axes.begin(), axes.end());
  ordered_json search = {{"text", wishes(o) + ". " + effort(o) + "." + (mean_text(o).empty() ? "" : " " + mean_text(o) + ".")},
                         {"front_text", front_heading(o)},
                         {"columns", shown}};
  search["view"] = {{"x", columns.back()}, {"y", columns.front()}};
  const auto dimensions = dimensions_of(w);
  search["view"]["xHigh"] = dimensions.back().maximise;
  search["view"]["yHigh"] = dimensions.front().maximise;
  for (const char* list : {"best", "front"}) {
    search[list] = ordered_json::array();
    for (const auto& p : o.at(list)) search[list].push_back(p.at("point"));
  }
  page["search"] = search;
  return page;
}

}  // namespace tensix
