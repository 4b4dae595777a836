// SPDX-License-Identifier: Apache-2.0
// What the command line asks to hear of a run, beside the report: --timeline, --trace, --vcd, --report, --profile, --events. One place
// for all commands.
#pragma once
#include <optional>

#include "app/cli/run_zones.h"
#include "app/options/options.h"
#include "cosim/rtl/pin_waves.h"
#include "observe/energy/energy_counter.h"
#include "observe/events/event_file.h"
#include "observe/events/event_probe.h"
#include "observe/events/unit_record.h"
#include "observe/trace/event_waves.h"
#include "observe/trace/timeline.h"
#include "pages/tile/tile_observation.h"
#include "testbench/run/simulation.h"
#include "workload/elf/core_profile.h"

namespace tensix {

class observers {
 public:
  // Before the run. Attaches nothing if nothing is asked for. All must outlive it.
  observers(const output_options& outputs, const observer_options& options, simulation& sim, const core_programs& programs,
            const by_core<std::string>& own_sources, const watched_cores::find_image& image);
  // After it: prints and writes what was asked for; the page needs the numbers.
  void finish(const run_result& r);
  // Of the cores; empty if neither --profile nor --report is given. `own_source`: of a kernel, whose lines count and whose name
  // stands for the programs; empty: none.
  std::vector<core_profile> profile(const by_core<std::string>& own_sources) const;
  // Of a run of simulated cores with --why or --report; `dst_tiles`: see path_source.
  std::optional<path_in_source> in_source(uint64_t cycles, unsigned dst_tiles);
  // Of programs with marks: into the report, and the file of --zones-csv.
  void finish_zones(run_report& report, const by_core<std::string>& own_sources) {
    if (zones_) zones_->finish(report, own_sources);
  }
  // Of a run with --energy.
  void count_energy(run_report& report);
  // Of a run with --counters: writes its file.
  void count_as_cards_do(run_report& report);
  void write_page(const run_report& report, const std::string& subject, const run_result& r);

 private:
  const observer_options& options_;
  simulation& simulation_;
  std::optional<timeline> timeline_;
  std::optional<profile_recorder> profile_;
  std::optional<path_source> source_;
  std::optional<run_zones> zones_;
  std::optional<tile_observation> seen_;
  event_fan event_sinks_;
  std::optional<event_writer> event_file_;
  std::optional<event_waves> waves_;
  std::optional<pin_waves> pins_;
  std::optional<event_probe> events_;
  std::optional<unit_recorder> record_;
  std::optional<energy_report> energies_;
  std::optional<energy_counter> counter_;
  const std::string counters_file_;
  std::optional<tile_counts> counts_;
};

}  // namespace tensix
