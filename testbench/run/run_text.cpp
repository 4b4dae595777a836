// SPDX-License-Identifier: Apache-2.0
#include "testbench/run/run_report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ostream>

#include "models/contracts/cores.h"
#include "observe/why/path_source_text.h"
#include "observe/why/path_text.h"
#include "observe/zones/zone_text.h"
#include "support/text/hex_text.h"

namespace tensix {
namespace {

double share(uint64_t part, uint64_t whole) {
  return whole ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}
double ratio(uint64_t part, uint64_t whole) { return whole ? static_cast<double>(part) / static_cast<double>(whole) : 0.0; }

struct lost {
  std::string why;
  uint64_t cycles;
};

// Reasons with any cycles, largest first; polls by what is polled, if that is known.
std::vector<lost> stalls_of(const activity_report& a) {
  std::vector<lost> all;
  for (int i = 1; i < static_cast<int>(stall_reason::count); ++i) {
    const auto why = static_cast<stall_reason>(i);
    if (why == stall_reason::poll && !a.polled.empty()) continue;
    if (const uint64_t c = a.activity.stall_cycles(why)) all.push_back({name(why), c});
  }
  for (const auto& w : a.polled)
    if (w.cycles) all.push_back({"poll of " + w.name, w.cycles});
  std::stable_sort(all.begin(), all.end(), [](const lost& x, const lost& y) { return x.cycles > y.cycles; });
  return all;
}

void print_header(std::ostream& out, const run_report& r) {
  std::string line = r.kernel + (r.operation.empty() ? "" : " " + r.operation);
  const auto add = [&line](const std::string& text) {
    if (!text.empty()) line += (line.empty() ? "" : ", ") + text;
  };
  add(r.tile);
  add(r.shape);
  add(r.output_format.empty() || r.output_format == r.format ? r.format : r.format + " -> " + r.output_format);
  add(r.fidelity);
  if (!r.configuration.empty()) add("configuration " + r.configuration);
  if (!line.empty()) out << line << "\n";
  if (!r.complete)
    out << "  incomplete: the run " << (r.end == "interrupted" ? "was interrupted" : "did not come to its end (" + r.end + ")")
        << ", the numbers are of the part that was simulated\n";
  for (const auto& n : r.notes) out << "  " << n << "\n";
}

void print_time(std::ostream& out, const run_report& r) {
  const double microseconds = r.clock_mhz ? static_cast<double>(r.cycles) / r.clock_mhz : 0;
  out << grouped(r.cycles) << " cycles = " << fixed(microseconds, microseconds < 1000 ? 3 : 1) << " us at " << r.clock_mhz
      << " MHz";
  if (r.tiles)
    out << "; " << grouped(r.tiles) << (r.tiles == 1 ? " tile, " : " tiles, ") << fixed(ratio(r.cycles, r.tiles), 1)
        << " cycles/tile";
  if (r.operations && r.cycles)
    out << "; " << fixed(ratio(r.operations, r.cycles), 1)
        << " operations/cycle = " << fixed(ratio(r.operations, r.cycles) * r.clock_mhz * 1e-6, 3) << " TFLOP/s";
  out << "\n";
}

void print_jitter(std::ostream& out, const run_report& r) {
  if (!r.jitter) return;
  const auto percent = [&](uint64_t cycles) {
    return r.cycles ? signed_fixed(100 * (ratio(cycles, r.cycles) - 1), 1) + " %" : std::string("-");
  };
  out << "from " << r.jitter->starts << " starts: " << grouped(r.jitter->least) << " to " << grouped(r.jitter->most)
      << " cycles (" << percent(r.jitter->least) << ", " << percent(r.jitter->most) << "), median " << grouped(r.jitter->median)
      << "\n";
}

void print_sampling(std::ostream& out, const run_report& r) {
  if (!r.sampling) return;
  const sampling_report& s = *r.sampling;
  if (s.periods_left_out == 0) {
    out << "sampled: all " << grouped(s.blocks) << " blocks were simulated, there was nothing to leave out: exact\n";
  } else {
    out << "sampled: " << grouped(s.blocks_simulated) << " of " << grouped(s.blocks) << " blocks, "
        << grouped(s.cycles_simulated) << " of the cycles simulated; left out " << grouped(s.periods_left_out) << " times "
        << grouped(s.period) << " blocks of " << grouped(s.period_cycles) << " cycles, ";
    out << (s.periodic ? "which repeat in all that is counted" : "which do not repeat exactly") << ": error at most "
        << grouped(s.error_bound_cycles) << " cycles = " << fixed(share(s.error_bound_cycles, r.cycles), 4) << " %\n";
  }
  out << "sampled: no result was computed or compared; data of " << grouped(s.tiles_simulated)
      << " output tiles passed, of inputs that repeat\n";
}

void print_activities(std::ostream& out, const char* title, const std::vector<activity_report>& all, uint64_t cycles) {
  if (all.empty()) return;
  const size_t number = std::max<size_t>(grouped(cycles).size(), 7) + 2, percent = 7;
  size_t names = 12;
  for (const auto& a : all) names = std::max(names, a.name.size());
  out << "\n"
      << left(title, names) << right("busy", number) << right("%", percent) << right("idle", number) << right("%", percent)
      << right("total", number) << "  " << left("stalled for", 26) << right("cycles", number) << right("%", percent) << "\n";
  for (const auto& a : all) {
    const uint64_t elapsed = a.activity.elapsed();
    std::string line = left(a.name, names) + right(grouped(a.activity.busy_cycles()), number) +
                       right(fixed(share(a.activity.busy_cycles(), elapsed), 1), percent) +
                       right(grouped(a.activity.idle_cycles()), number) +
                       right(fixed(share(a.activity.idle_cycles(), elapsed), 1), percent) + right(grouped(elapsed), number);
    const size_t indent = line.size();
    const auto stalls = stalls_of(a);
    if (stalls.empty()) out << line << "\n";
    for (const auto& s : stalls) {
      out << left(line, indent) << "  " << left(s.why, 26) << right(grouped(s.cycles), number)
          << right(fixed(share(s.cycles, elapsed), 1), percent) << "\n";
      line.clear();
    }
  }
}

void print_bandwidth(std::ostream& out, const run_report& r) {
  if (r.bandwidth.empty()) return;
  out << "\n"
      << left("L1 traffic", 12) << right("bytes", 18) << right("B/cycle", 10) << right("active cycles", 16)
      << right("B/active cycle", 17) << right("peak", 8) << right("% of peak", 12) << "\n";
  for (const auto& b : r.bandwidth) {
    out << left(b.name, 12) << right(grouped(b.bytes), 18) << right(fixed(ratio(b.bytes, r.cycles), 1), 10);
    if (b.active_cycles) out << right(grouped(b.active_cycles), 16) << right(fixed(ratio(b.bytes, b.active_cycles), 1), 17);
    else out << right("-", 16) << right("-", 17);
    out << right(fixed(b.peak_bytes_per_cycle, 0), 8);
    out << right(b.peak_bytes_per_cycle > 0 ? fixed(100 * ratio(b.bytes, r.cycles) / b.peak_bytes_per_cycle, 1) : "-", 12)
        << "\n";
  }
}

void print_l1(std::ostream& out, const run_report& r) {
  if (r.l1_bank_beats.empty()) return;
  uint64_t beats = 0, conflicts = 0;
  for (uint64_t b : r.l1_bank_beats) beats += b;
  for (uint64_t c : r.l1_bank_conflicts) conflicts += c;
  out << left("L1", 12) << grouped(beats) << " accesses of 16 bytes on " << r.l1_bank_beats.size() << " banks ("
      << fixed(share(beats, r.cycles * r.l1_bank_beats.size()), 1) << " % of what they could serve), " << grouped(conflicts)
      << " refused because the bank was taken\n";
}

// What the units that say so were busy with.
void print_work(std::ostream& out, const run_report& r) {
  for (const auto& u : r.units) {
    if (!u.activity.split() || u.activity.busy_cycles() == 0) continue;
    out << left(u.name, 12) << "busy in";
    for (int p = 1; p < static_cast<int>(work_part::count); ++p) {
      const auto part = static_cast<work_part>(p);
      out << (p > 1 ? ", " : " ") << name(part) << " " << grouped(u.activity.work_cycles(part));
    }
    out << "\n";
  }
}

void print_noc(std::ostream& out, const run_report& r) {
  if (r.noc.empty()) return;
  out << "\n"
      << left("NoC traffic", 12) << right("bytes", 18) << right("B/cycle", 10) << right("asked", 10) << right("% of asked", 12)
      << right("burst", 8) << "  pattern\n";
  for (const auto& n : r.noc) {
    const double rate = ratio(n.bytes, r.cycles);
    char range[40];
    std::snprintf(range, sizeof range, ", 0x%x..0x%x", n.from, n.to);
    out << left(n.name, 12) << right(grouped(n.bytes), 18) << right(fixed(rate, 1), 10)
        << right(fixed(n.asked_bytes_per_cycle, 1), 10)
        << right(n.asked_bytes_per_cycle > 0 ? fixed(100 * rate / n.asked_bytes_per_cycle, 1) : "-", 12)
        << right(std::to_string(n.burst), 8) << "  " << n.pattern << range << "\n";
  }
}

// Largest first.
void print_blocked(std::ostream& out, const run_report& r) {
  if (!r.l1_blocked || !r.shows_conflicts) return;
  std::vector<blocked_report> all;
  for (const auto& b : *r.l1_blocked)
    if (b.by_bank || b.by_port) all.push_back(b);
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& x, const auto& y) { return x.by_bank + x.by_port > y.by_bank + y.by_port; });
  out << "\n"
      << left("L1: who waits", 22) << left("for whom", 22) << right("beats refused by a bank", 25)
      << right("cycles without a port", 23) << "\n";
  for (const auto& b : all)
    out << left(b.waiting, 22) << left(b.holding, 22) << right(grouped(b.by_bank), 25) << right(grouped(b.by_port), 23) << "\n";
  if (all.empty()) out << "nobody has waited\n";
}

