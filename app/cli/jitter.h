// SPDX-License-Identifier: Apache-2.0
// --jitter: the same run from several starts, each in a process of its own, and the band of its cycles (docs/jitter.md).
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "platform/parameters.h"
#include "testbench/run/run_report.h"
#include "testbench/run/run_result.h"

namespace tensix {

class jitter {
 public:
  // Runs starts 1 to `starts` - 1; before any simulation in this process. `run` builds and runs the tile. One that does not come to
  // its end is a warning, and does not count.
  jitter(const parameters& p, uint32_t starts, const std::function<run_result(const parameters&)>& run);
  // With start 0; nothing: it is the only one.
  std::optional<jitter_report> report(uint64_t cycles) const;

 private:
  std::vector<uint64_t> cycles_;
};

}  // namespace tensix
