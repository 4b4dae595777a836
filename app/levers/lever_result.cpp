// SPDX-License-Identifier: Apache-2.0
#include "app/levers/lever_result.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <tuple>

namespace tensix {
namespace {

using nlohmann::ordered_json;

class outcomes {
 public:
  explicit outcomes(const row_source& row) : row_(row), base_(of(lever_plan::base_point)) {
    if (base_.at("outcome") != "done")
      throw std::runtime_error("the run itself, without any step, did not end well: " + base_.at("outcome").get<std::string>() +
                               (base_.at("message") == "" ? "" : ": " + base_.at("message").get<std::string>()));
  }
  ordered_json of(uint64_t point) const { return ordered_json::parse(row_(point)); }
  const ordered_json& base() const { return base_.at("metrics"); }
  int64_t base_cycles() const { return base().at("cycles").get<int64_t>(); }
  // By how many cycles the point is longer; nothing: it did not end well.
  std::optional<int64_t> change(const lever_plan::trial& t) const {
    if (t.point == 0) return {};
    const ordered_json r = of(t.point);
    if (r.at("outcome") != "done") return {};
    return r.at("metrics").at("cycles").get<int64_t>() - base_cycles();
  }

 private:
  const row_source& row_;
  const ordered_json base_;
};

double percent(int64_t change, int64_t of) { return of ? 100.0 * static_cast<double>(change) / static_cast<double>(of) : 0; }

// Bytes by client, accesses, and what of them was refused.
ordered_json traffic_of(const ordered_json& metrics) {
  ordered_json t = ordered_json::object();
  for (const auto& [name, b] : metrics.at("bandwidth").items()) t[name] = b.at("bytes");
  for (const char* list : {"ports", "bank_conflicts"}) {
    uint64_t sum = 0;
    for (const auto& n : metrics.at("l1").at(list)) sum += n.get<uint64_t>();
    t[list] = sum;
  }
  return t;
}

std::string effect_of(const ordered_json& base, const ordered_json& metrics) {
  if (base.at("cycles") != metrics.at("cycles")) return "cycles";
  if (traffic_of(base) != traffic_of(metrics)) return "traffic";
  for (const char* accounts : {"units", "threads", "cores"})
    if (base.value(accounts, ordered_json()) != metrics.value(accounts, ordered_json())) return "accounts";
  return "none";
}

ordered_json step_of(const lever_plan& plan, const parameter_info& i, const lever_plan::trial& t, const outcomes& all) {
  const ordered_json row = all.of(t.point);
  ordered_json step = {{"value", t.value}, {"outcome", row.at("outcome")}};
  if (row.at("outcome") != "done") {
    step["effect"] = "fails";
    step["message"] = row.at("message");
    return step;
  }
  const ordered_json& metrics = row.at("metrics");
  const int64_t cycles = metrics.at("cycles").get<int64_t>(), change = cycles - all.base_cycles();
  step["effect"] = effect_of(all.base(), metrics);
  step["cycles"] = cycles;
  step["change"] = change;
  step["percent"] = percent(change, all.base_cycles());
  if (all.base().contains("jitter")) {
    const ordered_json& band = all.base().at("jitter");
    step["inside_jitter"] = band.at("least_cycles") <= cycles && cycles <= band.at("most_cycles");
  }
  parameters with = plan.base;
  i.assign(with, t.value);
  if (const limit_met limit = without_effect(i.name, plan.base, with, plan.parts); !limit.why.empty())
    step[change == 0 ? "why" : "limit"] = limit.why;
  else if (const auto doubtful = doubts(with); doubtful.size() > doubts(plan.base).size()) step["doubt"] = doubtful.back();
  const ordered_json limited = metrics.at("kernel").value("limited_by", ordered_json());
  if (limited != all.base().at("kernel").value("limited_by", ordered_json())) step["limited_by"] = limited;
  return step;
}

// Cycles on the critical path of what this parameter makes faster, if the run records its path.
std::optional<uint64_t> on_path(const ordered_json& metrics, const std::string& parameter) {
  if (!metrics.contains("path")) return {};
  uint64_t cycles = 0;
  for (const auto& r : metrics.at("path").at("resources"))
    if (r.at("parameter") == parameter) cycles += r.at("cycles").get<uint64_t>();
  return cycles;
}

double largest(const ordered_json& lever) {
  double most = 0;
  for (const auto& s : lever.at("steps")) most = std::max(most, std::fabs(s.value("percent", 0.0)));
  return most;
}

// By how many per cent its best step makes the run shorter.
double gain(const ordered_json& lever) {
  double most = 0;
  for (const auto& s : lever.at("steps")) most = std::max(most, -s.value("percent", 0.0));
  return most;
}

// How much there is to say of a lever without an effect on cycles.
int rank(const ordered_json& lever) {
  int most = 0;
  for (const auto& s : lever.at("steps")) {
    const std::string effect = s.at("effect");
    most = std::max(most, effect == "fails" ? 3 : effect == "traffic" ? 2 : effect == "accounts" ? 1 : 0);
  }
  return most;
}

// The smaller and the larger number of cycles that the assumptions allow, formed in two ways.
ordered_json band_of(const lever_plan& plan, const outcomes& all, ordered_json& assumptions) {
  double squares_down = 0, squares_up = 0;
  int64_t sum_down = 0, sum_up = 0;
  for (const auto& a : plan.assumptions) {
    const auto least = all.change(a.least), most = all.change(a.most);
    ordered_json row = {{"parameter", a.range->parameter},
                        {"value", find_parameter(a.range->parameter).get(plan.base)},
                        {"least", a.range->least},
                        {"most", a.range->most},
                        {"why", a.range->why},
                        {"change_at_least", nullptr},
                        {"change_at_most", nullptr}};
    if (least) row["change_at_least"] = *least;
    if (most) row["change_at_most"] = *most;
    for (const auto* t : {&a.least, &a.most})
      if (!t->refused.empty()) row["refused"] = t->value + ": " + t->refused;
    const int64_t down = std::min({int64_t{0}, least.value_or(0), most.value_or(0)});
    const int64_t up = std::max({int64_t{0}, least.value_or(0), most.value_or(0)});
    squares_down += static_cast<double>(down) * static_cast<double>(down);
    squares_up += static_cast<double>(up) * static_cast<double>(up);
    sum_down += down, sum_up += up;
    assumptions.push_back(std::move(row));
  }
  const int64_t now = all.base_cycles();
  const auto together = [&](const lever_plan::trial& t) {
    const auto change = all.change(t);
    return change ? ordered_json(now + *change) : ordered_json(nullptr);
  };
  return {{"independent", {now - std::llround(std::sqrt(squares_down)), now + std::llround(std::sqrt(squares_up))}},
          {"worst_case", {std::max<int64_t>(0, now + sum_down), now + sum_up}},
          {"all_at_least", together(plan.all_least)},
          {"all_at_most", together(plan.all_most)}};
}

}  // namespace

ordered_json lever_result(const lever_plan& plan, const row_source& row) {
  const outcomes all(row);
  ordered_json out = {{"format", "tensix-tlm-levers"},
                      {"version", 1},
                      {"command", plan.command},
                      {"configuration", plan.base.config_name},
                      {"cycles", all.base_cycles()},
                      {"clock_mhz", plan.base.clock_mhz},
                      {"limited_by", all.base().at("kernel").value("limited_by", ordered_json())}};
  if (all.base().contains("jitter")) out["jitter"] = all.base().at("jitter");
  std::vector<ordered_json> levers;
  ordered_json refused = ordered_json::array();
  for (const auto& l : plan.levers) {
    const auto range = std::find_if(plan.assumptions.begin(), plan.assumptions.end(),
                                    [&](const auto& a) { return a.range->parameter == l.parameter->name; });
    ordered_json lever = {{"parameter", l.parameter->name},       {"unit", l.parameter->unit},
                          {"value", l.parameter->get(plan.base)}, {"meaning", l.parameter->meaning},
                          {"source", l.parameter->source},        {"assumption", range != plan.assumptions.end()}};
    if (const auto cycles = on_path(all.base(), l.parameter->name)) lever["path_cycles"] = *cycles;
    lever["steps"] = ordered_json::array();
    for (const auto& t : l.steps)
      if (t.point) lever["steps"].push_back(step_of(plan, *l.parameter, t, all));
      else refused.push_back({{"parameter", l.parameter->name}, {"value", t.value}, {"why", t.refused}});
    levers.push_back(std::move(lever));
  }
  std::stable_sort(levers.begin(), levers.end(), [](const auto& a, const auto& b) {
    return std::make_tuple(gain(a), largest(a), rank(a)) > std::make_tuple(gain(b), largest(b), rank(b));
  });
  out["levers"] = levers;
  out["refused"] = refused;
  out["left_out"] = ordered_json::array();
  for (const auto& [name, why] : plan.left_out) out["left_out"].push_back({{"parameter", name}, {"why", why}});
  ordered_json assumptions = ordered_json::array();
  const ordered_json band = band_of(plan, all, assumptions);
  out["assumptions"] = assumptions;
  out["band"] = band;
  return out;
}

}  // namespace tensix
