// `tensix-tlm sweep`: runs the points of a study as child processes and writes one file of results. No simulation in this process.
#pragma once
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "testbench/sweep/study.h"
#include "testbench/sweep/study_check.h"
#include "testbench/sweep/sweep_options.h"

namespace tensix {

enum sweep_exit_code : int { sweep_done = 0, sweep_some_failed = 1, sweep_refused = 2, sweep_unfinished = 3 };

// `arguments` behind the word sweep. Throws for what is refused before anything runs.
int sweep_command(const std::vector<std::string>& arguments);

// Something went wrong after points have been run; what is done is kept.
struct sweep_interrupted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Used by sweep_command. The working directory is the study's; paths in `o` are absolute.
int run_on_slurm(const sweep_options& o, const study& s, point_checker& checker, const std::string& fingerprint);
// Writes the result from complete rows, tells what came out, and says whether points failed.
int finish_sweep(const sweep_options& o, const std::vector<uint64_t>& numbers,
                 const std::function<std::string(uint64_t number)>& row);
std::string shell_word(const std::string& text);  // as a POSIX shell takes it

}  // namespace tensix
