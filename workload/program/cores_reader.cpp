// SPDX-License-Identifier: Apache-2.0
// Where kernels run: the cores of a program file.
#include <algorithm>
#include <set>

#include "models/noc/noc_grid_function.h"
#include "support/text/nearest.h"
#include "workload/program/program_reader.h"

namespace tensix {
namespace {

constexpr const char* core_forms =
    "a core as in [0, 0], a range as in [[0, 0], [3, 1]], a list of ranges, or the name of one in \"cores\"";

bool is_core(const json_value& v) { return v.json().is_array() && !v.json().empty() && v.json().front().is_number(); }
bool is_range(const json_value& v) {
  return v.json().is_array() && v.json().size() == 2 && v.json().front().is_array() && !v.json().front().empty() &&
         v.json().front().front().is_number();
}

logical_core read_core(const json_value& v) {
  const auto parts = v.elements();
  if (parts.size() != 2) v.refuse("a core has a column and a row, as in [0, 0], not " + v.shown());
  static const noc_grid grid;
  return {static_cast<unsigned>(parts[0].number(0, grid.tensix_columns() - 1)),
          static_cast<unsigned>(parts[1].number(0, noc_grid::tensix_rows - 1))};
}

core_range read_range(const json_value& v) {
  if (is_core(v)) {
    const logical_core c = read_core(v);
    return {c, c};
  }
  if (!is_range(v)) v.refuse(std::string("expected ") + core_forms + ", not " + v.shown());
  const auto corners = v.elements();
  const core_range r = {read_core(corners[0]), read_core(corners[1])};
  if (r.last.x < r.first.x || r.last.y < r.first.y)
    v.refuse("a range goes from its first corner to the right and down; " + r.last.text() + " is not there from " +
             r.first.text());
  return r;
}

std::vector<core_range> read_ranges(const json_value& v, const device_program& p) {
  if (v.json().is_string()) {
    const std::string name = v.text("a name");
    std::vector<std::string> known;
    for (const named_cores& n : p.named) {
      if (n.name == name) return n.cores.ranges();
      known.push_back(n.name);
    }
    v.refuse("no cores are called '" + name + "'" + did_you_mean(name, known) +
             (known.empty() ? "; names of cores stand in \"cores\"" : ""));
  }
  if (is_core(v) || is_range(v)) return {read_range(v)};
  if (!v.json().is_array() || v.json().empty()) v.refuse(std::string("expected ") + core_forms + ", not " + v.shown());
  std::vector<core_range> all;
  for (const json_value& part : v.elements()) {
    const std::vector<core_range> more = part.json().is_string() ? read_ranges(part, p) : std::vector{read_range(part)};
    if (const auto twice = common_core(core_set(more), core_set(all)))
      part.refuse("core " + twice->text() + " is in two of these ranges");
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

}  // namespace

core_set read_core_set(const json_value& v, const device_program& p) { return core_set(read_ranges(v, p)); }

core_set cores_of(const json_value& v, const device_program& p) {
  return v.has("cores") ? read_core_set(v.at("cores"), p) : core_set({{p.home, p.home}});
}

core_set cores_within(const json_value& v, const device_program& p) {
  if (!v.has("cores")) return p.cores;
  const core_set given = read_core_set(v.at("cores"), p);
  for (const logical_core c : given.cores())
    if (!p.cores.contains(c))
      v.at("cores").refuse("core " + c.text() + " has no kernel; the cores of this program are " + p.cores.text());
  return given;
}

std::vector<json_value> one_or_several(const json_value& v) {
  if (!v.json().is_array()) return {v};
  if (v.json().empty()) v.refuse("the list is empty");
  return v.elements();
}

void read_cores(const json_value& file, device_program& p) {
  if (file.has("cores"))
    for (const auto& [name, v] : file.at("cores").members()) {
      check_name(v, name, p);
      p.named.push_back({name, read_core_set(v, p)});
    }
  std::set<logical_core> all;
  const json_value kernels = file.required("kernels", "a \"reader\", a \"writer\", a \"compute\" kernel, or some of them");
  kernels.require_known({"reader", "writer", "compute"});
  if (kernels.json().empty())
    kernels.refuse("there is no kernel: expected \"reader\", \"writer\", \"compute\", or some of them");
  for (const auto& [role, v] : kernels.members())
    for (const json_value& kernel : one_or_several(v))
      for (const logical_core c : cores_of(kernel, p).cores()) all.insert(c);
  // As ranges: rows of neighbours, and rows alike below one another.
  std::vector<core_range> ranges;
  for (const logical_core c : all) {
    if (!ranges.empty() && ranges.back().last.y == c.y && ranges.back().last.x + 1 == c.x) ranges.back().last.x = c.x;
    else ranges.push_back({c, c});
  }
  std::vector<core_range> merged;
  for (const core_range& r : ranges) {
    const auto above = std::find_if(merged.begin(), merged.end(), [&](const core_range& m) {
      return m.first.x == r.first.x && m.last.x == r.last.x && m.last.y + 1 == r.first.y;
    });
    if (above != merged.end()) above->last.y = r.last.y;
    else merged.push_back(r);
  }
  p.cores = core_set(std::move(merged));
}

}  // namespace tensix
