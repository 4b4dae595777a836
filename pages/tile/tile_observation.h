// SPDX-License-Identifier: Apache-2.0
// What can be had of a run beside its result, for any platform with tiles of its own: metrics (docs/metrics.md), a page with
// charts (docs/report.md), a trace for Perfetto and waveforms (docs/timelines.md). docs/extending.md, "One call".
//
//   observe({&left, &right}, "out", [] { sc_core::sc_start(); });       // all files of both tiles, by their names
//
// or, step by step, for one tile:
//
//   tile_observation seen(left, all_files("out", left.name()));         // before the run
//   sc_core::sc_start();
//   const run_report numbers = seen.finish();                           // after it
#pragma once
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "observe/trace/perfetto_trace.h"
#include "observe/trace/vcd_trace.h"
#include "observe/why/path_recorder.h"
#include "pages/run/report_observer.h"
#include "platform/riscv_cores.h"
#include "platform/tile.h"
#include "testbench/run/run_report.h"
#include "testbench/run/run_result.h"
#include "testbench/run/simulation.h"

namespace tensix {

struct observation_options {
  std::string metrics, page, trace, vcd;             // files; empty: none
  uint64_t trace_from = 0, trace_to = ~uint64_t{0};  // cycles [from, to) of trace and vcd
  std::optional<uint64_t> page_from;                 // first cycle of the page's timeline; nothing: chosen
  std::optional<uint64_t> page_cycles;               // its length; nothing: chosen
  std::string tile;                                  // named in every file; empty: there is only one
};

// FOLDER/NAME.json, .html, .trace.json and .vcd (with .gtkw); NAME also stands in them.
observation_options all_files(const std::string& folder, const std::string& name);

class tile_observation {
 public:
  // Before the run, once a tile: it observes the tile, and must live as long as time goes on. `more` observe the same, cores
  // and players included, and must outlive the run, as `cores` and `programs`, where there are any. Throws std::runtime_error if a
  // file cannot be written.
  tile_observation(tensix_tile& tile, const observation_options& options, riscv_cores* cores = nullptr,
                   const core_programs& programs = {}, const std::vector<observer*>& more = {});
  // The same of a simulation's tile; finish() is left to its owner, who takes the steps below.
  tile_observation(simulation& sim, const observation_options& options, const core_programs& programs,
                   const std::vector<observer*>& more);
  tile_observation(const tile_observation&) = delete;
  tile_observation& operator=(const tile_observation&) = delete;

  // Once, after the run: closes the accounts, writes the files, returns the numbers. Without a result the run ended in the present
  // cycle: undefined if the tile says so, else done.
  run_report finish();
  run_report finish(const run_result& r);

  // The steps of finish().
  void write_traces(uint64_t cycles, const critical_path* path = nullptr);
  void write_metrics(const run_report& report) const;
  void write_page(const run_report& report, const run_result& r, const std::string& subject, const matrix_work& work);
  // For signals of one's own, before the run; null: no waveforms are asked for.
  vcd_trace* waveforms() { return vcd_ ? &*vcd_ : nullptr; }

 private:
  tensix_tile& tile_;
  riscv_cores* const cores_;
  const observation_options options_;
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  core_programs programs_{};
  std::optional<perfetto_trace> trace_;
  std::optional<vcd_trace> vcd_;
  std::optional<report_observer> page_;
  std::optional<l1_sampler> sampler_;
  observer_list observers_;
  std::optional<path_recorder> causes_;  // of a tile that has no simulation of ours

  void attach(noc_network* network, const core_programs& programs, const std::vector<observer*>& more);
};

// One call: lets `run` start SystemC, and writes all_files(folder, NAME) of every tile, NAME being its name in SystemC. Makes
// the folder if need be. The numbers are in the order of the tiles. It is over then: no time may pass any more.
std::vector<run_report> observe(const std::vector<tensix_tile*>& tiles, const std::string& folder,
                                const std::function<void()>& run);

}  // namespace tensix
