// SPDX-License-Identifier: Apache-2.0
// One procedure for every command that simulates a tile: open the files, build the tile, load it, observe it, run it, report. A command
// says what is its own.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/cli/output_files.h"
#include "app/cli/races.h"
#include "app/options/options.h"
#include "testbench/run/bounds.h"
#include "testbench/run/simulation.h"
#include "workload/elf/core_profile.h"

namespace tensix {

// What of L1 NoC traffic beside a run may not write to.
struct l1_use {
  std::vector<used_range> ranges;
  std::string unknown;  // whose further use of L1 is not known, for messages: writes must name a range. Empty: all is known
};

// Steps are called in their order here; what is not a command's own has a default.
class session {
 public:
  // All must outlive it. `ranks`: this process is one of several; null: it is alone.
  session(const session_options& options, const parameters& p, ranks_if* ranks = nullptr)
      : common_(options), parameters_(p), ranks_(ranks) {}
  virtual ~session() = default;
  session(const session&) = delete;
  session& operator=(const session&) = delete;

  // Once. Returns the exit code.
  int run();

 protected:
  // The files it reads and writes, in the order of the report.
  virtual void name_files(output_files& files) const = 0;
  // The files are open, there is no simulation in this process yet.
  virtual void prepare() {}
  // Into the tile: data, programs, who plays them.
  virtual void load(simulation& sim) = 0;
  // The observers are attached, the run is next.
  virtual void start(simulation&) {}
  // Asked now and then while it runs: whether it is wanted no more.
  virtual bool is_in_vain() { return false; }
  // The run is over, and nothing has been said or written of it; by an exception it is left at that.
  virtual void settle(run_result&) {}
  // Of one of several ranks, all of which call it: the run is over, and the first one gets what it has to know of the others' tiles.
  virtual void gather(simulation&, const run_result&) {}
  // The run is over, and may be known to have ended otherwise than it says. Prints the tile's warnings.
  virtual void ended(simulation& sim, run_result& r);
  // Fills the report; returns what moved through circular buffers, for bounds.
  virtual std::vector<fed_tiles> describe(simulation& sim, const run_result& r, run_report& report) = 0;
  // What stands or is written before the numbers of the report.
  virtual void results(simulation&, const run_result&, const run_report&) {}
  // Of a run that has come to its end: a line for each tile or page that it leaves, with a CRC. Empty: nothing is known of it.
  virtual std::string result_of(simulation&) { return {}; }
  virtual bool feeds() const { return false; }       // peers fill and empty its circular buffers
  virtual bool around_noc() const { return false; }  // it has NoCs and DRAM around it
  // Of such a run, what races (docs/races.md) compare: result_of; nothing is known: the bytes of L1 and Dst.
  virtual std::string compared(simulation& sim) { return result_of(sim); }
  // Where a core is delayed, in words.
  virtual std::string place_of(const race_site& site);
  // The program of a core; null: it has none.
  virtual const elf_image* image_of(const tensix_tile&, unsigned /*core*/) const { return nullptr; }
  // What is played: its file, and the lines with steps.
  virtual std::pair<std::string, std::vector<int>> played() const { return {}; }
  // All else is written; returns the exit code in the place of `code`.
  virtual int finish(simulation&, const run_result&, int code) { return code; }

  // Bytes of L1 but for what races leave out, and Dst.
  std::string all_results(simulation& sim) const;
  std::string lines_of_l1(simulation& sim, uint32_t address, uint32_t bytes) const;
  // Tiles that leave circular buffers have to have CRCs.
  bool wants_results() const;

  // Lines for result_of: "WHAT NUMBER CRC", in this order.
  static std::string lines_of_crcs(const std::string& what, const std::vector<uint32_t>& crcs);
  // What the tile has reported, but for what ended the run and is said there.
  static void print_warnings(simulation& sim, const run_result& r);

  const session_options& common_;
  const parameters& parameters_;
  ranks_if* const ranks_;
  // Known when it is loaded.
  l1_use use_;
  bool fed_ = false;                     // peers fill and empty its circular buffers
  core_programs core_programs_{};        // for profiles and timelines
  by_core<std::string> sources_;         // of kernels of one's own: profiles are of their lines
  unsigned dst_tiles_ = 0;               // that a kernel has of Dst between acquire and release; 0: not known
  std::optional<uint64_t> most_cycles_;  // without --maxclk; nothing: no limit
  bool prints_numbers_ = true;
  std::string subject_;  // what is run, for a page's title; empty: kernel and shape
  // Known when it is described: how far it came, for a run that was interrupted.
  std::string how_far_;

 private:
  // Of a rank that does not report.
  int run_silently();
  void begin_together();
  // result_of, of the same run without RTL, in a process of its own; empty: it is not to be compared.
  std::string result_of_models(std::optional<uint64_t> most);
  int find_races();
  race_outcome run_delayed(const race_trial& trial, std::optional<uint64_t> most);
  // A run that nothing shows; `result`: its result_of, if it came to its end.
  run_result run_unseen(const parameters& p, std::optional<uint64_t> most, std::string* result = nullptr);
  // Circular buffers' counters of a run that has stopped, lines.
  static std::string buffers_text(const run_report& report, simulation& sim);
  // With what every command decides.
  run_report report_of(const output_files& files, simulation& sim, const run_result& r) const;
};

}  // namespace tensix
