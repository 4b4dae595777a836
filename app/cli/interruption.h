// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and SIGTERM while a tile is simulated: the simulation stops between two slices of simulated time, says how far it came and
// writes the metrics asked for. A second signal ends the process at once, as any signal does before and after the simulation.
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "testbench/run/simulation.h"

namespace tensix {

run_result run_interruptibly(simulation& sim, std::optional<uint64_t> max_cycles);
// What `work` returns in a process of its own, which ends with this one. Nothing: it has failed, or a signal has come, by which a run
// behind it ends at once. Before any simulation. Throws host_error.
std::optional<std::string> apart_interruptibly(const std::function<std::string()>& work);
// The signal that has come; 0: none.
int interrupted();
[[noreturn]] void end_by(int signal);

// As long as it lives, signals are noted. What is ignored stays ignored (nohup, background jobs).
class noted_signals {
 public:
  noted_signals();
  ~noted_signals();
  noted_signals(const noted_signals&) = delete;
  noted_signals& operator=(const noted_signals&) = delete;
};
// Of a run that was interrupted, when all is written: says so, and ends the process by the signal.
[[noreturn]] void end_interrupted(const run_result& r, const std::string& how_far);

}  // namespace tensix
