// SPDX-License-Identifier: Apache-2.0
#include "app/levers/lever_plan.h"

#include <algorithm>

#include "app/options/options.h"
#include "support/text/nearest.h"

namespace tensix {
namespace {

using nlohmann::ordered_json;
using settings = std::vector<std::pair<std::string, std::string>>;

bool begins_with(const std::string& text, const std::string& with) { return text.rfind(with, 0) == 0; }

// Gives each set of values a number, the same to the same.
class point_list {
 public:
  // `base`: what the run as it is has beside the command.
  point_list(const std::vector<std::string>& command, const settings& base, point_checker& checker)
      : command_(command), checker_(checker) {
    number_of(base);
  }

  uint64_t number_of(const settings& s) {
    ordered_json row = ordered_json::object();
    for (const auto& [name, value] : s) row[name] = value;
    const auto [at, fresh] = numbers_.emplace(row.dump(), rows_.size() + 1);
    if (fresh) rows_.push_back(row);
    return at->second;
  }

  // Fills in the point, or why there is none.
  void add(const settings& s, lever_plan::trial& t) {
    if (!t.refused.empty()) return;
    std::vector<std::string> arguments = command_;
    for (const auto& [name, value] : s) arguments.push_back("--set=" + name + "=" + value);
    try {
      t.refused = checker_.check(arguments);
    } catch (const std::runtime_error& e) {
      t.refused = e.what();
    }
    if (t.refused.empty()) t.point = number_of(s);
  }

  const std::vector<ordered_json>& rows() const { return rows_; }

 private:
  const std::vector<std::string>& command_;
  point_checker& checker_;
  std::vector<ordered_json> rows_;
  std::map<std::string, uint64_t> numbers_;
};

void check_beginnings(const std::vector<std::string>& beginnings) {
  const auto names = parameter_names();
  for (const auto& b : beginnings)
    if (std::none_of(names.begin(), names.end(), [&](const auto& n) { return begins_with(n, b); }))
      throw usage_error("--only=" + b + ": no parameter's name begins so" + did_you_mean(b, names));
}

bool wanted(const lever_wish& w, const std::string& name) {
  return w.beginnings.empty() ||
         std::any_of(w.beginnings.begin(), w.beginnings.end(), [&](const auto& b) { return begins_with(name, b); });
}

void add_levers(const lever_wish& wish, lever_plan& plan, point_list& points) {
  for (const auto& i : parameter_list()) {
    if (!wanted(wish, i.name)) continue;
    if (const std::string why = no_lever(i.name); !why.empty()) {
      plan.left_out.emplace_back(i.name, why);
      continue;
    }
    lever_plan::lever l{&i, {}};
    for (const auto& s : steps_of(i, plan.base)) {
      lever_plan::trial t{s.value, s.refused, 0};
      points.add({{i.name, s.value}}, t);
      l.steps.push_back(t);
    }
    plan.levers.push_back(l);
  }
}

void add_assumptions(const lever_wish& wish, lever_plan& plan, point_list& points) {
  settings all_least, all_most;
  for (const auto& r : plausible_ranges()) {
    if (!wanted(wish, r.parameter) || !rests_on_assumption(r, plan.base, plan.command)) continue;
    const std::string now = find_parameter(r.parameter).get(plan.base);
    const auto end = [&](uint32_t value, settings& all) {
      lever_plan::trial t{std::to_string(value), "", 0};
      if (t.value == now) t.point = lever_plan::base_point;
      else points.add({{r.parameter, t.value}}, t);
      if (t.refused.empty() && t.value != now) all.emplace_back(r.parameter, t.value);
      return t;
    };
    lever_plan::assumption a{&r, {}, {}};
    a.least = end(r.least, all_least);
    a.most = end(r.most, all_most);
    plan.assumptions.push_back(a);
  }
  points.add(all_least, plan.all_least);
  points.add(all_most, plan.all_most);
}

}  // namespace

bool rests_on_assumption(const plausible_range& r, const parameters& p, const std::vector<std::string>& command) {
  command_line c = parse_command_line(command);
  for (const auto& setting : session_of(c)->configuration.settings)
    if (begins_with(setting, std::string(r.parameter) + "=")) return false;
  const parameter_info& i = find_parameter(r.parameter);
  return !(r.measured_on_blackhole && i.get(p) == i.blackhole && !begins_with(p.config_name, "documented"));
}

lever_plan plan_levers(const lever_wish& wish, point_checker& checker) {
  check_beginnings(wish.beginnings);
  lever_plan plan;
  plan.command = wish.command;
  if (const std::string impossible = checker.check(plan.command); !impossible.empty()) throw usage_error(impossible);
  plan.base = checker.resolved(plan.command);
  const std::string& what = plan.command.front();
  plan.parts.simulated_cores = what == "kernel" || what == "program";
  plan.parts.feed = what != "stream" && what != "program";
  settings starts;
  if (wish.starts > 1) starts = {{"jitter", std::to_string(wish.starts)}};
  point_list points(plan.command, starts, checker);
  if (!wish.assumptions_only) add_levers(wish, plan, points);
  add_assumptions(wish, plan, points);
  plan.study = {{"format", "tensix-tlm-study"},
                {"version", 1},
                {"name", "levers"},
                {"base", {{"command", plan.command}}},
                {"axes", {{"list", points.rows()}}}};
  return plan;
}

}  // namespace tensix