void print_buffers(std::ostream& out, const run_report& r) {
  if (r.buffers.empty()) return;
  out << "\n"
      << left("buffer", 8) << left("use", 8) << left("format", 8) << right("capacity", 8) << right("address", 10)
      << right("put in", 12) << right("taken out", 12) << "  tensor\n";
  for (const auto& b : r.buffers) {
    out << left("c_" + std::to_string(b.index), 8) << left(b.use, 8) << left(b.format, 8) << right(grouped(b.capacity), 8)
        << right(hex_text(b.address), 10) << right(grouped(b.produced), 12) << right(grouped(b.consumed), 12) << "  " << b.shape
        << (b.source.empty() || b.shape.empty() ? "" : " ") << b.source << (b.sharded ? ", sharded" : "") << "\n";
  }
}

void print_memory_buffers(std::ostream& out, const run_report& r) {
  if (r.memory_buffers.empty()) return;
  out << "\n"
      << left("in memory", 14) << left("where", 7) << left("format", 8) << right("pages", 9) << right("bytes", 9)
      << right("banks", 7) << right("address", 10) << "  tensor\n";
  for (const auto& b : r.memory_buffers) {
    out << left(b.name, 14) << left(b.memory, 7) << left(b.format, 8) << right(grouped(b.pages), 9)
        << right(grouped(b.page_bytes), 9) << right(std::to_string(b.banks), 7) << right(hex_text(b.address), 10) << "  "
        << b.shape << (b.row_major ? ", rows" : "") << (b.sharded ? ", sharded" : "")
        << (b.content.empty() ? "" : ", " + b.content) << (b.output.empty() ? "" : ", to " + b.output) << "\n";
  }
}

