// SPDX-License-Identifier: Apache-2.0
// `run --sample` (docs/sampling.md): watches the blocks of a kernel, ends the run early once they repeat, and adds what the blocks
// left out would have counted.
//
// The run is cut to a kernel of fewer blocks while it is going on: from then on it is that kernel's run, last blocks and drain
// included.
#pragma once
#include <map>
#include <systemc>

#include "models/time/strand.h"
#include "testbench/run/run_report.h"
#include "testbench/run/run_result.h"
#include "testbench/run/simulation.h"
#include "testbench/run/steady_state.h"
#include "workload/kernels/kernel_function.h"

namespace tensix {

// Without a period blocks are left out as soon as the bound of the error is at most a part of so many of all cycles.
constexpr uint64_t error_part = 200;

class sampler : public sc_core::sc_module {
 public:
  // All must outlive it; before the run.
  sampler(sc_core::sc_module_name name, simulation& sim, kernel& k, circular_buffer_feed& feed);

  // After a run that is done: the whole kernel's numbers in the place of those of the blocks that were simulated.
  void complete(run_report& report) const;

 private:
  // What was counted up to the end of a block.
  struct snapshot {
    uint64_t cycle = 0;
    run_report counted;
  };
  // A circular buffer: tiles that its peer has moved, and when it last did.
  struct moved {
    uint64_t tiles = 0;
    cycle_t last = 0;
  };

  simulation& sim_;
  kernel& kernel_;
  circular_buffer_feed& feed_;
  const uint64_t plan_blocks_, together_;  // ... blocks end at once, and count as one below
  std::vector<uint64_t> block_tiles_;      // of each input, then of the output
  std::vector<uint64_t> all_tiles_;        // the same
  uint32_t counters_from_ = ~0u, counters_to_ = 0;
  std::vector<moved> moved_;  // of each input, then of the output
  steady_state blocks_;
  std::map<uint64_t, snapshot> kept_;  // by block
  tile_event block_ended_{"block_ended"};
  bool watching_ = true;
  sampling_report sampling_;
  snapshot earlier_, later_;

  void counters_written();
  void look();
  std::vector<uint64_t> totals(const run_report& counted) const;
  bool cut(const repetition& r);
  void forget();
  static void repeat_path(critical_path& path, uint64_t from, uint64_t to, uint64_t times);
};

}  // namespace tensix
