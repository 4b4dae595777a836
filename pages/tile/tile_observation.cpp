// SPDX-License-Identifier: Apache-2.0
#include "pages/tile/tile_observation.h"

#include <filesystem>
#include <memory>
#include <stdexcept>

#include "observe/zones/profiler_buffers.h"
#include "support/files/output_file.h"
#include "testbench/run/collect.h"

#ifndef TENSIX_TLM_VERSION
#define TENSIX_TLM_VERSION "unknown"
#endif

namespace tensix {
namespace {

// A run whose files turn out not to be writable would be wasted.
void check_writable(const observation_options& o) {
  for (const auto& file : {o.metrics, o.page, o.trace, o.vcd})
    if (!file.empty()) tensix::check_writable(file, {});
}

}  // namespace

observation_options all_files(const std::string& folder, const std::string& name) {
  const std::string base = (std::filesystem::path(folder) / name).string();
  observation_options o;
  o.metrics = base + ".json";
  o.page = base + ".html";
  o.trace = base + ".trace.json";
  o.vcd = base + ".vcd";
  o.tile = name;
  return o;
}

tile_observation::tile_observation(tensix_tile& tile, const observation_options& options, riscv_cores* cores,
                                   const core_programs& programs, const std::vector<observer*>& more)
    : tile_(tile), cores_(cores), options_(options) {
  check_writable(options_);
  attach(nullptr, programs, more);
  if (page_) observers_.add(sampler_.emplace(page_->l1()));
  tile_.state().causes = &causes_.emplace(path_recorder::wishes{true, true, true});
}

tile_observation::tile_observation(simulation& sim, const observation_options& options, const core_programs& programs,
                                   const std::vector<observer*>& more)
    : tile_(sim.tile()), cores_(sim.cores()), options_(options) {
  attach(sim.around() ? &sim.around()->network() : nullptr, programs, more);
  if (!observers_.empty()) sim.report_to(observers_);
  if (!page_) return;
  sim.sample_at = l1_recorder::first_sample;
  sim.sample = [this](cycle_t) { return page_->l1().sample(); };
}

void tile_observation::attach(noc_network* network, const core_programs& programs, const std::vector<observer*>& more) {
  programs_ = programs;
  const parameters& p = tile_.configuration();
  if ((!options_.trace.empty() || !options_.vcd.empty()) && p.hand_over.banks != 2)
    throw std::invalid_argument(
        "src.banks=" + std::to_string(p.hand_over.banks) +
        ": traces (--trace, --vcd) show the two banks that SrcA and SrcB have on the chip; leave them out, "
        "the page (--report) shows the others too");
  if (!options_.vcd.empty() && p.frontend.issue_width != 1)
    throw std::invalid_argument("frontend.issue_width=" + std::to_string(p.frontend.issue_width) +
                                ": a waveform (--vcd) has one instruction of a thread a cycle; leave it out");
  const trace_origin origin{"tensix-tlm " TENSIX_TLM_VERSION, p.config_name, p.clock_mhz, options_.tile};
  const trace_window window{options_.trace_from, options_.trace_to};
  for (auto* o : more) observers_.add(*o);
  if (!options_.trace.empty()) observers_.add(trace_.emplace(options_.trace, window, origin, programs));
  if (!options_.vcd.empty()) observers_.add(vcd_.emplace(options_.vcd, window, origin, p.l1.ports, programs));
  if (!options_.page.empty())
    page_.emplace(tile_, network, options_.page_from, options_.page_cycles, programs).add_to(observers_);
  if (observers_.empty()) return;
  tile_.attach(observers_);
  if (cores_) cores_->report_to(observers_);
}

void tile_observation::write_traces(uint64_t cycles, const critical_path* path) {
  if (!observers_.empty()) tile_.memory().served();  // L1 works out the last cycles
  const l1_storage& l1 = tile_.state().l1;
  for (unsigned core = 0; trace_ && core < core_count; ++core)
    if (programs_[core]) trace_->add_zones(core, profiler_marks(*programs_[core], core, l1.data(), l1.size()));
  if (trace_) trace_->write(cycles, path);
  if (vcd_) vcd_->write(cycles);
}

void tile_observation::write_metrics(const run_report& report) const {
  if (!options_.metrics.empty()) tensix::write_metrics(options_.metrics, report);
}

void tile_observation::write_page(const run_report& report, const run_result& r, const std::string& subject,
                                  const matrix_work& work) {
  if (page_) page_->write(options_.page, report, r, subject, work);
}

run_report tile_observation::finish() {
  run_result r;
  const auto& diagnose = tile_.state().diagnose;
  if (diagnose.stop()) r.how = run_outcome::undefined, r.text = diagnose.reports().back().to_string();
  r.cycles = now_cycle();
  r.host_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  return finish(r);
}

run_report tile_observation::finish(const run_result& r) {
  if (cores_) cores_->close_accounts(r.cycles);
  tile_.close_accounts(r.cycles);
  std::optional<critical_path> path;
  if (causes_) path = causes_->finish(r.cycles);
  tile_.state().causes = nullptr;
  write_traces(r.cycles, path ? &*path : nullptr);
  run_report report = collect(tile_, r, cores_);
  report.path = std::move(path);
  report.tile = options_.tile;
  write_metrics(report);
  write_page(report, r, options_.tile.empty() ? tile_.name() : options_.tile, matrix_work_of(report));
  return report;
}

std::vector<run_report> observe(const std::vector<tensix_tile*>& tiles, const std::string& folder,
                                const std::function<void()>& run) {
  std::filesystem::create_directories(folder);
  std::vector<std::unique_ptr<tile_observation>> seen;
  for (auto* tile : tiles) seen.push_back(std::make_unique<tile_observation>(*tile, all_files(folder, tile->name())));
  run();
  std::vector<run_report> reports;
  for (const auto& s : seen) reports.push_back(s->finish());
  return reports;
}

}  // namespace tensix