// Of each tile how long its cores ran, what part of that its matrix unit worked and each core waited, and of the cores that move data
// what they waited for longest.
void print_tiles(std::ostream& out, const run_report& r) {
  if (r.each_tile.empty()) return;
  const size_t number = std::max<size_t>(grouped(r.cycles).size(), 7) + 2, percent = 9;
  const auto brief = [](const std::string& core) { return core.substr(core.find('_') + 1); };
  std::vector<std::string> names;
  for (const tile_report& t : r.each_tile)
    for (const activity_report& c : t.cores)
      if (std::find(names.begin(), names.end(), c.name) == names.end()) names.push_back(c.name);
  out << "\n" << left("tile", 9) << right("cycles", number) << right("matrix_unit", number + 4) << right("%", 7);
  for (const std::string& name : names) out << right(brief(name) + " waits", percent + 1);
  out << " %  longest\n";
  for (const tile_report& t : r.each_tile) {
    const uint64_t busy = t.matrix_unit.busy_cycles();
    out << left("(" + std::to_string(t.x) + "," + std::to_string(t.y) + ")", 9) << right(grouped(t.cycles), number)
        << right(grouped(busy), number + 4) << right(fixed(share(busy, t.cycles), 1), 7);
    std::string longest;
    for (const std::string& name : names) {
      const auto c = std::find_if(t.cores.begin(), t.cores.end(), [&](const auto& x) { return x.name == name; });
      if (c == t.cores.end()) {
        out << right("-", percent + 1);
        continue;
      }
      const std::vector<lost> stalls = stalls_of(*c);
      uint64_t waits = 0;
      for (const lost& s : stalls) waits += s.cycles;
      out << right(fixed(share(waits, t.cycles), 1), percent + 1);
      if (name != core_names[core_b].account && name != core_names[core_nc].account) continue;
      if (!stalls.empty())
        longest += (longest.empty() ? "" : ", ") + brief(name) + " " + stalls.front().why + " " +
                   fixed(share(stalls.front().cycles, t.cycles), 0) + " %";
    }
    out << "    " << longest << "\n";
  }
}

