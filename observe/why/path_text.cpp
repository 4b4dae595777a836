// SPDX-License-Identifier: Apache-2.0
#include "observe/why/path_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <vector>

#include "support/text/text_columns.h"

namespace tensix {
namespace {

constexpr double a_row = 0.01;                               // of the run: shorter ones are one row together
constexpr double worth_naming = 0.1, worth_a_detail = 0.03;  // of the run

double share(uint64_t part, uint64_t whole) { return whole ? static_cast<double>(part) / static_cast<double>(whole) : 0.0; }
std::string percent(uint64_t part, uint64_t whole, int digits = 0) { return fixed(100 * share(part, whole), digits); }

// Who it is that has these resources, the largest first.
struct holder {
  std::string name;
  uint64_t cycles = 0;
  std::vector<const path_resource*> has;
};

std::vector<holder> holders(const critical_path& path) {
  std::vector<holder> all;
  for (const path_resource& r : path.resources) {
    if (r.cycles == 0) continue;
    auto h = std::find_if(all.begin(), all.end(), [&](const holder& x) { return x.name == r.holder; });
    if (h == all.end()) h = all.insert(all.end(), {r.holder, 0, {}});
    h->cycles += r.cycles;
    h->has.push_back(&r);
  }
  std::stable_sort(all.begin(), all.end(), [](const holder& a, const holder& b) { return a.cycles > b.cycles; });
  return all;
}

// The resource without the name of its holder's own: "l1 load" of "t0 l1 load".
std::string own_name(const path_resource& r) {
  const std::string first = r.name.substr(0, r.name.find(' '));
  const bool with_holder = r.holder.compare(0, first.size(), first) == 0 && r.name.size() > first.size();
  return with_holder ? r.name.substr(first.size() + 1) : r.name;
}

// "packer, unpacker1 and t2"
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return text;
}

std::string cycles_text(uint64_t n) { return grouped(n) + (n == 1 ? " cycle" : " cycles"); }

// Whose chains are all as long as the path; empty: there is one only.
std::string ties_text(const critical_path& path) {
  if (path.ties.empty()) return {};
  std::vector<std::string> names;
  uint64_t within = 0;
  for (const path_tie& t : path.ties) names.push_back(t.holder), within = std::max(within, t.shorter_by);
  return "; ties: " + listed(names) + " within " + cycles_text(within);
}

// The fewest that gain a tenth of the run if they are halved together, of more than one.
const path_together* worth_joining(const critical_path& path) {
  if (path.together.empty() || 10 * path.together[0].run_if_halved <= 9 * path.cycles) return nullptr;
  for (const path_together& t : path.together)
    if (10 * t.run_if_halved <= 9 * path.cycles) return &t;
  return nullptr;
}

// Which link it is that packets wait for most.
std::string name_of(const holder& h, const critical_path& path) {
  return h.name == "noc wait" && !path.links.empty() ? "link " + path.links[0].name : h.name;
}

// Of several tiles those in which the path is most, the largest first.
std::string tiles_text(const critical_path& path) {
  std::vector<path_part> most = path.tiles;
  std::stable_sort(most.begin(), most.end(), [](const path_part& a, const path_part& b) { return a.cycles > b.cycles; });
  std::string text;
  for (size_t i = 0; i < most.size() && i < 3 && share(most[i].cycles, path.cycles) >= worth_naming; ++i)
    text += (i ? ", " : "; in ") + most[i].name + " " + percent(most[i].cycles, path.cycles) + " %";
  return text;
}

constexpr const char* unsure_mark = "?";

}  // namespace

std::string unsure_note(const critical_path& path, double least) {
  uint64_t most = 0;
  for (const path_resource& r : path.resources)
    if (r.cycles && share(r.cycles, path.cycles) >= least && path.unsure(r.unexplained_if_halved))
      most = std::max(most, r.unexplained_if_halved);
  if (most == 0) return {};
  return std::string(unsure_mark) + ": unsure, as up to " + cycles_text(most) +
         " of that run are as in this one, where nothing says that they would be: waits without a known cause, turns, "
         "rounds of polls, conflicts, and what a program does instead of waiting";
}

std::string together_note(const critical_path& path) {
  const path_together* all = worth_joining(path);
  if (!all) return {};
  return "together: if " + listed(all->resources) + " took half as long, " + grouped(all->run_if_halved) + " cycles (" +
         fixed(100 * share(all->run_if_halved, path.cycles) - 100, 0) + " %)" +
         (all->parameter.empty() ? "" : "; " + all->parameter + " makes all of them faster");
}

