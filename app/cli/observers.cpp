// SPDX-License-Identifier: Apache-2.0
#include "app/cli/observers.h"

#include <iostream>
#include <stdexcept>

#include "cosim/rtl/rtl_failure.h"
#include "platform/parameters.h"
#include "support/files/output_file.h"
#include "workload/compile/device_files.h"

#ifndef TENSIX_TLM_VERSION
#define TENSIX_TLM_VERSION "unknown"
#endif

namespace tensix {
namespace {

// JSON without the ends of its lines and what they begin with.
std::string in_one_line(const std::string& json) {
  std::string line;
  bool begins = true;
  for (const char c : json) {
    begins = c == '\n' || (begins && c == ' ');
    if (!begins) line += c;
  }
  return line;
}

// Whose files are not a kernel's own: the compute API is made of these.
std::vector<std::string> folders_of_library() {
  const std::filesystem::path root = device_root();
  return {(root / "workload/device/").string(), (root / "models/").string(), (root / "workload/kernels/words.h").string()};
}

}  // namespace

observers::observers(const output_options& outputs, const observer_options& options, simulation& sim,
                     const core_programs& programs, const by_core<std::string>& own_sources,
                     const watched_cores::find_image& image)
    : options_(options), simulation_(sim), counters_file_(outputs.counters) {
  by_core<own_file> own, own_of_kernels;
  for (size_t core = 0; core < own.size(); ++core) {
    const bool kernel = !own_sources[core].empty();
    own[core] = files_outside(kernel ? folders_of_library() : std::vector<std::string>(), kernel);
    if (kernel) own_of_kernels[core] = own[core];
  }
  const bool profiles = !outputs.profile.empty() || !options.report.empty();
  if (sim.cores()) zones_.emplace(sim, image, options, profiles ? &own_of_kernels : nullptr);
  observer* const zones = zones_ ? zones_->of_tile() : nullptr;
  sim.why->stretches = zones || !options.report.empty() || !options.trace.empty();
  sim.why->what_if = outputs.why || !options.report.empty();
  sim.why->all = sim.why->stretches || sim.why->what_if || !outputs.metrics.empty();
  if ((outputs.quiet && !sim.why->all) || sim.ranks) sim.why.reset();  // not wanted, or not to be had
  std::vector<observer*> more;
  if (options.timeline) more.push_back(&timeline_.emplace(options.timeline_from, options.timeline_rows, programs));
  if (zones) more.push_back(zones);
  if (sim.cores() && profiles) more.push_back(&profile_.emplace(programs, own_of_kernels));
  if (sim.cores() && sim.why && (outputs.why || !options.report.empty())) {
    more.push_back(&source_.emplace(programs, own));
    sim.why->listener = &*source_;
  }
  if (options.vcd_data) more.push_back(&waves_.emplace());
  observation_options files;
  files.page = options.report;
  files.trace = options.trace;
  files.vcd = options.vcd;
  files.trace_from = options.trace_from;
  files.trace_to = options.trace_to;
  files.page_from = options.report_from;
  files.page_cycles = options.report_cycles;
  seen_.emplace(sim, files, programs, more);
  if (outputs.conflicts || !outputs.metrics.empty() || !options.report.empty()) sim.tile().memory().count_blocked();
  if (!options.events.empty()) {
    event_log_header header;
    header.data = options.event_bytes;
    header.writer = "tensix-tlm " TENSIX_TLM_VERSION;
    header.configuration = in_one_line(to_json(sim.tile().configuration()));
    event_sinks_.add(event_file_.emplace(options.events, "--events", header));
  }
  if (waves_) {
    waves_->show_in(*seen_->waveforms(), sim.tile().configuration().l1.ports);
    event_sinks_.add(*waves_);
  }
  const bool has_rtl = sim.rtl() && sim.rtl()->clock_if_made();
  if (options.vcd_around && !has_rtl)
    throw std::invalid_argument(
        "--vcd-around: nothing could differ or fail without RTL; units.NAME=rtl or units.NAME=shadow (docs/cosim.md), or "
        "choose the cycles by --trace-from and --trace-to");
  if (!options.rtl_waves.empty() && present_of_rtl().waves_of.empty())
    throw std::invalid_argument(
        "--rtl-waves: there is no RTL in this run; units.NAME=rtl or units.NAME=shadow (docs/cosim.md)");
  if (options.vcd_around) seen_->waveforms()->show_around_event(*options.vcd_around);
  if (options.vcd_before_hang) seen_->waveforms()->show_before_end(*options.vcd_before_hang);
  if (has_rtl && seen_->waveforms()) pins_.emplace(*sim.rtl(), *seen_->waveforms());
  if (!event_sinks_.empty())
    events_.emplace(sim.tile(), event_sinks_, options.vcd_data ? event_data::full : options.event_bytes, !waves_,
                    options.event_waits);  // waves share what the simulation writes to
  if (!outputs.energy.empty()) {
    energies_ = read_energy_table(outputs.energy, sim.tile().configuration());
    counter_.emplace(sim.tile());
  }
  if (!counters_file_.empty()) counts_.emplace(sim.tile(), 0);
  if (!options.record.empty() || !event_sinks_.empty())
    if (const parameters& p = sim.tile().configuration();
        p.hand_over.banks != 2 || p.dst.rows != dst_rows || p.frontend.issue_width != 1)
      throw std::invalid_argument(
          "--events, --vcd-data and --record have the fields of the chip: two banks of SrcA and SrcB (src.banks), 1024 rows of "
          "Dst (dst.rows), one instruction of a thread a cycle (frontend.issue_width); leave those options or these "
          "parameters out");
  if (!options.record.empty())
    record_.emplace(sim.tile(), recordable_unit(options.record_unit), options.record,
                    in_one_line(to_json(sim.tile().configuration())));
}

std::vector<core_profile> observers::profile(const by_core<std::string>& own_sources) const {
  return profile_ ? profile_->finish(own_sources) : std::vector<core_profile>();
}

std::optional<path_in_source> observers::in_source(uint64_t cycles, unsigned dst_tiles) {
  return source_ ? std::optional(source_->finish(cycles, dst_tiles)) : std::nullopt;
}

void observers::count_energy(run_report& report) {
  if (!counter_) return;
  event_counts counts = counter_->counts();  // and what the accounts know
  counts[static_cast<size_t>(energy_event::cycle)] = report.cycles;
  const bool one_a_cycle = simulation_.tile().configuration().frontend.issue_width == 1;
  for (unsigned t = 0; t < report.threads.size(); ++t)
    counts[static_cast<size_t>(energy_event::issue_t0) + t] =
        one_a_cycle ? report.threads[t].activity.busy_cycles() : simulation_.tile().thread(t).issued();
  if (!report.played)
    for (const auto& core : report.cores) counts[static_cast<size_t>(energy_event::core_cycle)] += core.activity.busy_cycles();
  if (const noc_surroundings* const around = simulation_.around()) {
    counts[static_cast<size_t>(energy_event::noc_flit)] = around->network().flits();
    counts[static_cast<size_t>(energy_event::noc_flit_link)] = around->network().flit_hops();
    counts[static_cast<size_t>(energy_event::dram_read)] = (around->bytes_read() + noc_flit_bytes - 1) / noc_flit_bytes;
    counts[static_cast<size_t>(energy_event::dram_write)] = (around->bytes_written() + noc_flit_bytes - 1) / noc_flit_bytes;
  }
  fill(*energies_, counts);
  report.energy = energies_;
}

void observers::count_as_cards_do(run_report& report) {
  if (!counts_) return;
  std::string csv = "bank,counter,count,cycles\n";
  for (const hardware_counter& c : hardware_counters()) {
    if (!c.given()) continue;
    const uint64_t count = counts_->value(c.what, report.cycles);
    report.counters.push_back({c.name, count});
    csv += std::string(name(c.bank)) + "," + c.name + "," + std::to_string(count) + "," + std::to_string(report.cycles) + "\n";
  }
  write_file(counters_file_, "--counters", csv);
}

void observers::finish(const run_result& r) {
  const uint64_t cycles = r.cycles;
  if (timeline_) timeline_->print(std::cout, cycles);
  if ((!options_.trace.empty() || !options_.vcd.empty()) && options_.trace_from > 0 && options_.trace_from >= cycles)
    std::cerr << "warning: --trace-from " << options_.trace_from << ": the run has " << cycles
              << " cycles, so its files show nothing\n";
  if (events_) events_->finish(cycles);
  if (waves_) waves_->finish();
  if (pins_)
    if (const std::string failed = pins_->finish(cycles); !failed.empty())
      std::cerr << "warning: behind the last cycle in which the tile looked at it: " << failed << "\n";
  if (options_.vcd_around && seen_->waveforms()->event_was_late())
    std::cerr << "warning: --vcd-around: the first difference was told so late that cycles in front of it are missing in "
              << options_.vcd << "; --trace-from and --trace-to show them\n";
  if (options_.vcd_before_hang) {
    seen_->waveforms()->event_in(cycles);
    if (r.how == run_outcome::done)
      std::cerr << "warning: --vcd-before-hang: the run has not hung; " << options_.vcd << " shows its last cycles\n";
  }
  if (options_.vcd_around && !seen_->waveforms()->event_seen())
    std::cerr << "warning: --vcd-around: RTL has neither differed nor failed while it ran; " << options_.vcd
              << " shows the last cycles\n";
  if (event_file_) event_file_->close(cycles, simulation_.tile().state().l1.data(), simulation_.tile().state().l1.size());
  seen_->write_traces(cycles, simulation_.path());
  if (record_) record_->finish(cycles);
}

void observers::write_page(const run_report& report, const std::string& subject, const run_result& r) {
  if (!options_.report.empty()) seen_->write_page(report, r, subject, report.work ? *report.work : matrix_work_of(report));
}

}  // namespace tensix
