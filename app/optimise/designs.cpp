// SPDX-License-Identifier: Apache-2.0
#include "app/optimise/designs.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace tensix {

using nlohmann::ordered_json;

study_designs::study_designs(const study& s, const study_baseline& b, bool several) : study_(s), several_(several) {
  uint64_t stride = s.size();
  bool any = false;
  for (const study_axes* node : coordinates_of(s.axes)) {
    coordinate c;
    c.size = node->size();
    stride /= std::max<uint64_t>(c.size, 1);
    c.stride = stride;
    const std::vector<std::string> names = node->names();
    const auto is_subject = [](const std::string& n) { return n == "kernel" || n == "stream"; };
    const auto chosen = std::find_if(names.begin(), names.end(), [&](const auto& n) { return !is_work(s, n); });
    const bool subject = std::any_of(names.begin(), names.end(), is_subject);
    c.work = several && (subject || chosen == names.end());
    if (several && subject && chosen != names.end())
      throw study_error("over several kernels: the axes that set kernels also set '" + *chosen +
                        "', which is to be chosen; give it an axis of its own");
    any = any || (c.work && subject);
    if (c.work) kernels_ *= c.size;
    else sizes_.push_back(c.size), size_ *= c.size;
    coordinates_.push_back(c);
  }
  if (!several) return;
  if (!any) throw study_error("over several kernels: no axis sets 'kernel' or 'stream'");
  if (sizes_.empty()) throw study_error("over several kernels: no axis is left to choose from");
  std::set<std::string> subjects;
  for (const uint64_t p : points(0))
    for (const auto& [name, value] : axes_of(p, true))
      if (name == "kernel" || name == "stream") subjects.insert(value_text(value));
  subjects_differ_ = subjects.size() == kernels_;
  const uint64_t like = b.of(0).value_or(0);  // point 0 has every axis at its first value
  uint64_t below = size_;
  for (const auto& c : coordinates_)
    if (!c.work) below /= c.size, baseline_ += like / c.stride % c.size * below;
}

std::vector<uint64_t> study_designs::points(uint64_t design) const {
  if (!several_) return {design};
  std::vector<uint64_t> all = {0};
  uint64_t below = size_;
  for (const auto& c : coordinates_) {
    if (!c.work) {
      below /= c.size;
      for (auto& p : all) p += design / below % c.size * c.stride;
      continue;
    }
    std::vector<uint64_t> more;
    for (const uint64_t p : all)
      for (uint64_t v = 0; v < c.size; ++v) more.push_back(p + v * c.stride);
    all = std::move(more);
  }
  return all;
}

std::vector<study_setting> study_designs::axes_of(uint64_t point, bool work) const {
  std::vector<study_setting> some;
  const auto nodes = coordinates_of(study_.axes);
  for (size_t i = 0; i < nodes.size(); ++i)
    if (coordinates_[i].work == work) nodes[i]->at(point / coordinates_[i].stride % coordinates_[i].size, some);
  return some;
}

// "add", or with what else differs: "add-64x64".
std::string study_designs::kernel_name(uint64_t point) const {
  std::string all, subject;
  for (const auto& [name, value] : axes_of(point, true)) {
    if (name == "kernel" || name == "stream") subject = value_text(value);
    all += (all.empty() ? "" : "-") + value_text(value);
  }
  return subjects_differ_ ? subject : all;
}

std::string study_designs::row(uint64_t design, const row_source& of_point) const {
  const std::vector<uint64_t> mine = points(design), others = points(baseline_);
  if (!several_) return of_point(mine.front() + 1);
  ordered_json out, speedup_of = ordered_json::object(), metrics;
  double logs = 0, weights = 0;
  std::string message;
  bool done = true;
  for (size_t i = 0; i < mine.size(); ++i) {
    const ordered_json row = ordered_json::parse(of_point(mine[i] + 1)), base = ordered_json::parse(of_point(others[i] + 1));
    const auto a = speedups::cycles_of(row), b = speedups::cycles_of(base);
    if (i == 0) out = row;
    if (!a.measured || !b.measured || !a.cycles || !b.cycles) {
      done = false;
      const ordered_json& failed = a.measured ? base : row;
      message += (message.empty() ? "" : "\n") + kernel_name(mine[i]) + ": " + failed.at("message").get<std::string>();
      continue;
    }
    const double faster = static_cast<double>(b.cycles) / static_cast<double>(a.cycles);
    const double weight = study_.weight_of(study_.point(mine[i]).arguments.at(1));
    logs += weight * std::log(faster);
    weights += weight;
    speedup_of[kernel_name(mine[i])] = six_digits(faster);
    if (i) {
      for (auto p = out["parameters"].begin(); p != out["parameters"].end();)
        p = row.at("parameters").value(p.key(), ordered_json()) == p.value() ? std::next(p) : out["parameters"].erase(p);
    }
  }
  ordered_json axes = ordered_json::object(), kernel = ordered_json::object();
  for (const auto& [name, value] : axes_of(mine.front(), false)) axes[name] = value;
  out["axes"] = axes;
  if (out.at("metrics").is_object())
    kernel["configuration"] = out.at("metrics").at("kernel").value("configuration", ordered_json());
  out["metrics"] = done ? ordered_json({{"kernel", kernel}, {"speedup", speedup_of}}) : ordered_json();
  out["commands"] = ordered_json::array();
  for (const uint64_t p : mine) out["commands"].push_back(study_.point(p).arguments);
  out["message"] = message;
  if (done) out["geomean"] = six_digits(std::exp(logs / weights));
  else if (out.at("outcome") == "done") out["outcome"] = "undefined";
  return out.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

ordered_json study_designs::described() const {
  ordered_json all = ordered_json::array(), base = ordered_json::object();
  const std::vector<uint64_t> others = points(baseline_);
  for (const uint64_t p : others)
    all.push_back({{"kernel", kernel_name(p)}, {"weight", study_.weight_of(study_.point(p).arguments.at(1))}});
  for (const auto& [name, value] : axes_of(others.front(), false)) base[name] = value;
  return {{"kernels", all}, {"baseline", base}};
}

}  // namespace tensix
