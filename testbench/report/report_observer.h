// Watches one run for the page of --report, and writes it.
#pragma once
#include <string>

#include "testbench/cli/options.h"
#include "testbench/cli/report.h"
#include "testbench/cli/simulation.h"
#include "testbench/report/bounds.h"
#include "testbench/report/l1_recorder.h"
#include "testbench/report/window_recorder.h"

namespace tensix {

class report_observer {
 public:
  // Takes `sim.sample`. Whoever makes it lets the tile report to window().
  report_observer(const command_line& options, simulation& sim, const core_programs& programs);
  window_recorder& window() { return window_; }
  // After the run. `k`: the kernel, if one was run to its end.
  void write(const run_report& report, const simulation::result& r, const kernel* k);

 private:
  const command_line& options_;
  simulation& sim_;
  window_recorder window_;
  l1_recorder l1_;
};

}  // namespace tensix
