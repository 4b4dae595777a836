// The file of --metrics; docs/metrics.md describes it.
#include <cmath>
#include <nlohmann/json.hpp>

#include "testbench/run/run_report.h"
#include "testbench/why/path_text.h"

namespace tensix {
namespace {

using nlohmann::ordered_json;

ordered_json accounts(const std::vector<activity_report>& all) {
  ordered_json out = ordered_json::object();
  for (const auto& a : all) {
    ordered_json stall = ordered_json::object();
    for (int i = 1; i < static_cast<int>(stall_reason::count); ++i)
      if (const uint64_t c = a.activity.stall_cycles(static_cast<stall_reason>(i)))
        stall[name(static_cast<stall_reason>(i))] = c;
    out[a.name] = {{"busy", a.activity.busy_cycles()}, {"idle", a.activity.idle_cycles()}, {"stall", stall}};
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
    ordered_json row = {{"file", l.file}, {"line", l.line}};
    add_cycles(row, l.cycles);
    out["own_lines"].push_back(std::move(row));
  }
  return out;
}

ordered_json number(double value) { return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr); }
ordered_json device_buffer_of(const device_buffer_report& b) {
  ordered_json out = {{"index", b.index}, {"use", b.use}, {"format", b.format}};
  if (!b.shape.empty()) out["shape"] = b.shape, out["tiles"] = b.tiles;
  if (!b.source.empty()) out["source"] = b.source;
  out["produced"] = b.produced;
  out["consumed"] = b.consumed;
  out["capacity"] = b.capacity;
  out["tile_bytes"] = b.tile_bytes;
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
  if (!r.cores.empty()) out["cores"] = accounts(r.cores);
  if (!r.profile.empty()) out["profile"] = ordered_json::object();
  for (const auto& p : r.profile) out["profile"][p.core] = profile_of(p);
  out["l1"] = {{"ports", r.l1_port_beats}, {"banks", r.l1_bank_beats}, {"bank_conflicts", r.l1_bank_conflicts}};
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
  if (r.sampling) out["sampling"] = sampling_of(*r.sampling);
  if (r.result_accuracy)
    out["accuracy"] = {{"max_abs_error", number(r.result_accuracy->max_abs_error)},
                       {"max_abs_reference", number(r.result_accuracy->max_abs_reference)},
                       {"pcc", number(r.result_accuracy->pcc)}};
  else out["accuracy"] = nullptr;
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
  if (!r.programs.empty()) out["programs"] = ordered_json::object();
  for (const auto& p : r.programs) out["programs"][p.core] = {{"address", p.address}, {"bytes", p.bytes}};
  if (!r.operation.empty()) out["kernel"]["operation"] = r.operation;
  if (r.chosen) out["kernel"]["chosen"] = choice_of(*r.chosen);
  out["marks"] = ordered_json::array();
  for (const auto& m : r.marks) out["marks"].push_back({{"name", m.name}, {"core", m.core}, {"cycle", m.cycle}});
  ordered_json parameters = ordered_json::object();
  for (const auto& p : r.parameters) parameters[p.name] = p.text ? ordered_json(p.value) : ordered_json::parse(p.value);
  out["parameters"] = parameters;
  out["command"] = r.command;
  return out.dump(2, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace tensix