std::string holds_the_run(const critical_path& path) {
  const std::vector<holder> all = holders(path);
  if (all.empty()) return "nothing: no cycle passed";
  const holder& first = all[0];
  std::string text = name_of(first, path) + " (" + percent(first.cycles, path.cycles) + " % of the critical path";
  if (!path.whole())
    text += ", of which " + percent(path.looked_at, path.cycles, 1) + " % were looked at, in " + std::to_string(path.pieces) +
            (path.pieces == 1 ? " piece" : " pieces");
  const char* before = ": ";
  for (const path_resource* r : first.has) {
    if (r != first.has[0] && share(r->cycles, path.cycles) < worth_a_detail) continue;
    text += before + (first.has.size() > 1 ? own_name(*r) : r->does) + " " + grouped(r->cycles) +
            (r == first.has[0] ? " cycles" : "");
    before = ", ";
  }
  text += ")";
  if (path.unsure(path.unexplained()))
    text += "; unsure: " + cycles_text(path.unexplained()) + " of the path have no known cause";
  text += ties_text(path);
  before = "; then ";
  for (size_t i = 1; i < all.size() && share(all[i].cycles, path.cycles) >= worth_naming; ++i) {
    text += before + name_of(all[i], path) + " " + percent(all[i].cycles, path.cycles) + " %";
    before = ", ";
  }
  return text + tiles_text(path);
}

void print_path(std::ostream& out, const critical_path& path) {
  if (path.resources.empty()) return;
  size_t names = 22;
  for (const path_resource& r : path.resources) names = std::max(names, r.name.size() + 2);
  out << "\n"
      << left("critical path", names) << right("cycles", 12) << right("%", 7) << right("if halved", 12) << right("if free", 12)
      << "  what it does\n";
  const path_resource* nearest = nullptr;
  const auto mark = [&](const path_resource& r) { return path.unsure(r.unexplained_if_halved) ? unsure_mark : ""; };
  uint64_t others = 0, number = 0;
  for (const path_resource& r : path.resources) {
    if (r.cycles == 0) {
      if (!nearest) nearest = &r;
      continue;
    }
    if (share(r.cycles, path.cycles) < a_row) {
      others += r.cycles;
      ++number;
      continue;
    }
    out << left(r.name, names) << right(grouped(r.cycles), 12) << right(percent(r.cycles, path.cycles, 1), 7)
        << right(grouped(r.run_if_halved) + mark(r), 12) << right(grouped(r.run_if_free) + mark(r), 12) << "  " << r.does
        << (r.parameter.empty() ? "" : " (" + r.parameter + ")")
        << (r.in_its_place.empty() ? "" : "; if halved, " + r.in_its_place + " takes its place") << "\n";
  }
  if (number)
    out << left(std::to_string(number) + " others", names) << right(grouped(others), 12)
        << right(percent(others, path.cycles, 1), 7) << "\n";
  if (nearest)
    out << "beside it, nearest: " << nearest->name << " (" << grouped(nearest->slack)
        << (nearest->slack == 1 ? " cycle" : " cycles") << " of slack)\n";
  for (const path_part& l : path.links)
    if (share(l.cycles, path.cycles) >= a_row) out << "waits for link " << l.name << ": " << cycles_text(l.cycles) << "\n";
  for (const std::string& note : {unsure_note(path, a_row), together_note(path)})
    if (!note.empty()) out << note << "\n";
}

nlohmann::ordered_json path_json(const critical_path& path) {
  nlohmann::ordered_json out = {{"cycles", path.cycles},
                                {"contradictions", path.contradictions},
                                {"unexplained", path.unexplained()},
                                {"unsure", path.unsure(path.unexplained())},
                                {"resources", nlohmann::ordered_json::array()}};
  const auto parts = [](const std::vector<path_part>& all) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const path_part& part : all) list.push_back({{"name", part.name}, {"cycles", part.cycles}});
    return list;
  };
  if (!path.tiles.empty()) out["tiles"] = parts(path.tiles);
  if (!path.links.empty()) out["links"] = parts(path.links);
  for (const path_tie& t : path.ties) out["ties"].push_back({{"holder", t.holder}, {"shorter_by", t.shorter_by}});
  for (const path_resource& r : path.resources) {
    out["resources"].push_back({{"name", r.name},
                                {"holder", r.holder},
                                {"does", r.does},
                                {"parameter", r.parameter},
                                {"cycles", r.cycles},
                                {"stretches", r.stretches}});
    if (!path.what_if) continue;
    out["resources"].back()["slack"] = r.slack;
    out["resources"].back()["run_if_halved"] = r.run_if_halved;
    out["resources"].back()["run_if_free"] = r.run_if_free;
    out["resources"].back()["in_its_place"] = r.in_its_place;
    out["resources"].back()["unexplained_if_halved"] = r.unexplained_if_halved;
    out["resources"].back()["unsure"] = path.unsure(r.unexplained_if_halved);
  }
  if (path.what_if) {
    out["together"] = nlohmann::ordered_json::array();
    for (const path_together& t : path.together)
      out["together"].push_back({{"resources", t.resources}, {"parameter", t.parameter}, {"run_if_halved", t.run_if_halved}});
  }
  return out;
}

}  // namespace tensix
