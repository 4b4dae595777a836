// SPDX-License-Identifier: Apache-2.0
// The run of a rank beside the others: windows of so many cycles that nothing which an interface sends in one of them is at a router
// within it. Between two windows all ranks tell all what was sent, and when something is next due with them.
#pragma once
#include <functional>

#include "models/noc/noc_network.h"
#include "testbench/run/ranks.h"

namespace tensix {

class windows {
 public:
  // `cycles`: noc_interface.to_router_cycles. `run_here` runs what is due here before the beginning of a cycle.
  windows(ranks_if& ranks, noc_network& network, cycle_t cycles, std::function<void(cycle_t until)> run_here)
      : ranks_(ranks), network_(network), cycles_(cycles), run_here_(std::move(run_here)) {}

  // From `next`, the first cycle in which anything is due in any rank, to the beginning of `until`; or to the end of the window in which
  // `stopped` is true in any rank: then false.
  bool run_to(cycle_t next, cycle_t until, const std::function<bool()>& stopped);

 private:
  ranks_if& ranks_;
  noc_network& network_;
  const cycle_t cycles_;
  const std::function<void(cycle_t)> run_here_;
};

// The instant at which something is due next in this process; never: nothing is.
uint64_t due_ticks();

}  // namespace tensix
