// SPDX-License-Identifier: Apache-2.0
// What a value of a parameter cannot change, whatever the program does, because another parameter or the way of running sets the
// limit. One table for the notes of `run --set` and for `levers`.
#pragma once
#include <string>
#include <vector>

#include "platform/parameters.h"

namespace tensix {

// Of a run, as far as parameters have nothing to say without it.
struct run_parts {
  bool simulated_cores = false;  // compiled programs on the RISC-V cores; otherwise the cores are played
  bool feed = true;              // peers fill and empty circular buffers
  bool nc = false;               // one of the programs is NC's
};

struct parameter_limit {
  std::string beginning;  // of the names that it is for
  // What counts of the value: two values of which this is the same give the same cycles, or the same rates (`exact`).
  std::string (*counts)(const parameter_info& i, const parameters& p, const run_parts& r);
  // What sets the limit.
  std::string (*why)(const parameters& p);
  // false: it limits a rate, and what is beyond shows a little all the same: `lanes` is also the window within which beats of a
  // transfer overtake one another (docs/l1-protocol.md).
  bool exact = true;
};
const std::vector<parameter_limit>& parameter_limits();

// What a reader of the results should know of a configuration that is legal, but hardly meant: a sentence each, with what to do.
std::vector<std::string> doubts(const parameters& p);

// Why the value of `name` in `with` comes to the same as that in `before`, which are equal otherwise; no limit is known: empty.
struct limit_met {
  std::string why;
  bool exact = true;  // the cycles are the same; otherwise only the rate is
};
limit_met without_effect(const std::string& name, const parameters& before, const parameters& with, const run_parts& r);

}  // namespace tensix
