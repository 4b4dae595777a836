// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/baseline.h"

#include <algorithm>
#include <cmath>

#include "app/sweep/rows.h"
#include "platform/parameters.h"
#include "support/text/text_columns.h"

namespace tensix {
namespace {

using nlohmann::ordered_json;

bool has(const std::vector<std::string>& list, const std::string& one) {
  return std::find(list.begin(), list.end(), one) != list.end();
}

bool is_parameter(const std::string& name) { return has(parameter_names(), name); }

// What the base has without any axis.
struct base_settings {
  std::string configuration = "blackhole";
  parameters p;
};
base_settings settings_of_base(const study& s, point_checker& checker) {
  base_settings base;
  if (!s.command.empty()) {
    base.p = checker.resolved(s.command);
    base.configuration = base.p.config_name;
    return base;
  }
  std::vector<std::string> set;
  for (const auto& [name, value] : s.base) {
    const std::string text = value_text(value);
    if (text.find('{') != std::string::npos) continue;  // what an axis says
    if (name == "config") base.configuration = text;
    else if (is_parameter(name)) set.push_back(name + "=" + text);
  }
  base.p = load_configuration(base.configuration);
  for (const auto& one : set) tensix::set(base.p, one.substr(0, one.find('=')), one.substr(one.find('=') + 1));
  return base;
}

// As the parameter's own text: 0x20 is 32.
std::string canonical(const parameters& p, const std::string& name, const std::string& text) {
  parameters other = p;
  try {
    set(other, name, text);
  } catch (const parameter_error&) {
    return text;  // out of range in a study that records the impossible
  }
  return find_parameter(name).get(other);
}

}  // namespace

double six_digits(double value) { return std::round(value * 1e6) / 1e6; }

void study_baseline::choose(const study& s, point_checker& checker) {
  values_ = s.baseline;
  if (!values_.empty()) return;
  const std::vector<std::string> names = s.axes.names();
  if (has(names, variant_axis) && !s.baseline_is_base) {
    values_ = {{variant_axis, s.axes.values_of(variant_axis).front()}};
    return;
  }
  const base_settings base = settings_of_base(s, checker);
  for (const auto& name : names) {
    if (name != "config" && !is_parameter(name)) continue;
    std::string wanted;
    for (const auto& v : s.axes.values_of(name))
      if (name == "config" ? v == base.configuration : canonical(base.p, name, v) == find_parameter(name).get(base.p))
        if (wanted.empty()) wanted = v;
    if (!wanted.empty()) {
      values_.emplace_back(name, wanted);
      continue;
    }
    const std::string value = name == "config" ? base.configuration : find_parameter(name).get(base.p);
    if (s.baseline_is_base) throw study_error("baseline \"base\": no point has " + name + "=" + value + ", as the base has it");
    values_.clear();
    return;
  }
  if (values_.empty() && s.baseline_is_base)
    throw study_error("baseline \"base\": no axis sets a parameter or the configuration, so there is nothing to compare");
}

study_baseline::study_baseline(const study& s, point_checker& checker) {
  choose(s, checker);
  uint64_t stride = s.size();
  for (const study_axes* node : coordinates_of(s.axes)) {
    coordinate c;
    c.size = node->size();
    stride /= std::max<uint64_t>(c.size, 1);
    c.stride = stride;
    const std::vector<std::string> names = node->names();
    const bool about = std::any_of(values_.begin(), values_.end(), [&](const auto& v) { return has(names, v.first); });
    std::map<std::string, uint64_t> first;  // value with the baseline's settings, by its work
    const auto split = [&](uint64_t value) {
      std::vector<study_setting> settings, work;
      node->at(value, settings);
      bool like = true;
      for (const auto& [name, v] : settings) {
        const auto wanted = std::find_if(values_.begin(), values_.end(), [&n = name](const auto& b) { return b.first == n; });
        if (wanted != values_.end()) like = like && value_text(wanted->second) == value_text(v);
        else if (is_work(s, name)) work.emplace_back(name, v);
      }
      return std::make_pair(like, settings_text(work));
    };
    for (uint64_t v = 0; about && v < c.size; ++v)
      if (const auto [like, work] = split(v); like) first.emplace(work, v);
    for (uint64_t v = 0; about && v < c.size; ++v) {
      const auto found = first.find(split(v).second);
      c.like.push_back(found == first.end() ? std::nullopt : std::optional<uint64_t>(found->second));
    }
    coordinates_.push_back(std::move(c));
  }
}

std::optional<uint64_t> study_baseline::of(uint64_t point) const {
  if (!any()) return {};
  uint64_t number = 0;
  for (const auto& c : coordinates_) {
    const uint64_t value = point / c.stride % c.size;
    if (!c.like.empty() && !c.like[value]) return {};
    number += (c.like.empty() ? value : *c.like[value]) * c.stride;
  }
  return number;
}

speedups::cycles_of_point speedups::cycles_of(const ordered_json& row) {
  cycles_of_point c;
  if (row.at("outcome") != "done" || !row.at("metrics").is_object() || !row.at("metrics").contains("cycles")) return c;
  const ordered_json& m = row.at("metrics");
  c.measured = true;
  c.cycles = c.least = c.most = m.at("cycles");
  if (!m.contains("jitter")) return c;
  c.least = m.at("jitter").at("least_cycles");
  c.most = m.at("jitter").at("most_cycles");
  return c;
}

std::optional<double> speedups::design::mean() const {
  if (without || weights == 0) return {};
  return six_digits(std::exp(logs / weights));
}

std::vector<study_setting> speedups::design_of(const study_point& p) const {
  std::vector<study_setting> axes;
  for (const auto& a : p.axes)
    if (!is_work(study_, a.first)) axes.push_back(a);
  return axes;
}

std::optional<double> speedups::speedup(uint64_t point) const {
  const auto base = baseline_.of(point);
  const auto found = cycles_.find(point), other = base ? cycles_.find(*base) : cycles_.end();
  if (found == cycles_.end() || other == cycles_.end() || !found->second.measured || !other->second.measured) return {};
  if (found->second.cycles == 0 || other->second.cycles == 0) return {};
  return static_cast<double>(other->second.cycles) / static_cast<double>(found->second.cycles);
}

speedups::speedups(const study& s, const study_baseline& b, const std::vector<uint64_t>& points,
                   const std::function<std::string(uint64_t)>& row)
    : study_(s), baseline_(b) {
  if (!b.any()) return;
  for (const uint64_t i : points) cycles_[i] = cycles_of(ordered_json::parse(row(i)));
  for (const uint64_t i : points) {
    const study_point p = s.point(i);
    const std::vector<study_setting> axes = design_of(p);
    const auto [place, first] = places_.emplace(settings_text(axes), designs_.size());
    if (first) designs_.push_back({axes});
    design& d = designs_[place->second];
    several_ = ++d.points > 1 || several_;
    const std::optional<double> faster = speedup(i);
    if (!faster) {
      ++d.without;
      continue;
    }
    d.least = d.weights == 0 ? *faster : std::min(d.least, *faster);
    d.most = d.weights == 0 ? *faster : std::max(d.most, *faster);
    const double weight = s.weight_of(p.arguments.size() > 1 ? p.arguments[1] : "");
    d.logs += weight * std::log(*faster);
    d.weights += weight;
  }
}

std::string speedups::decorated(uint64_t point, const std::string& row) const {
  if (!baseline_.any()) return row;
  const ordered_json given = ordered_json::parse(row);
  const auto number = [](const std::optional<double>& v) { return v ? ordered_json(six_digits(*v)) : ordered_json(); };
  const auto base = baseline_.of(point);
  const std::optional<double> faster = speedup(point);
  ordered_json more = {{"baseline", base ? ordered_json(*base + 1) : ordered_json()},
                       {"ratio", number(faster ? std::optional<double>(1 / *faster) : faster)},
                       {"speedup", number(faster)}};
  if (faster) {
    const cycles_of_point &mine = cycles_.at(point), &other = cycles_.at(*base);
    const bool band = mine.least != mine.most || other.least != other.most;
    if (band && mine.least && mine.most) {
      more["speedup_low"] = six_digits(static_cast<double>(other.least) / static_cast<double>(mine.most));
      more["speedup_high"] = six_digits(static_cast<double>(other.most) / static_cast<double>(mine.least));
    }
  }
  if (several_) more["geomean"] = number(designs_[places_.at(settings_text(design_of(study_.point(point))))].mean());
  ordered_json out;
  for (const auto& [name, value] : given.items()) {
    const auto derived = [&n = name](const char* one) { return n == one; };  // of another study's comparison
    if (std::none_of(std::begin(derived_columns), std::end(derived_columns), derived)) out[name] = value;
    if (name == "message") out.update(more);
  }
  return out.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

std::string speedups::text() const {
  if (!baseline_.any() || designs_.empty()) return {};
  std::vector<std::vector<std::string>> rows = {{"", several_ ? "mean" : "speed-up", "least", "most"}};
  for (const auto& d : designs_) {
    const std::string what = d.axes.empty() ? "all" : settings_text(d.axes);
    const std::optional<double> mean = d.mean();
    if (mean) rows.push_back({what, fixed(*mean, 3), fixed(d.least, 3), fixed(d.most, 3)});
    else rows.push_back({what, "-", "-", "-"});
  }
  size_t width = 0;
  for (const auto& r : rows) width = std::max(width, r[0].size());
  std::string out = "speed-up against " + baseline_.text() + " (its cycles / a point's)";
  if (several_)
    out += std::string(", ") + (study_.weights.empty() ? "" : "weighted ") + "geometric mean, least and most over kernels";
  out += "\n";
  for (const auto& r : rows) {
    out += "  " + left(r[0], width) + "  " + right(r[1], 8);
    if (several_) out += "  " + right(r[2], 7) + "  " + right(r[3], 7);
    out += "\n";
  }
  return out;
}

ordered_json speedups::geomeans() const {
  ordered_json all = ordered_json::array();
  for (const auto& d : designs_) {
    if (!several_) break;
    ordered_json axes = ordered_json::object();
    for (const auto& [name, value] : d.axes) axes[name] = value;
    const std::optional<double> mean = d.mean();
    all.push_back({{"axes", axes},
                   {"speedup", mean ? ordered_json(*mean) : ordered_json()},
                   {"points", d.points},
                   {"failed", d.without},
                   {"least", mean ? ordered_json(six_digits(d.least)) : ordered_json()},
                   {"most", mean ? ordered_json(six_digits(d.most)) : ordered_json()}});
  }
  return all;
}

}  // namespace tensix
