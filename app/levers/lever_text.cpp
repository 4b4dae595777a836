// SPDX-License-Identifier: Apache-2.0
// The table of `tensix-tlm levers`.
#include <map>
#include <sstream>

#include "app/levers/lever_result.h"
#include "testbench/run/run_report.h"

namespace tensix {
namespace {

using nlohmann::ordered_json;
using lines = std::vector<std::vector<std::string>>;

constexpr size_t many = 4;  // names of one group that are printed as one

std::string cycles_or_dash(const ordered_json& n) { return n.is_null() ? "-" : grouped(n.get<uint64_t>()); }

// Columns wide enough, numbers (all but the first `names` columns) to the right.
std::string table(const lines& rows, size_t names) {
  std::vector<size_t> width;
  for (const auto& r : rows)
    for (size_t c = 0; c < r.size(); ++c) {
      if (c == width.size()) width.push_back(0);
      width[c] = std::max(width[c], r[c].size());
    }
  std::string out;
  for (const auto& r : rows) {
    std::string line;
    for (size_t c = 0; c < r.size(); ++c) {
      const std::string pad(width[c] - r[c].size(), ' ');
      line += (c ? "  " : "") + (c < names ? r[c] + pad : pad + r[c]);
    }
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

// Words behind each other, in lines that fit a terminal.
std::string listed(const std::vector<std::string>& words) {
  std::string out, line = "   ";
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string word = words[i] + (i + 1 < words.size() ? "," : "");
    if (line.size() + 1 + word.size() > 120 && line != "   ") out += line + "\n", line = "   ";
    line += " " + word;
  }
  return words.empty() ? "" : out + line + "\n";
}

bool has_effect(const ordered_json& lever) {
  for (const auto& s : lever.at("steps"))
    if (s.at("effect") == "cycles") return true;
  return false;
}

void tell_levers(std::ostream& out, const ordered_json& result, size_t most) {
  const bool path = !result.at("levers").empty() && result.at("levers").front().contains("path_cycles");
  lines rows = {{"parameter", "unit", "now", "step", "cycles", "change", "%"}};
  if (path) rows.front().emplace_back("on the path");
  size_t with = 0, shown = 0;
  bool assumed = false, inside = false;
  for (const auto& l : result.at("levers")) {
    if (!has_effect(l)) continue;
    if (++with > most && most) continue;
    ++shown;
    assumed = assumed || l.at("assumption").get<bool>();
    std::string name = l.at("parameter").get<std::string>() + (l.at("assumption").get<bool>() ? " *" : "");
    std::string unit = l.at("unit"), now = l.at("value");
    for (const auto& s : l.at("steps")) {
      if (s.at("effect") == "fails") continue;
      const bool chance = s.at("change") != 0 && s.value("inside_jitter", false);
      inside |= chance;
      rows.push_back({name, unit, now, s.at("value"), grouped(s.at("cycles").get<uint64_t>()), signed_count(s.at("change")),
                      (chance ? "~ " : "") + (s.at("change") == 0 ? "0" : signed_fixed(s.at("percent"), 1))});
      if (path) rows.back().push_back(name.empty() ? "" : grouped(l.at("path_cycles").get<uint64_t>()));
      name.clear(), unit.clear(), now.clear();
    }
  }
  if (with) out << "\n" << table(rows, 4);
  else out << "\nNo step changes the cycles.\n";
  if (shown < with) out << "... and " << with - shown << " more, which gain less (--top 0 prints all, --out has them)\n";
  if (inside) out << "~ other starts of the run as it is give this as well\n";
  if (assumed) out << "* no source gives this number: it is an assumption\n";
}

// "riscv_core.* (30)" in the place of many names of one group.
std::vector<std::string> in_groups(const std::vector<std::string>& names) {
  std::map<std::string, size_t> sizes;
  const auto group_of = [](const std::string& name) { return name.substr(0, name.rfind('.') + 1); };
  for (const auto& n : names) ++sizes[group_of(n)];
  std::vector<std::string> shown;
  for (const auto& n : names) {
    size_t& size = sizes[group_of(n)];
    if (size > 0 && size < many) shown.push_back(n);
    else if (size >= many) shown.push_back(group_of(n) + "* (" + std::to_string(size) + ")"), size = 0;
  }
  return shown;
}

void tell_idle(std::ostream& out, const ordered_json& result) {
  std::map<std::string, std::vector<std::string>> reasons, limits;  // why: parameters; steps
  std::vector<std::string> doubtful;
  std::vector<std::string> traffic, accounts, idle, failing;
  for (const auto& l : result.at("levers")) {
    const std::string name = l.at("parameter");
    std::string best, why;
    for (const auto& s : l.at("steps")) {
      const std::string effect = s.at("effect"), step = name + "=" + s.at("value").get<std::string>();
      if (effect == "fails")
        failing.push_back(step + ": " + s.at("outcome").get<std::string>() + ", " + s.at("message").get<std::string>());
      if (effect == "traffic") best = "traffic";
      if (effect == "accounts" && best.empty()) best = "accounts";
      if (s.contains("why")) why = s.at("why");
      if (s.contains("limit")) limits[s.at("limit")].push_back(step);
      if (s.contains("doubt")) doubtful.push_back(s.at("doubt"));
    }
    if (l.at("steps").empty()) continue;
    if (!has_effect(l) && !why.empty()) reasons[why].push_back(name);
    else if (!has_effect(l)) (best == "traffic" ? traffic : best == "accounts" ? accounts : idle).push_back(name);
    else if (!why.empty())
      for (const auto& s : l.at("steps"))
        if (s.contains("why")) reasons[why].push_back(name + "=" + s.at("value").get<std::string>());
  }
  const auto list = [&](const std::string& what, const std::vector<std::string>& names) {
    if (!names.empty()) out << "\n" << what << " (" << names.size() << "):\n" << listed(names);
  };
  list("No cycle more or less, but other traffic in L1", traffic);
  list("Without effect on cycles and traffic, only who waits for what differs", accounts);
  list("Without effect here", idle);
  for (const auto& [why, names] : reasons) out << "\nWithout effect, as " << why << ":\n" << listed(in_groups(names));
  for (const auto& [why, steps] : limits) out << "\nNo faster, as " << why << ":\n" << listed(steps);
  if (!doubtful.empty()) out << "\nHardly meant so:\n";
  for (const auto& d : doubtful) out << "    " << d << "\n";
  if (!failing.empty()) out << "\nDid not end well (" << failing.size() << "):\n";
  for (const auto& f : failing) out << "    " << f.substr(0, f.find('\n')) << "\n";
}

void tell_refused(std::ostream& out, const ordered_json& result) {
  if (!result.at("refused").empty()) out << "\nRefused steps (" << result.at("refused").size() << "):\n";
  for (const auto& r : result.at("refused")) {
    const std::string why = r.at("why"), name = r.at("parameter"), value = r.at("value");
    out << "    " << name << (value == "-" ? "" : "=" + value) << ": "
        << (why.rfind(name + ": ", 0) == 0 ? why.substr(name.size() + 2) : why) << "\n";
  }
  std::map<std::string, std::vector<std::string>> left_out;
  for (const auto& l : result.at("left_out")) left_out[l.at("why")].push_back(l.at("parameter"));
  if (!left_out.empty()) out << "\nNo levers (" << result.at("left_out").size() << "):\n";
  for (const auto& [why, names] : left_out) {
    std::string all;
    for (const auto& n : in_groups(names)) all += (all.empty() ? "" : ", ") + n;
    out << "    " << all << ": " << why << "\n";
  }
}

void tell_band(std::ostream& out, const ordered_json& result) {
  if (result.at("assumptions").empty()) return;
  const ordered_json& band = result.at("band");
  const auto range = [&](const char* which) {
    return grouped(band.at(which)[0].get<uint64_t>()) + " .. " + grouped(band.at(which)[1].get<uint64_t>());
  };
  size_t moving = 0;
  for (const auto& a : result.at("assumptions"))
    for (const char* end : {"change_at_least", "change_at_most"})
      if (a.at(end).is_number() && a.at(end) != 0) {
        ++moving;
        break;
      }
  out << "\nUncertainty from " << result.at("assumptions").size() << " assumptions, of which " << moving
      << " move the run, each at both ends of its plausible range:\n"
      << "    independent of one another (root of the sum of squares)  " << range("independent") << " cycles\n"
      << "    all at their worst (sum)                                 " << range("worst_case") << " cycles\n"
      << "    really all at their least / all at their most            " << cycles_or_dash(band.at("all_at_least")) << " / "
      << cycles_or_dash(band.at("all_at_most")) << " cycles\n";
}

}  // namespace

std::string lever_text(const ordered_json& result, size_t most) {
  std::ostringstream out;
  for (const auto& word : result.at("command"))
    out << (word == result.at("command").front() ? "" : " ") << word.get<std::string>();
  out << ", configuration " << result.at("configuration").get<std::string>() << ": "
      << grouped(result.at("cycles").get<uint64_t>()) << " cycles";
  if (const auto j = result.value("jitter", ordered_json()); j.is_object())
    out << "\nfrom " << j.at("starts") << " starts: " << grouped(j.at("least_cycles").get<uint64_t>()) << " to "
        << grouped(j.at("most_cycles").get<uint64_t>()) << " cycles";
  if (result.at("limited_by").is_string()) out << "\nlimited by " << result.at("limited_by").get<std::string>();
  out << "\n";
  if (!result.at("levers").empty()) tell_levers(out, result, most);
  tell_idle(out, result);
  tell_refused(out, result);
  tell_band(out, result);
  return out.str();
}

}  // namespace tensix
