// SPDX-License-Identifier: Apache-2.0
// The file of --metrics; docs/metrics.md describes it.
#include <cmath>
#include <nlohmann/json.hpp>

#include "observe/why/path_source_text.h"
#include "observe/why/path_text.h"
#include "testbench/run/run_report.h"

namespace tensix {
namespace {

using nlohmann::ordered_json;

ordered_json accounts(const std::vector<activity_report>& all, bool sampled = false) {
  ordered_json out = ordered_json::object();
  for (const auto& a : all) {
    ordered_json stall = ordered_json::object();
    for (int i = 1; i < static_cast<int>(stall_reason::count); ++i)
      if (const uint64_t c = a.activity.stall_cycles(static_cast<stall_reason>(i)))
        stall[name(static_cast<stall_reason>(i))] = c;
    out[a.name] = {{"busy", a.activity.busy_cycles()}, {"idle", a.activity.idle_cycles()}, {"stall", stall}};
    if (a.activity.split())
      for (int p = 1; p < static_cast<int>(work_part::count); ++p)
        out[a.name]["busy_split"][name(static_cast<work_part>(p))] = a.activity.work_cycles(static_cast<work_part>(p));
    if (a.player && !sampled && a.activity.busy_cycles())
      out[a.name]["busy_split"] = {
          {"push", a.pushing}, {"store", a.storing}, {"other", a.activity.busy_cycles() - a.pushing - a.storing}};
    for (const auto& w : a.polled) out[a.name]["polled"][w.name] = w.cycles;
  }
  return out;
}

// What functions and lines have in common, behind their names.
void add_cycles(ordered_json& row, const cycles_by_reason& cycles) {
  row["cycles"] = sum_of(cycles);
  row["busy"] = cycles[0];
  row["stall"] = ordered_json::object();
  for (size_t i = 1; i < cycles.size(); ++i)
    if (cycles[i]) row["stall"][name(static_cast<stall_reason>(i))] = cycles[i];
}

ordered_json profile_of(const core_profile& p) {
  ordered_json functions = ordered_json::array(), lines = ordered_json::array();
  for (const auto& f : p.functions) {
    ordered_json row = {{"name", f.name}};
    add_cycles(row, f.cycles);
    functions.push_back(std::move(row));
  }
  for (const auto& l : p.lines) {
    ordered_json row = {{"file", l.file}, {"line", l.line}};
    add_cycles(row, l.cycles);
    lines.push_back(std::move(row));
  }
  ordered_json out = {
      {"program", p.program}, {"missing", p.missing}, {"cycles", p.cycles}, {"functions", functions}, {"lines", lines}};
  for (const auto& l : p.own_lines) {
    ordered_json row = {{"file", l.file}, {"line", l.line}, {"call", l.call}};
    add_cycles(row, l.cycles);
    out["own_lines"].push_back(std::move(row));
  }
  return out;
}

ordered_json zone_of(const zone_report& z) {
  ordered_json out = {{"core", z.core}};
  if (z.outside()) out["outside"] = true;
  else
    out.update({{"name", z.name},
                {"file", z.file},
                {"line", z.line},
                {"sum", z.sum},
                {"count", z.count},
                {"first_begin", z.first_begin},
                {"first", z.first},
                {"least", z.least},
                {"most", z.most},
                {"total", z.total},
                {"unfinished", z.unfinished},
                {"unfinished_cycles", z.unfinished_cycles}});
  out["cycles"] = z.cycles();
  out["self"] = z.self;
  static constexpr const char* groups[] = {"threads", "units", "cores", "players", "feeds"};  // by account_of
  for (const zone_account& a : z.accounts) {
    ordered_json stall = ordered_json::object();
    for (size_t why = 1; why < a.cycles.size(); ++why)
      if (a.cycles[why]) stall[name(static_cast<stall_reason>(why))] = a.cycles[why];
    out[groups[static_cast<size_t>(a.what)]][a.name] = {{"busy", a.cycles[0]}, {"idle", a.idle}, {"stall", stall}};
  }
  for (const auto& [resource, cycles] : z.path) out["path"][resource] = cycles;
  for (const core_profile& p : z.profile) out["profile"] = profile_of(p);
  return out;
}

ordered_json number(double value) { return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr); }
ordered_json device_buffer_of(const device_buffer_report& b) {
  ordered_json out = {{"index", b.index}, {"use", b.use}, {"format", b.format}};
  if (!b.shape.empty()) out["shape"] = b.shape, out["tiles"] = b.tiles;
  if (!b.source.empty()) out["source"] = b.source;
  if (b.sharded) out["sharded"] = true;
  out["produced"] = b.produced;
  out["consumed"] = b.consumed;
  out["capacity"] = b.capacity;
  out["tile_bytes"] = b.tile_bytes;
  out["address"] = b.address;
  return out;
}

ordered_json memory_buffer_of(const memory_buffer_report& b) {
  ordered_json out = {{"name", b.name}, {"memory", b.memory}, {"format", b.format}, {"shape", b.shape}};
  if (!b.content.empty()) out["content"] = b.content;
  if (!b.output.empty()) out["output"] = b.output;
  if (b.row_major) out["layout"] = "rows";
  if (b.sharded) out["sharded"] = true;
  out["pages"] = b.pages;
  out["page_bytes"] = b.page_bytes;
  out["banks"] = b.banks;
  out["address"] = b.address;
  return out;
}

double per(uint64_t bytes, uint64_t cycles) { return cycles ? static_cast<double>(bytes) / static_cast<double>(cycles) : 0.0; }

ordered_json sampling_of(const sampling_report& s) {
  return {{"sampled", s.periods_left_out > 0},
          {"blocks", s.blocks},
          {"blocks_simulated", s.blocks_simulated},
          {"tiles_simulated", s.tiles_simulated},
          {"cycles_simulated", s.cycles_simulated},
          {"periodic", s.periodic},
          {"period_blocks", s.period},
          {"period_cycles", s.period_cycles},
          {"error_bound_cycles", s.error_bound_cycles},
          {"data_compared", false}};
}

ordered_json values_of(const std::vector<parameter_report>& all) {
  ordered_json out = ordered_json::object();
  for (const auto& p : all) out[p.name] = p.text ? ordered_json(p.value) : ordered_json::parse(p.value);
  return out;
}

ordered_json energy_of(const run_report& r) {
  const energy_report& e = *r.energy;
  const double picojoules = e.picojoules();
  ordered_json counts = ordered_json::object(), by = ordered_json::object(), missing = ordered_json::array();
  for (const auto& row : e.rows) {
    counts[row.name] = row.count;
    if (row.each) by[row.name] = row.picojoules();
    else if (row.count) missing.push_back(row.name);
  }
  ordered_json out = {
      {"table", e.name},
      {"illustrative", e.illustrative},
      {"note", e.note},
      {"counts", counts},
      {"picojoules", by},
      {"not_in_table", missing},
      {"total_picojoules", picojoules},
      {"picojoules_per_tile", r.tiles ? ordered_json(picojoules / static_cast<double>(r.tiles)) : ordered_json(nullptr)},
      {"average_milliwatts", r.cycles ? ordered_json(milliwatts(picojoules, r)) : ordered_json(nullptr)}};
  if (e.area_unit.empty()) return out;
  ordered_json area = ordered_json::object(), units = ordered_json::object();
  for (const auto& row : e.area) {
    units[row.name] = row.units;
    if (row.each) area[row.name] = row.area();
  }
  out["area"] = {{"unit", e.area_unit}, {"units", units}, {"by", area}, {"total", e.total_area()}};
  return out;
}

ordered_json choice_of(const choice_report& c) {
  ordered_json out = {{"block_tiles", c.block_tiles}, {"dst_tiles", c.dst_tiles}};
  if (c.rows) {
    out["subblock"] = {c.rows, c.cols};
    out["block_k"] = c.block_k;
    out["kept"] = c.kept;
  }
  out["buffers"] = ordered_json::array();
  for (const auto& b : c.buffers)
    out["buffers"].push_back({{"name", b.name},
                              {"format", b.format},
                              {"address", b.address},
                              {"tiles", b.tiles},
                              {"tile_bytes", b.tile_bytes},
                              {"produced", b.produced},
                              {"consumed", b.consumed}});
  return out;
}

}  // namespace

