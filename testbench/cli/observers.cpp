#include "testbench/cli/observers.h"

#include <iostream>

#ifndef TENSIX_TLM_VERSION
#define TENSIX_TLM_VERSION "unknown"
#endif

namespace tensix {

observers::observers(const command_line& options, simulation& sim, const core_programs& programs)
    : tile_(sim.tile()), from_(options.trace_from) {
  const std::string tool = "tensix-tlm " TENSIX_TLM_VERSION;
  const parameters& p = tile_.configuration();
  const trace_window window{from_, options.trace_to};
  if (options.timeline) fan_.add(timeline_.emplace(options.timeline_from, options.timeline_rows, programs));
  if (!options.trace.empty())
    fan_.add(trace_.emplace(options.trace, window, trace_origin{tool, p.config_name, p.clock_mhz}, programs));
  if (!options.vcd.empty()) fan_.add(vcd_.emplace(options.vcd, window, tool, p.l1.ports, programs));
  if (!options.report.empty()) fan_.add(page_.emplace(options, sim, programs).window());
  if (sim.cores() && (!options.profile.empty() || !options.report.empty())) fan_.add(profile_.emplace(programs));
  if (fan_.empty()) return;
  tile_.report_to(fan_);
  if (sim.cores()) sim.cores()->report_to(fan_);
}

void observers::finish(uint64_t cycles) {
  if (fan_.empty()) return;
  tile_.memory().served();  // L1 works out the last cycles
  if (timeline_) timeline_->print(std::cout, cycles);
  if ((trace_ || vcd_) && from_ > 0 && from_ >= cycles)
    std::cerr << "warning: --trace-from " << from_ << ": the run has " << cycles << " cycles, so its files show nothing\n";
  if (trace_) trace_->write(cycles);
  if (vcd_) vcd_->write(cycles);
}

void observers::write_page(const run_report& report, const simulation::result& r, const kernel* k) {
  if (page_) page_->write(report, r, k);
}

}  // namespace tensix
