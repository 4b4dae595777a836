#include "testbench/run/run_report.h"

#include <algorithm>
#include <cstdio>
#include <ostream>

namespace tensix {
namespace {

std::string fixed(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string right(const std::string& text, size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}
std::string left(const std::string& text, size_t width) {
  return text.size() < width ? text + std::string(width - text.size(), ' ') : text;
}
double share(uint64_t part, uint64_t whole) {
  return whole ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}
double ratio(uint64_t part, uint64_t whole) { return whole ? static_cast<double>(part) / static_cast<double>(whole) : 0.0; }

struct lost {
  stall_reason why;
  uint64_t cycles;
};

// Reasons with any cycles, largest first.
std::vector<lost> stalls_of(const account& a) {
  std::vector<lost> all;
  for (int i = 1; i < static_cast<int>(stall_reason::count); ++i)
    if (const uint64_t c = a.stall_cycles(static_cast<stall_reason>(i))) all.push_back({static_cast<stall_reason>(i), c});
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
  if (!r.complete) out << "  incomplete: the run was interrupted, the numbers are of the part that was simulated\n";
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
    const auto stalls = stalls_of(a.activity);
    if (stalls.empty()) out << line << "\n";
    for (const auto& s : stalls) {
      out << left(line, indent) << "  " << left(name(s.why), 26) << right(grouped(s.cycles), number)
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

void print_buffers(std::ostream& out, const run_report& r) {
  if (r.buffers.empty()) return;
  out << "\n"
      << left("buffer", 8) << left("use", 8) << left("format", 8) << right("capacity", 8) << right("address", 10)
      << right("put in", 12) << right("taken out", 12) << "  tensor\n";
  for (const auto& b : r.buffers) {
    char address[16];
    std::snprintf(address, sizeof address, "0x%x", b.address);
    out << left("c_" + std::to_string(b.index), 8) << left(b.use, 8) << left(b.format, 8) << right(grouped(b.capacity), 8)
        << right(address, 10) << right(grouped(b.produced), 12) << right(grouped(b.consumed), 12) << "  " << b.shape
        << (b.source.empty() || b.shape.empty() ? "" : " ") << b.source << "\n";
  }
}

}  // namespace

std::string grouped(uint64_t value) {
  std::string text = std::to_string(value);
  for (size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, ",");
  return text;
}

void print_report(std::ostream& out, const run_report& r) {
  print_header(out, r);
  print_time(out, r);
  print_sampling(out, r);
  print_activities(out, "unit", r.units, r.cycles);
  print_activities(out, "thread", r.threads, r.cycles);
  print_activities(out, "core", r.cores, r.cycles);
  print_bandwidth(out, r);
  print_l1(out, r);
  print_buffers(out, r);
  if (r.path)
    for (const path_resource& p : r.path->resources)
      out << left(p.name, 24) << right(grouped(p.cycles), 12) << right(fixed(share(p.cycles, r.path->cycles), 1), 8)
          << right(grouped(p.run_if_halved), 12) << right(grouped(p.run_if_free), 12) << right(grouped(p.slack), 10) << "\n";
  out << "\nlimited by " << limited_by(r) << "\n";
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
