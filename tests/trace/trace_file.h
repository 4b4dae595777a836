// SPDX-License-Identifier: Apache-2.0
// A strict reader of the files of --trace: what is not as docs/timelines.md says fails the test.
#pragma once
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/tlm_process.h"

namespace tensix_cli {

struct trace_slice {
  uint64_t from, to;
  std::string category, name, instruction, thread, polls;
  bool operator==(const trace_slice& o) const {
    return from == o.from && to == o.to && category == o.category && name == o.name && instruction == o.instruction;
  }
};
struct trace_arrow {
  std::string name, from_track, to_track;
  uint64_t from, to;
};
struct trace_file {
  nlohmann::json about = nlohmann::json::object();                                   // otherData
  std::vector<std::string> track_names;                                              // in the order of tids
  std::map<std::string, std::vector<trace_slice>> tracks;                            // by the track's name
  std::vector<trace_arrow> arrows;                                                   // in the order of their ids
  std::map<std::string, std::vector<std::pair<uint64_t, nlohmann::json>>> counters;  // args, by the counter's name
  size_t events = 0;
  // The one argument of a counter in a cycle.
  uint64_t counter(const std::string& name, uint64_t cycle) const;
};

// Reads and checks: members of each phase, order of time, nesting, arrows that begin and end once, inside slices.
trace_file read_trace(const std::string& text);
// The slices of accounts add up to the metrics.
void check_sums(const trace_file& trace, const nlohmann::json& metrics);

}  // namespace tensix_cli
