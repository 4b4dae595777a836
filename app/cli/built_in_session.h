// SPDX-License-Identifier: Apache-2.0
// A built-in kernel in a session, whichever command runs it: with all its data (run), or with blocks left out (run --sample).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/cli/run_progress.h"
#include "app/cli/session.h"
#include "workload/kernels/kernel_function.h"

namespace tensix {

class built_in_session : public session {
 public:
  // All must outlive it.
  built_in_session(const run_options& options, const parameters& p, const kernel_options& k);

 protected:
  void load(simulation& sim) override;
  std::string result_of(simulation&) override;
  bool feeds() const override { return true; }
  void ended(simulation& sim, run_result& r) override;
  std::vector<fed_tiles> describe(simulation& sim, const run_result& r, run_report& report) override;

  const run_options& options_;
  kernel kernel_;
  std::optional<circular_buffer_feed> feed_;

  bool computes() const { return kernel_.options().isolate == isolated_stage::none; }
  // Its data, in and out of the buffers in `l1`.
  virtual circular_buffer_feed feed_of(uint8_t* l1) = 0;

 private:
  run_progress progress_;
};

}  // namespace tensix
