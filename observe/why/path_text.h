// SPDX-License-Identifier: Apache-2.0
// A critical path in words and as JSON. No SystemC.
#pragma once
#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "observe/why/critical_path.h"

namespace tensix {

// What holds the run, in one line: "t0's loop (66 % of the critical path: l1 load 2,528 cycles, push 821); then unpacker1 14 %".
std::string holds_the_run(const critical_path& path);
// What the "?" behind a prediction means, if one of a resource with that share of the run or more has it; and what must become
// faster together. Empty: there is no such thing.
std::string unsure_note(const critical_path& path, double least);
std::string together_note(const critical_path& path);
// The resources on it as a table for people, those of a percent and more; what is beside it and comes nearest.
void print_path(std::ostream& out, const critical_path& path);
// Without stretches: docs/metrics.md, "path".
nlohmann::ordered_json path_json(const critical_path& path);

}  // namespace tensix
