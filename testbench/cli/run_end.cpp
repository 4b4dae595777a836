#include "testbench/cli/run_end.h"

#include <fstream>
#include <stdexcept>

#include "platform/parameters.h"

namespace tensix {

int exit_code_of(simulation::outcome how) {
  switch (how) {
    case simulation::outcome::done: return exit_done;
    case simulation::outcome::undefined: return exit_undefined;
    default: return exit_gave_up;
  }
}

namespace {
std::string in_cycles(uint32_t n) { return std::to_string(n) + (n == 1 ? " cycle" : " cycles"); }

// In every result that depends on it: the RISC-V side was not simulated.
std::string played_note(const player_parameters& p) {
  return "RISC-V cores played: " + in_cycles(p.push_cycles) + " a word pushed, " + in_cycles(p.store_cycles) +
         " a store, loops free (player.*); compiled code: tensix-tlm elf";
}
}  // namespace

run_report collect(const command_line& options, simulation& sim, const simulation::result& r) {
  tensix_tile& tile = sim.tile();
  const parameters& p = tile.configuration();
  run_report report;
  report.configuration = p.config_name;
  report.cycles = r.cycles;
  report.clock_mhz = p.clock_mhz;
  report.host_seconds = r.host_seconds;
  for (auto& [name, a] : tile.unit_accounts()) report.units.push_back({name, *a});
  for (auto& [name, a] : tile.thread_accounts()) report.threads.push_back({name, *a});
  if (sim.cores())
    for (auto& [name, a] : sim.cores()->accounts()) report.cores.push_back({name, *a});
  l1_served l1 = tile.memory().served();
  report.l1_port_beats = std::move(l1.port_beats);
  report.l1_bank_beats = std::move(l1.bank_beats);
  report.l1_bank_conflicts = std::move(l1.bank_conflicts);
  for (unsigned u = 0; u < 2; ++u) {
    const unit_traffic t = tile.unit(u ? tile_unit::unpacker1 : tile_unit::unpacker0).traffic();
    report.bandwidth.push_back({u ? "unpacker1" : "unpacker0", t.bytes, t.cycles,
                                static_cast<double>(unpack_peak_bytes(p, u, t.fastest)), t.exponent_bytes});
  }
  report.bandwidth.push_back({"pack", tile.unit(tile_unit::packers).traffic().bytes, 0, static_cast<double>(pack_peak_bytes(p))});
  for (const auto& i : parameter_list())
    report.parameters.push_back({i.name, i.get(p), i.kind != parameter_kind::number && i.kind != parameter_kind::boolean});
  report.command = options.arguments;
  if (!sim.cores()) report.notes.push_back(played_note(p.player));
  return report;
}

int finish_output(int code) {
  if (!std::cout.flush()) throw std::runtime_error("cannot write to standard output");
  return code;
}

void write_metrics(const command_line& options, const run_report& report) {
  if (options.metrics.empty()) return;
  std::ofstream out(options.metrics);
  out << metrics_json(report) << "\n";
  if (!out.flush()) throw std::runtime_error("cannot write '" + options.metrics + "' (--metrics)");
}

void print_warnings(const simulation& sim) {
  for (const auto& d : const_cast<simulation&>(sim).tile().state().diagnose.reports())
    std::cerr << "warning: " << d.to_string() << "\n";
}

void print_end(const simulation::result& r) {
  if (r.how == simulation::outcome::done) return;
  if (r.how == simulation::outcome::gave_up) std::cerr << "gave up after " << r.cycles << " cycles (maxclk)\n";
  if (r.how == simulation::outcome::deadlock)
    std::cerr << "deadlock at cycle " << r.cycles << ": nothing can make progress any more\n";
  std::cerr << r.text;
  if (!r.text.empty() && r.text.back() != '\n') std::cerr << "\n";
}

}  // namespace tensix