// The largest bounds, and how near the run came to them.
void print_bounds(std::ostream& out, const run_report& r) {
  constexpr size_t most = 3;
  for (size_t i = 0; i < std::min(most, r.bounds.size()); ++i) {
    const auto cycles = static_cast<uint64_t>(std::ceil(r.bounds[i].cycles));
    out << (i ? ", " : "at least: ") << r.bounds[i].name << " " << grouped(cycles) << " cycles ("
        << fixed(share(cycles, r.cycles), 0) << " %)";
  }
  if (!r.bounds.empty()) out << "\n";
}

void print_energy(std::ostream& out, const run_report& r) {
  if (!r.energy) return;
  const energy_report& e = *r.energy;
  const double all = e.picojoules();
  out << "energy by table '" << e.name << "'" << (e.illustrative ? " (ILLUSTRATIVE: " + e.note + ")" : "") << ": "
      << fixed(all * 1e-3, 3) << " nJ";
  if (r.tiles) out << ", " << fixed(all * 1e-3 / static_cast<double>(r.tiles), 3) << " nJ/tile";
  if (r.cycles) out << ", " << fixed(milliwatts(all, r), 1) << " mW on average";
  out << "\n";
  std::vector<energy_row> rows = e.rows;
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.picojoules() > b.picojoules(); });
  std::string missing;
  for (const auto& row : rows) {
    if (!row.each && row.count) missing += (missing.empty() ? "" : ", ") + row.name;
    if (row.picojoules() > 0)
      out << "  " << left(row.name, 20) << right(grouped(row.count), 16) << right(fixed(row.picojoules() * 1e-3, 3), 16)
          << " nJ" << right(fixed(100 * row.picojoules() / all, 1), 8) << " %\n";
  }
  if (!missing.empty()) out << "  not in the table, so not in the sum: " << missing << "\n";
  if (!e.area_unit.empty())
    out << "area by table '" << e.name << "'" << (e.illustrative ? " (ILLUSTRATIVE)" : "") << ": " << fixed(e.total_area(), 2)
        << " " << e.area_unit << "\n";
}

}  // namespace

void print_report(std::ostream& out, const run_report& r) {
  print_header(out, r);
  print_time(out, r);
  print_jitter(out, r);
  print_sampling(out, r);
  print_activities(out, "unit", r.units, r.cycles);
  print_activities(out, "thread", r.threads, r.cycles);
  print_activities(out, "core", r.cores, r.cycles);
  print_activities(out, "feed", r.feeds, r.cycles);
  print_bandwidth(out, r);
  print_l1(out, r);
  print_work(out, r);
  print_noc(out, r);
  print_blocked(out, r);
  print_buffers(out, r);
  print_memory_buffers(out, r);
  print_tiles(out, r);
  print_zones(out, r.zones, r.cycles);
  if (r.path && r.path->what_if) print_path(out, *r.path);
  if (r.path_source) print_path_source(out, *r.path_source, r.cycles);
  out << "\nlimited by " << limited_by(r) << "\n";
  print_bounds(out, r);
  print_energy(out, r);
  if (r.result_accuracy) {
    const accuracy& a = *r.result_accuracy;
    char text[160];
    std::snprintf(text, sizeof text, "accuracy: largest error %.6g (largest value %.6g), PCC %.8f\n", a.max_abs_error,
                  a.max_abs_reference, a.pcc);
    out << text;
  }
  if (r.host_seconds > 0)
    out << "host: " << fixed(r.host_seconds, 3) << " s, " << fixed(static_cast<double>(r.cycles) / r.host_seconds * 1e-3, 1)
        << " kcycles/s\n";
}

}  // namespace tensix
