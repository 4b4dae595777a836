// What the command line asks to hear of a run, beside the report: --timeline, --trace, --vcd. One place for all commands.
#pragma once
#include <optional>

#include "platform/tile.h"
#include "testbench/cli/options.h"
#include "testbench/cli/timeline.h"
#include "testbench/trace/perfetto_trace.h"
#include "testbench/trace/vcd_trace.h"

namespace tensix {

class observers {
 public:
  // Before the run. Attaches nothing if nothing is asked for.
  observers(const command_line& options, tensix_tile& tile);
  observers(const observers&) = delete;
  observers& operator=(const observers&) = delete;
  // After it: prints and writes what was asked for.
  void finish(uint64_t cycles);

 private:
  tensix_tile& tile_;
  const uint64_t from_;  // first cycle of trace and vcd
  std::optional<timeline> timeline_;
  std::optional<perfetto_trace> trace_;
  std::optional<vcd_trace> vcd_;
  trace_fan fan_;
};

}  // namespace tensix
