// SPDX-License-Identifier: Apache-2.0
// Other programs, run to their ends: a compiler, a batch system.
#pragma once
#include <string>
#include <vector>

namespace tensix {

struct captured {
  int status = 0;
  std::string out;
};
// Runs another program to its end; throws std::runtime_error if it cannot be started. Standard error goes to ours.
captured run_program(const std::string& program, const std::vector<std::string>& arguments);
// Another program once for each list of arguments, all at once; what each says on standard output and standard error. If the caller
// holds signals (held_signals.h) and one of them arrives, all are ended, with what they have started, and it throws.
std::vector<captured> run_programs(const std::string& program, const std::vector<std::vector<std::string>>& arguments);
// Its path; empty if there is none.
std::string find_program(const std::string& name);
// Before Boost.Process is used: a locale that is not installed counts as C, as it does for other programs. Boost would throw.
void settle_locale();

}  // namespace tensix
