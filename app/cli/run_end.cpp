#include "app/cli/run_end.h"

#include <set>

#include "app/cli/settings_list.h"
#include "app/options/choices.h"
#include "platform/parameter_limits.h"
#include "support/files/standard_output.h"
#include "testbench/run/collect.h"

namespace tensix {

using nlohmann::ordered_json;

int exit_code_of(const simulation& sim, run_outcome how) {
  const uint64_t differences = sim.rtl() ? sim.rtl()->differences() : 0;
  if (sim.rtl() && sim.rtl()->shadows)
    std::cerr << "shadow: RTL has answered otherwise than the model " << differences
              << (differences == 1 ? " time\n" : " times\n");
  switch (how) {
    case run_outcome::done: return differences ? exit_differs : exit_done;
    case run_outcome::undefined: return exit_undefined;
    default: return exit_gave_up;
  }
}

namespace {
std::string in_cycles(uint32_t n) { return std::to_string(n) + (n == 1 ? " cycle" : " cycles"); }

// In every result that depends on it: the RISC-V side was not simulated.
std::string played_note(const player_parameters& p) {
  return "RISC-V cores played: " + in_cycles(p.push_cycles) + " a word pushed, " + in_cycles(p.store_cycles) +
         " a store, loops free (player.*); compiled code: tensix-tlm elf, kernel";
}

// What-ifs that cannot show: of each setting why another parameter, or the way of running, makes it count for nothing.
void note_idle_settings(const command_line& options, simulation& sim, run_report& report) {
  const parameters& p = sim.tile().configuration();
  run_parts parts;
  parts.simulated_cores = sim.cores() != nullptr;
  parts.feed = options.what == command::run || options.what == command::kernel;
  const auto name_in = [](const std::string& setting) {
    const std::string name = setting.substr(0, setting.find('='));
    const auto first = name.find_first_not_of(" \t");
    return name.substr(first, name.find_last_not_of(" \t") + 1 - first);
  };
  std::set<std::string> seen;
  for (const auto& one : options.settings) {
    const std::string name = name_in(one);
    if (!seen.insert(name).second) continue;
    parameters before = load_configuration(options.configuration);
    for (const auto& s : options.settings)
      if (name_in(s) != name) set(before, name_in(s), s.substr(s.find('=') + 1));
    const limit_met limit = without_effect(name, before, p, parts);
    if (limit.why.empty()) continue;
    const parameter_info& i = find_parameter(name);
    report.notes.push_back(name + "=" + i.get(p) + (limit.exact ? " changes no cycle against " : " is no faster than ") +
                           i.get(before) + ": " + limit.why);
  }
}
}  // namespace

run_report report_of(const command_line& options, const output_files& files, simulation& sim, const run_result& r) {
  run_report report = collect(sim.tile(), r, sim.cores());
  if (const critical_path* path = sim.path()) report.path = *path;
  collect_surroundings(sim, r.cycles, report);
  report.shows_conflicts = options.conflicts;
  report.command = options.arguments;
  report.version = options.version;
  report.commit = options.commit;
  report.end = name(r.how);
  report.files = files.all();
  settings_list all(report.settings);
  all.add("on_undefined", choices_of("on-undefined")[options.policy == on_undefined::warn]);
  all.add("hazards", options.hazards);
  all.add("maxclk", options.max_cycles ? ordered_json(*options.max_cycles) : ordered_json(nullptr));
  all.add("quantum_ps", sim.quantum_ps);
  report.complete = r.how != run_outcome::interrupted;
  report.played = !sim.cores();
  if (report.played) report.notes.push_back(played_note(sim.tile().configuration().player));
  note_idle_settings(options, sim, report);
  return report;
}

void complete_report(run_report& report, simulation& sim, const run_result& r, const std::vector<fed_tiles>& fed) {
  if (r.how != run_outcome::done) return;
  const unit_traffic traffic[] = {sim.tile().unit(tile_unit::unpacker0).traffic(),
                                  sim.tile().unit(tile_unit::unpacker1).traffic()};
  unpackers_work unpackers = {{traffic[0].fastest, traffic[1].fastest}, 0};
  // Of a sampled run the cycles were not counted on.
  if (!report.sampling || report.sampling->periods_left_out == 0)
    unpackers.address_cycles = traffic[0].address_cycles + traffic[1].address_cycles;
  report.bounds = all_bounds(report, sim.tile().configuration(), unpackers, fed);
}

int finish_output(int code) {
  standard_output::require_written();
  return code;
}

void print_warnings(const simulation& sim) {
  for (const auto& d : const_cast<simulation&>(sim).tile().state().diagnose.reports())
    std::cerr << "warning: " << d.to_string() << "\n";
}

void print_numbers(const command_line& options, const run_report& report) {
  if (!options.quiet) print_report(std::cout, report);
}

void write_numbers(const command_line& options, const run_report& report) {
  if (options.metrics == standard_output_name) std::cout << metrics_json(report) << "\n";
  else if (!options.metrics.empty()) write_metrics(options.metrics, report);
}

void print_end(const run_result& r) {
  if (r.how == run_outcome::done) return;
  if (r.how == run_outcome::gave_up) std::cerr << "gave up after " << r.cycles << " cycles (maxclk)\n";
  if (r.how == run_outcome::deadlock) std::cerr << "deadlock at cycle " << r.cycles << ": nothing can make progress any more\n";
  std::cerr << r.text;
  if (!r.text.empty() && r.text.back() != '\n') std::cerr << "\n";
}

}  // namespace tensix
