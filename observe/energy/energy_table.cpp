// SPDX-License-Identifier: Apache-2.0
#include "observe/energy/energy_table.h"

#include <algorithm>
#include <stdexcept>

#include "support/files/json_file.h"
#include "support/text/nearest.h"
#include "support/text/text_columns.h"

namespace tensix {
namespace {

using nlohmann::ordered_json;
using names = std::vector<std::string>;

struct named {
  const char *name, *what;
};
constexpr named events[] = {
#define ENERGY_EVENT(name, what) {#name, what},
#include "observe/energy/energy_events.def"
#undef ENERGY_EVENT
};

// What a part is counted by: a parameter, so many times.
struct part {
  const char *name, *what, *parameter;
  unsigned times;
};
constexpr part parts[] = {
    {"tile", "the tile beside all that follows", nullptr, 1},
    {"l1_kib", "KiB of L1", "l1.size_kib", 1},
    {"l1_bank", "banks of L1", "l1.banks", 1},
    {"l1_port", "ports of L1", "l1.ports", 1},
    {"unpacker_byte", "bytes a cycle that the two unpackers take at most", "throttle.bytes.x4", 2},
    {"unpacker_queue_entry", "instructions that they hold before the end of their fetch", "unpacker.queue_depth", 2},
    {"prefetch_byte", "bytes that their pipelines hold for a bank that is not theirs yet", "unpacker.prefetch_bytes", 2},
    {"packer_interface", "read interfaces of the packer", "packer.read_interfaces", 1},
    {"packer_interface_byte", "bytes a cycle that one of them reads", "packer.interface_bytes", 1},
    {"packer_write_lane", "writes of 16 bytes a cycle of the packer", "packer.write_lanes", 1},
    {"packer_buffer_beat", "writes of 16 bytes in its output buffer", "packer.output_buffer_beats", 1},
    {"fifo_entry", "entries of the three instruction FIFOs", "frontend.fifo_entries", 3},
};

template <class T, size_t n>
names names_of(const T (&all)[n]) {
  names list;
  for (const auto& one : all) list.emplace_back(one.name);
  return list;
}

[[noreturn]] void fail(const std::string& path, const std::string& what) { throw std::runtime_error(path + ": " + what); }

void check_members(const std::string& path, const std::string& where, const ordered_json& object, const names& known) {
  if (!object.is_object()) fail(path, (where.empty() ? "the file" : "at /" + where) + std::string(" is no object { ... }"));
  for (const auto& [key, value] : object.items())
    if (std::find(known.begin(), known.end(), key) == known.end())
      fail(path,
           "at /" + where + (where.empty() ? "" : "/") + key + ": nothing is called '" + key + "'" + did_you_mean(key, known));
}

constexpr double most = 1e12;  // of an event, or an area: no sum overflows, or has more digits than a page has room for

std::optional<double> number_at(const std::string& path, const std::string& where, const ordered_json& object,
                                const std::string& key) {
  if (!object.contains(key)) return std::nullopt;
  const ordered_json& value = object.at(key);
  if (!value.is_number() || !(value.get<double>() >= 0) || !(value.get<double>() <= most))
    fail(path, "at /" + where + "/" + key + ": " + value.dump() + " is no number from 0 to " + fixed(most, 0, "%.*e"));
  return value.get<double>();
}

std::string text_at(const std::string& path, const ordered_json& object, const std::string& key) {
  if (!object.contains(key)) return {};
  if (!object.at(key).is_string()) fail(path, "at /" + key + ": expected a text, not " + object.at(key).dump());
  return object.at(key).get<std::string>();
}

}  // namespace

energy_report read_energy_table(const std::string& path, const parameters& p) {
  const ordered_json tree = read_json_file(path);
  if (!tree.is_object() || !tree.contains("format") || tree.at("format") != "tensix-tlm-energy")
    fail(path, "this is no table of energies: \"format\" must be \"tensix-tlm-energy\"");
  if (!tree.contains("version") || tree.at("version") != 1) fail(path, "\"version\" must be 1");
  check_members(path, "", tree, {"format", "version", "name", "note", "illustrative", "picojoules", "area_unit", "area"});
  energy_report r;
  r.file = path;
  r.name = text_at(path, tree, "name");
  if (r.name.empty()) fail(path, "\"name\" is missing: it stands in every output that the table is used for");
  r.note = text_at(path, tree, "note");
  r.area_unit = text_at(path, tree, "area_unit");
  if (tree.contains("illustrative")) {
    if (!tree.at("illustrative").is_boolean()) fail(path, "at /illustrative: expected true or false");
    r.illustrative = tree.at("illustrative").get<bool>();
  }
  if (!tree.contains("picojoules")) fail(path, "\"picojoules\" is missing: what each event costs, as in {\"mac_bf16\": 1.5}");
  const ordered_json& energies = tree.at("picojoules");
  check_members(path, "picojoules", energies, names_of(events));
  for (const auto& e : events) r.rows.push_back({e.name, e.what, 0, number_at(path, "picojoules", energies, e.name)});
  if (tree.contains("area") != !r.area_unit.empty()) fail(path, "\"area\" and \"area_unit\" belong together");
  if (!tree.contains("area")) return r;
  const ordered_json& areas = tree.at("area");
  check_members(path, "area", areas, names_of(parts));
  for (const auto& a : parts) {
    const double units = a.parameter ? a.times * std::stod(find_parameter(a.parameter).get(p)) : a.times;
    r.area.push_back({a.name, a.what, units, number_at(path, "area", areas, a.name)});
  }
  return r;
}

void fill(energy_report& report, const event_counts& counts) {
  for (size_t i = 0; i < counts.size(); ++i) report.rows[i].count = counts[i];
}

}  // namespace tensix
