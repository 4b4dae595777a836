// SPDX-License-Identifier: Apache-2.0
// tensix-tlm races: the same run with cores and arbiters delayed, one place after the other and several at random; what differs
// depends on time (docs/races.md).
#pragma once
#include <functional>
#include <string>

#include "app/cli/race_trial.h"
#include "app/options/race_options.h"
#include "platform/parameters.h"

namespace tensix {

struct raced_run {
  std::vector<std::string> command;  // for the journal
  // A run, in a process of its own, of at most so many cycles (nothing: as the command says).
  std::function<race_outcome(const race_trial& trial, std::optional<uint64_t> most)> run;
  std::function<std::string(const race_site& site)> place;  // in words
  bool fed = false;                                         // peers fill and empty its buffers
  bool noc = false;                                         // it has NoCs around it
};

// Prints what was found; the exit code. Throws std::runtime_error: the journal is of another run.
int find_races(const race_options& options, const parameters& p, const raced_run& raced);

}  // namespace tensix
