// SPDX-License-Identifier: Apache-2.0
// tensix-tlm as child processes of itself, several at a time.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tensix {

struct child_outcome {
  int exit_status = 0;  // if no signal ended it
  int signal = 0;
  bool timed_out = false;
  std::string metrics, errors;  // its file of --metrics, empty if none; what it said on standard error
};

struct child_pool {
  unsigned jobs = 1;
  std::optional<std::chrono::milliseconds> timeout;  // of each child
  // The next child: a number of the caller's and the arguments (without --metrics); nothing: there is no more.
  std::function<std::optional<std::pair<uint64_t, std::vector<std::string>>>()> next;
  std::function<void(uint64_t number, const child_outcome& o)> ended;
  std::function<void()> tick;  // a few times a second

  // Runs all; the result is 0, or the signal (SIGINT, SIGTERM, SIGHUP) that ended it early: then no child is left, and those
  // that had not ended by themselves are not reported.
  int run();
};

// From now on SIGINT, SIGTERM and SIGHUP end the process with this status, but while a pool runs, which handles them. "ended by
// ...", and the advice (one that fits a line), stand on standard error then.
void end_on_signals(int status, const std::string& advice);

}  // namespace tensix
