// SPDX-License-Identifier: Apache-2.0
// `tensix-tlm sweep`: runs the points of a study as child processes and writes one file of results. No simulation in this process.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "app/sweep/baseline.h"
#include "app/sweep/point_runs.h"
#include "app/sweep/study.h"
#include "app/sweep/study_check.h"
#include "app/sweep/sweep_options.h"

namespace tensix {

enum sweep_exit_code : int { sweep_done = 0, sweep_some_failed = 1, sweep_refused = 2, sweep_unfinished = 3 };

// `arguments` behind the word sweep. Throws for what is refused before anything runs.
int sweep_command(const std::vector<std::string>& arguments);

// The row of a point, by its number.
using row_source = std::function<std::string(uint64_t number)>;

// Used by sweep_command and by commands like it. The working directory is the study's; paths in `o` are absolute.
// Neither what the points read nor a folder may be replaced by the result: throws.
void check_output(const sweep_options& o, const point_checker& checker);
// `finish` gets the rows when all are there; its result is this one's.
int run_on_slurm(const sweep_options& o, const study& s, point_checker& checker, const std::string& fingerprint,
                 const std::function<int(const row_source&)>& finish);
// Writes the result and the page from complete rows, prints what came out, and says whether points failed.
// A part of a study is not compared with the baseline: another part may have it.
int finish_sweep(const sweep_options& o, const study& s, const study_baseline& b, const std::vector<uint64_t>& numbers,
                 const row_source& row);
study_baseline baseline_of(const study& s, const std::string& origin, point_checker& checker);  // errors with the study's name
void print_commands(const study& s, const std::vector<uint64_t>& numbers);                      // of --dry-run
std::string shell_word(const std::string& text);                                                // as a POSIX shell takes it

}  // namespace tensix