// pJ / us = uW.
double milliwatts(double picojoules, const run_report& r) {
  return picojoules * r.clock_mhz / static_cast<double>(r.cycles) / 1000;
}

std::string metrics_json(const run_report& r) {
  ordered_json out;
  out["format"] = "tensix-tlm-metrics";
  out["version"] = 1;
  if (!r.complete) out["complete"] = false;
  if (!r.tile.empty()) out["tile"] = r.tile;
  out["cycles"] = r.cycles;
  out["clock_mhz"] = r.clock_mhz;
  out["units"] = accounts(r.units);
  out["threads"] = accounts(r.threads);
  if (!r.cores.empty()) out["cores"] = accounts(r.cores, r.sampling && r.sampling->periods_left_out);
  if (!r.feeds.empty()) out["feeds"] = accounts(r.feeds);
  if (!r.profile.empty()) out["profile"] = ordered_json::object();
  for (const auto& p : r.profile) out["profile"][p.core] = profile_of(p);
  for (const zone_report& z : r.zones.zones) out["zones"].push_back(zone_of(z));
  out["l1"] = {{"ports", r.l1_port_beats}, {"banks", r.l1_bank_beats}, {"bank_conflicts", r.l1_bank_conflicts}};
  if (r.l1_blocked) {
    out["l1"]["blocked_by"] = ordered_json::array();
    for (const auto& b : *r.l1_blocked)
      if (b.by_bank || b.by_port)
        out["l1"]["blocked_by"].push_back(
            {{"waiting", b.waiting}, {"holding", b.holding}, {"bank", b.by_bank}, {"port", b.by_port}});
  }
  for (const auto& n : r.noc)
    out["noc"][n.name] = {{"asked_bytes_per_cycle", n.asked_bytes_per_cycle},
                          {"bytes_per_cycle", per(n.bytes, r.cycles)},
                          {"bytes", n.bytes},
                          {"requests", n.requests},
                          {"burst", n.burst},
                          {"pattern", n.pattern},
                          {"from", n.from},
                          {"to", n.to}};
  for (const auto& l : r.links)
    out["noc_links"].push_back({{"noc", l.noc},
                                {"from", {l.from.first, l.from.second}},
                                {"to", {l.to.first, l.to.second}},
                                {"busy", l.busy},
                                {"blocked", l.blocked},
                                {"idle", r.cycles - std::min(r.cycles, l.busy + l.blocked)},
                                {"flits", l.flits},
                                {"packets", l.packets},
                                {"waited", l.waited}});
  ordered_json bandwidth = ordered_json::object();
  for (const auto& b : r.bandwidth)
    bandwidth[b.name] = {{"bytes", b.bytes},
                         {"active_cycles", b.active_cycles},
                         {"bytes_per_cycle", per(b.bytes, r.cycles)},
                         {"bytes_per_active_cycle", per(b.bytes, b.active_cycles)},
                         {"peak_bytes_per_cycle", b.peak_bytes_per_cycle},
                         {"exponent_bytes", b.exponent_bytes}};
  out["bandwidth"] = bandwidth;
  if (r.path) out["path"] = path_json(*r.path);
  if (r.path_source) out["path"]["source"] = path_source_json(*r.path_source);
  if (r.jitter)
    out["jitter"] = {{"starts", r.jitter->starts},
                     {"least_cycles", r.jitter->least},
                     {"median_cycles", r.jitter->median},
                     {"most_cycles", r.jitter->most}};
  if (r.sampling) out["sampling"] = sampling_of(*r.sampling);
  if (r.result_accuracy)
    out["accuracy"] = {{"max_abs_error", number(r.result_accuracy->max_abs_error)},
                       {"max_abs_reference", number(r.result_accuracy->max_abs_reference)},
                       {"pcc", number(r.result_accuracy->pcc)}};
  else out["accuracy"] = nullptr;
  out["bounds"] = ordered_json::object();
  for (const auto& b : r.bounds) out["bounds"][b.name] = {{"cycles", b.cycles}, {"what", b.what}};
  if (r.energy) out["energy"] = energy_of(r);
  for (const auto& [name, count] : r.counters) out["counters"][name] = count;
  out["host_seconds"] = r.host_seconds;
  out["kernel"] = {{"name", r.kernel},
                   {"shape", r.shape},
                   {"format", r.format},
                   {"output_format", r.output_format},
                   {"fidelity", r.fidelity},
                   {"tiles", r.tiles},
                   {"operations", r.operations},
                   {"configuration", r.configuration},
                   {"limited_by", limited_by(r)},
                   {"notes", r.notes}};
  if (!r.buffers.empty()) out["buffers"] = ordered_json::array();
  for (const auto& b : r.buffers) out["buffers"].push_back(device_buffer_of(b));
  if (!r.memory_buffers.empty()) out["memory_buffers"] = ordered_json::array();
  for (const auto& b : r.memory_buffers) out["memory_buffers"].push_back(memory_buffer_of(b));
  if (!r.each_tile.empty()) out["tiles"] = ordered_json::array();
  for (const auto& t : r.each_tile)
    out["tiles"].push_back({{"x", t.x},
                            {"y", t.y},
                            {"cycles", t.cycles},
                            {"matrix_unit_busy", t.matrix_unit.busy_cycles()},
                            {"cores", accounts(t.cores)}});
  if (!r.programs.empty()) out["programs"] = ordered_json::object();
  for (const auto& p : r.programs) out["programs"][p.core] = {{"address", p.address}, {"bytes", p.bytes}};
  if (!r.operation.empty()) out["kernel"]["operation"] = r.operation;
  if (r.chosen) out["kernel"]["chosen"] = choice_of(*r.chosen);
  out["marks"] = ordered_json::array();
  for (const auto& m : r.marks) out["marks"].push_back({{"name", m.name}, {"core", m.core}, {"cycle", m.cycle}});
  out["parameters"] = values_of(r.parameters);
  if (!r.end.empty()) {  // of the command line
    out["settings"] = values_of(r.settings);
    out["end"] = r.end;
    out["files"] = ordered_json::array();
    for (const auto& f : r.files) out["files"].push_back({{"option", f.option}, {"path", f.path}, {"written", f.written}});
    out["program"] = {{"version", r.version}, {"commit", r.commit}};
  }
  out["command"] = r.command;
  return out.dump(2, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace tensix
