#include "testbench/run/collect.h"

#include <fstream>
#include <stdexcept>

#include "platform/parameters.h"

namespace tensix {

run_report collect(tensix_tile& tile, const run_result& r, riscv_cores* cores) {
  const parameters& p = tile.configuration();
  run_report report;
  report.configuration = p.config_name;
  report.cycles = r.cycles;
  report.clock_mhz = p.clock_mhz;
  report.host_seconds = r.host_seconds;
  for (auto& [name, a] : tile.unit_accounts()) report.units.push_back({name, *a});
  for (auto& [name, a] : tile.thread_accounts()) report.threads.push_back({name, *a});
  if (cores)
    for (auto& [name, a] : cores->accounts()) report.cores.push_back({name, *a});
  report.l1_port_beats = tile.memory().port_beats();
  report.l1_bank_beats = tile.memory().bank_beats();
  report.l1_bank_conflicts = tile.memory().bank_conflicts();
  for (unsigned u = 0; u < 2; ++u)
    report.bandwidth.push_back({u ? "unpacker1" : "unpacker0", tile.unpack(u).bytes_fetched(), tile.unpack(u).fetch_cycles(),
                                static_cast<double>(unpack_peak_bytes(p, u, tile.unpack(u).fastest_wanted())),
                                tile.unpack(u).exponent_bytes_fetched()});
  report.bandwidth.push_back({"pack", tile.pack().bytes_written(), 0, static_cast<double>(pack_peak_bytes(p))});
  for (const auto& i : parameter_list())
    report.parameters.push_back({i.name, i.get(p), i.kind != parameter_kind::number && i.kind != parameter_kind::boolean});
  return report;
}

void write_metrics(const std::string& file, const run_report& report) {
  std::ofstream out(file);
  out << metrics_json(report) << "\n";
  if (!out.flush()) throw std::runtime_error("cannot write '" + file + "' (--metrics)");
}

}  // namespace tensix
