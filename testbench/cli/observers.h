// What the command line asks to hear of a run, beside the report: --timeline, --trace, --vcd, --report, --profile. One place
// for all commands.
#pragma once
#include <optional>

#include "testbench/cli/options.h"
#include "testbench/cli/simulation.h"
#include "testbench/cli/timeline.h"
#include "testbench/elf/core_profile.h"
#include "testbench/report/report_observer.h"
#include "testbench/trace/perfetto_trace.h"
#include "testbench/trace/vcd_trace.h"

namespace tensix {

class observers {
 public:
  // Before the run. Attaches nothing if nothing is asked for. `programs` of the cores must outlive it.
  observers(const command_line& options, simulation& sim, const core_programs& programs = {});
  observers(const observers&) = delete;
  observers& operator=(const observers&) = delete;
  // After it: prints and writes what was asked for; the page needs the numbers (`k`: the kernel, if one was run to its end).
  void finish(uint64_t cycles);
  // Of the cores; empty if neither --profile nor --report is given.
  std::vector<core_profile> profile() const { return profile_ ? profile_->finish() : std::vector<core_profile>(); }
  void write_page(const run_report& report, const simulation::result& r, const kernel* k);

 private:
  tensix_tile& tile_;
  const uint64_t from_;  // first cycle of trace and vcd
  std::optional<timeline> timeline_;
  std::optional<perfetto_trace> trace_;
  std::optional<vcd_trace> vcd_;
  std::optional<report_observer> page_;
  std::optional<profile_recorder> profile_;
  trace_fan fan_;
};

}  // namespace tensix
