// What the commands that run a tile share: collecting the numbers of a run, and saying how it ended.
#pragma once
#include <iostream>
#include <string>

#include "app/cli/output_files.h"
#include "app/options/options.h"
#include "testbench/run/bounds.h"
#include "testbench/run/run_report.h"
#include "testbench/run/simulation.h"

namespace tensix {

// Also says what became of units.NAME=shadow, on standard error.
int exit_code_of(const simulation& sim, run_outcome how);
// With what every command decides; a command adds its own to `settings`.
run_report report_of(const command_line& options, const output_files& files, simulation& sim, const run_result& r);
// When all is known of a run: the bounds of one that came to its end. `fed`: of a kernel.
void complete_report(run_report& report, simulation& sim, const run_result& r, const std::vector<fed_tiles>& fed = {});
// A report nobody can read is not one. Returns `code`.
int finish_output(int code);
void print_warnings(const simulation& sim);
// What standard output gets, unless it is to be quiet; and what --metrics asks for.
void print_numbers(const command_line& options, const run_report& report);
void write_numbers(const command_line& options, const run_report& report);
// What ended a run early, last on standard error.
void print_end(const run_result& r);

// --hazards=warn: the first hundred in full, the rest counted.
class hazard_log {
 public:
  void attach(tensix_tile& tile) {
    tile.watch_hazards([this](const std::string& text) {
      if (++count_ <= 100) std::cerr << "hazard: " << text << "\n";
    });
  }
  ~hazard_log() {
    if (count_ > 100) std::cerr << "hazard: " << count_ - 100 << " more\n";
  }

 private:
  uint64_t count_ = 0;
};

}  // namespace tensix
