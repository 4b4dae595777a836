// SPDX-License-Identifier: Apache-2.0
#include "platform/parameter_steps.h"

#include <algorithm>
#include <sstream>

#include "platform/parameters_table.h"

namespace tensix {
namespace {

using names = std::vector<std::string>;

constexpr uint64_t small = 4;  // up to here a step is 1

// Values of which the first that can be is taken.
struct attempt {
  names values;
  std::string impossible;  // no value: why there is none
};

std::vector<attempt> number_attempts(const parameter_info& i, const parameters& p) {
  const uint64_t v = std::stoull(i.get(p));
  const auto text = [](uint64_t x) { return std::to_string(x); };
  if (v == 0 && i.unit == "bytes/cycle")
    return {{{text(16 * p.l1.client_ports[static_cast<size_t>(l1_client::noc)].size())}, {}}};
  if (v > small) return {{{text(v / 2)}, {}}, {{text(v * 2)}, {}}};
  const attempt less = v == 0 ? attempt{{}, "0 is the least"} : attempt{{text(v - 1), text(v / 2)}, {}};
  return {less, {{text(v + 1), text(v * 2)}, {}}};
}

std::vector<attempt> port_attempts(const parameter_info& i, const parameters& p) {
  const std::vector<uint32_t> own = table::parse_ports(i.get(p));
  std::vector<uint32_t> fewer(own.begin(), own.begin() + static_cast<ptrdiff_t>(own.size() / 2)), more = own;
  for (uint32_t port = 0; port < p.l1.ports && more.size() < 2 * own.size(); ++port)
    if (std::find(own.begin(), own.end(), port) == own.end()) more.push_back(port);
  return {fewer.empty() ? attempt{{}, "it has one port only"} : attempt{{table::ports_text(fewer)}, {}},
          more.size() == own.size() ? attempt{{}, "it has all ports of L1"} : attempt{{table::ports_text(more)}, {}}};
}

std::vector<attempt> speed_attempts(const parameter_info& i, const parameters& p) {
  const throttle_parameters::pair now = table::parse_speed_pair(i.get(p));
  std::vector<attempt> all;
  for (fetch_speed throttle_parameters::pair::*which :
       {&throttle_parameters::pair::unpacker0, &throttle_parameters::pair::unpacker1})
    for (const int step : {-1, 1}) {
      const int speed = static_cast<int>(now.*which) + step;
      if (speed < 0 || speed > static_cast<int>(fetch_speed::x4)) continue;
      throttle_parameters::pair other = now;
      other.*which = static_cast<fetch_speed>(speed);
      all.push_back({{table::speed_pair_text(other)}, {}});
    }
  return all;
}

std::vector<attempt> attempts_of(const parameter_info& i, const parameters& p) {
  switch (i.kind) {
    case parameter_kind::number: return number_attempts(i, p);
    case parameter_kind::port_list: return port_attempts(i, p);
    case parameter_kind::speed_pair: return speed_attempts(i, p);
    default: break;
  }
  std::vector<attempt> all;
  for (const auto& c : i.choices)
    if (c != i.get(p)) all.push_back({{c}, {}});
  return all;
}

// Empty: the value can be.
std::string refusal(const parameter_info& i, const parameters& p, const std::string& value) {
  try {
    parameters with = p;
    i.assign(with, value);
    validate(with);
  } catch (const parameter_error& e) {
    return e.what();
  }
  return {};
}

}  // namespace

std::vector<parameter_step> steps_of(const parameter_info& i, const parameters& p) {
  std::vector<parameter_step> steps;
  for (const attempt& a : attempts_of(i, p)) {
    parameter_step first;
    bool found = false;
    for (size_t v = 0; v < a.values.size() && !found; ++v) {
      const std::string why = a.values[v] == i.get(p) ? "it is this already" : refusal(i, p, a.values[v]);
      if (v == 0) first = {a.values[v], why};
      found = why.empty();
      if (found) first = {a.values[v], {}};
    }
    if (a.values.empty()) first = {"-", a.impossible};
    steps.push_back(first);
  }
  return steps;
}

std::string no_lever(const std::string& parameter) {
  const auto begins = [&](const char* with) { return parameter.rfind(with, 0) == 0; };
  if (begins("clock_")) return "converts cycles to time, and no cycle depends on it";
  if (begins("units.") || begins("rtl.")) return "says how the tile is put together; with equal RTL the results are equal";
  if (parameter == "l1.size_kib") return "is a capacity: a smaller L1 refuses programs, it times none otherwise";
  if (parameter == "l1.ports") return "says which ports there are; the lists of ports say what they do";
  return {};
}

std::string steps_text(const parameters& p, const std::vector<std::string>& selected) {
  std::ostringstream out;
  for (const auto& name : selected) {
    const parameter_info& i = find_parameter(name);
    if (const std::string why = no_lever(i.name); !why.empty()) {
      out << i.name << " " << i.get(p) << ": none, it " << why << "\n";
      continue;
    }
    const auto steps = steps_of(i, p);
    out << i.name << " " << i.get(p) << ":";
    for (const auto& s : steps)
      if (s.refused.empty()) out << " " << s.value;
    out << "\n";
    for (const auto& s : steps)
      if (!s.refused.empty()) out << "    refused " << s.value << ": " << s.refused << "\n";
  }
  return out.str();
}

}  // namespace tensix
