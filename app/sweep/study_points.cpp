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

std::string text(const ordered_json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

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
      const std::string shown = text(value);
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

study_point study::point(uint64_t index) const {
  study_point p;
  axes.at(index, p.axes);
  std::vector<study_setting> settings = base, with;
  for (const auto& s : p.axes)
    if (std::find(variables.begin(), variables.end(), s.first) != variables.end()) with.push_back(s);
    else put(settings, s);
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

std::string settings_text(const std::vector<study_setting>& settings) {
  std::string all;
  for (const auto& [name, value] : settings) all += (all.empty() ? "" : ", ") + name + "=" + text(value);
  return all;
}

}  // namespace tensix
