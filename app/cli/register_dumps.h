// SPDX-License-Identifier: Apache-2.0
// --dump-dst, --dump-src, --dump-lregs: the registers are copied at the moment asked for, and written when the run is over.
#pragma once
#include <optional>

#include "app/cli/output_files.h"
#include "testbench/run/register_contents.h"
#include "testbench/run/simulation.h"

namespace tensix {

class register_dumps {
 public:
  // Must outlive it.
  explicit register_dumps(const state_options& options) : options_(options) {}
  void open(output_files& files) const;
  // Before the run, when players are there.
  void attach(simulation& sim);
  // It stops here: that is its end.
  void take(simulation& sim) {
    if (options_.dumps() && options_.at == state_options::when::end) copy(sim);
  }
  // The run is over. Returns a line for people if the moment did not come: then nothing is written.
  std::string finish(simulation& sim, const run_result& r, output_files& files);

 private:
  const state_options& options_;
  std::optional<register_contents> contents_;
  void copy(simulation& sim) { contents_.emplace(sim.tile().state(), sim.tile().functions().vector_unit); }
};

}  // namespace tensix
