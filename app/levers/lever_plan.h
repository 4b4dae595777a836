// SPDX-License-Identifier: Apache-2.0
// Which runs show what each parameter does to a run: the run as it is, every parameter one step down and up, and every assumption at
// both ends of the range in which the hardware's value may lie. docs/levers.md.
#pragma once
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/sweep/study_check.h"
#include "platform/assumptions.h"
#include "platform/parameter_limits.h"
#include "platform/parameter_steps.h"
#include "platform/parameters.h"

namespace tensix {

struct lever_wish {
  std::vector<std::string> command;     // "run", "matmul", "--shape=..."
  std::vector<std::string> beginnings;  // of the parameters' names; empty: all
  bool assumptions_only = false;        // no steps, only the ends of the assumptions
  uint32_t starts = 1;                  // of the run as it is (--jitter)
};

struct lever_plan {
  // A value that is tried. `point`: the number of its run, from 1 on; 0: refused.
  struct trial {
    std::string value, refused;
    uint64_t point = 0;
  };
  struct lever {
    const parameter_info* parameter;
    std::vector<trial> steps;
  };
  struct assumption {
    const plausible_range* range;
    trial least, most;
  };
  static constexpr uint64_t base_point = 1;

  std::vector<std::string> command;
  parameters base;
  run_parts parts;
  std::vector<lever> levers;
  std::vector<std::pair<std::string, std::string>> left_out;  // parameter, why
  std::vector<assumption> assumptions;
  trial all_least, all_most;     // all assumptions at once
  nlohmann::ordered_json study;  // the points, as a study of `tensix-tlm sweep`
};

// Throws if the command cannot be run.
lever_plan plan_levers(const lever_wish& wish, point_checker& checker);
// The values of one parameter that stand for an assumption in this configuration: not those measured on Blackhole, nor what the
// command sets itself.
bool rests_on_assumption(const plausible_range& r, const parameters& p, const std::vector<std::string>& command);

}  // namespace tensix
