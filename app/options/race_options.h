// SPDX-License-Identifier: Apache-2.0
// What `races` takes beside the run whose cores are delayed.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "workload/streams/program.h"

namespace tensix {

struct race_options {
  unsigned jobs = 1;                               // runs at a time
  uint64_t budget = 1000;                          // runs at most, beside the first
  uint64_t seconds = 0;                            // no run is begun behind these; 0: no limit
  std::vector<uint32_t> delays = {20, 300, 5000};  // cycles
  uint64_t seed = 1;
  uint64_t combinations = 32;
  uint64_t times = 20;            // a run is a hang behind so many times the cycles of the first, and its delays
  std::vector<l1_range> ignored;  // bytes of L1 that are not compared
  std::string journal;            // file; empty: none
  bool restart = false, json = false;
};

}  // namespace tensix
