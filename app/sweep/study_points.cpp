// SPDX-License-Identifier: Apache-2.0
// From the tree of axes to points.
#include <algorithm>
#include <limits>
#include <sstream>

#include "app/sweep/study.h"

namespace tensix {
namespace {

using nlohmann::ordered_json;

constexpr uint64_t uncountable = std::numeric_limits<uint64_t>::max();

uint64_t times(uint64_t a, uint64_t b) { return b && a > uncountable / b ? uncountable : a * b; }

void put(std::vector<study_setting>& settings, const study_setting& s) {
  const auto known = std::find_if(settings.begin(), settings.end(), [&](const auto& x) { return x.first == s.first; });
  if (known == settings.end()) settings.push_back(s);
  else known->second = s.second;
}

// "64x64x{k}" with what k is set to.
std::string filled_in(const std::string& pattern, const std::vector<study_setting>& variables) {
  std::string result = pattern;
  for (const auto& [name, value] : variables)
    for (size_t at = 0; (at = result.find("{" + name + "}", at)) != std::string::npos;) {
      const std::string shown = value_text(value);
      result.replace(at, name.size() + 2, shown);
      at += shown.size();
    }
  if (const size_t open = result.find('{'); open != std::string::npos)
    throw study_error("'" + pattern + "': nothing sets '" + result.substr(open + 1, result.find('}', open) - open - 1) + "'");
  return result;
}

}  // namespace

uint64_t study_axes::piece::size() const {
  if (step > 0) return (static_cast<uint64_t>(to) - static_cast<uint64_t>(from)) / static_cast<uint64_t>(step) + 1;
  uint64_t count = 1;
  if (factor > 1)
    for (int64_t v = from; v <= to / factor; v *= factor) ++count;
  return count;
}

uint64_t study_axes::size() const {
  uint64_t count = kind == kind_t::product ? 1 : 0;
  switch (kind) {
    case kind_t::axis:
      if (!values.empty()) return values.size();
      for (const auto& p : pieces) count = count > uncountable - p.size() ? uncountable : count + p.size();
      return count;
    case kind_t::product:
      for (const auto& p : parts) count = times(count, p.size());
      return count;
    case kind_t::zip: return parts.front().size();
    default: return rows.size();
  }
}

void study_axes::expand() {
  for (auto& p : parts) p.expand();
  for (const auto& p : pieces) {
    if (p.step <= 0 && p.factor <= 0) {
      values.push_back(p.value);
      continue;
    }
    int64_t value = p.from;
    for (uint64_t left = p.size(); left > 0; --left) {
      values.push_back(value);
      if (left > 1) value = p.step > 0 ? value + p.step : value * p.factor;
    }
  }
}

void study_axes::at(uint64_t index, std::vector<study_setting>& out) const {
  switch (kind) {
    case kind_t::axis: out.emplace_back(name, values[index]); break;
    case kind_t::product: {
      uint64_t below = size();
      for (const auto& p : parts) {
        below /= std::max<uint64_t>(p.size(), 1);
        p.at(index / below, out);
        index %= below;
      }
      break;
    }
    case kind_t::zip:
      for (const auto& p : parts) p.at(index, out);
      break;
    default: out.insert(out.end(), rows[index].begin(), rows[index].end());
  }
}

std::vector<std::string> study_axes::names() const {
  std::vector<std::string> all;
  const auto add = [&all](const std::string& one) {
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
  };
  if (kind == kind_t::axis) add(name);
  for (const auto& p : parts)
    for (const auto& one : p.names()) add(one);
  for (const auto& row : rows)
    for (const auto& s : row) add(s.first);
  return all;
}

std::vector<std::string> study_axes::values_of(const std::string& wanted) const {
  std::vector<std::string> all;
  const auto add = [&all](const std::string& one) {
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
  };
  if (kind == kind_t::axis && name == wanted)
    for (const auto& v : values) all.push_back(value_text(v));  // which differ, but in a zip
  for (const auto& p : parts)                                   // of which one at most has it
    for (auto& one : p.values_of(wanted)) all.push_back(std::move(one));
  for (const auto& row : rows)
    for (const auto& s : row)
      if (s.first == wanted) add(value_text(s.second));
  return all;
}

std::vector<const study_axes*> coordinates_of(const study_axes& node) {
  if (node.kind != study_axes::kind_t::product) return {&node};
  std::vector<const study_axes*> all;
  for (const auto& p : node.parts)
    for (const auto* c : coordinates_of(p)) all.push_back(c);
  return all;
}

bool is_work(const study& s, const std::string& name) {
  static const std::vector<std::string> work = {
      "kernel", "stream", "shape",      "in0",        "in1",        "in2", "seed", "op",         "axis",   "broadcast", "bias",
      "relu",   "format", "in0-format", "in1-format", "out-format", "cb",  "arg",  "common-arg", "ct-arg", "include"};
  const auto among = [&name](const auto& list) { return std::find(list.begin(), list.end(), name) != list.end(); };
  return among(work) || among(s.variables) || !macro_of(name).empty();
}

double study::weight_of(const std::string& kernel) const {
  for (const auto& [name, weight] : weights)
    if (name == kernel) return weight;
  return 1;
}

study_point study::point(uint64_t index) const {
  study_point p;
  axes.at(index, p.axes);
  std::vector<study_setting> settings = base, with;
  const auto take = [&](const study_setting& s) {
    if (std::find(variables.begin(), variables.end(), s.first) != variables.end()) with.push_back(s);
    else put(settings, s);
  };
  for (const auto& s : p.axes) {
    if (s.first != variant_axis) take(s);
    for (const auto& v : variants)
      if (s.first == variant_axis && s.second == v.name) std::for_each(v.settings.begin(), v.settings.end(), take);
  }
  std::string what, subject, configuration;
  std::vector<std::string> options, parameters;
  for (const auto& [key, value] : settings) {
    const std::string shown = value.is_string() ? filled_in(value.get<std::string>(), with) : value.dump();
    if (key == "kernel" || key == "stream") {
      if (!command.empty()) throw study_error("the base is a command already, '" + key + "' has no place beside it");
      if (!what.empty()) throw study_error("a point has both a kernel ('" + subject + "') and a stream ('" + shown + "')");
      what = key != "kernel" ? "stream" : is_device_kernel(shown) ? "kernel" : "run";
      subject = shown;
    } else if (key == "config") {
      configuration = shown;
    } else if (is_flag(key)) {
      if (value.is_boolean() ? value.get<bool>() : shown == "true") options.push_back("--" + key);
    } else if (is_list_option(key)) {
      std::istringstream list(shown);
      for (std::string piece; std::getline(list, piece, ',');) options.push_back("--" + key + "=" + piece);
    } else if (const std::string macro = macro_of(key); !macro.empty()) {
      options.push_back("--define=" + macro + "=" + shown);
    } else if (is_kernel_option(key) || is_run_option(key)) {
      options.push_back("--" + key + "=" + shown);
    } else {
      parameters.push_back("--set=" + key + "=" + shown);
    }
  }
  if (command.empty() && what.empty()) throw study_error("a point has neither a kernel nor a stream");
  p.arguments = command.empty() ? std::vector<std::string>{what, subject} : command;
  if (!configuration.empty()) p.arguments.push_back("--config=" + configuration);
  p.arguments.insert(p.arguments.end(), options.begin(), options.end());
  p.arguments.insert(p.arguments.end(), parameters.begin(), parameters.end());
  return p;
}

std::string value_text(const ordered_json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

std::string settings_text(const std::vector<study_setting>& settings) {
  std::string all;
  for (const auto& [name, value] : settings) all += (all.empty() ? "" : ", ") + name + "=" + value_text(value);
  return all;
}

}  // namespace tensix
