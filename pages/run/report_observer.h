// SPDX-License-Identifier: Apache-2.0
// Watches one run for the page of --report, and writes it.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "pages/run/density_recorder.h"
#include "pages/run/l1_recorder.h"
#include "pages/run/link_recorder.h"
#include "pages/run/window_recorder.h"
#include "platform/tile.h"
#include "testbench/run/bounds.h"
#include "testbench/run/run_report.h"
#include "testbench/run/run_result.h"

namespace tensix {

class report_observer {
 public:
  // `from`, `cycles`: the page's timeline (window_recorder). Whoever makes it lets it listen, and sees to it that l1() is
  // sampled. `network`: around the tile; null: there is none.
  report_observer(tensix_tile& tile, noc_network* network, std::optional<uint64_t> from, std::optional<uint64_t> cycles,
                  const core_programs& programs);
  void add_to(observer_list& all);
  l1_recorder& l1() { return l1_; }
  // After the run. `subject`: what was run, for the heading; `work`: what the matrix unit had to do.
  void write(const std::string& file, const run_report& report, const run_result& r, const std::string& subject,
             const matrix_work& work);

 private:
  tensix_tile& tile_;
  const uint64_t window_cycles_;
  window_recorder window_;
  density_recorder density_;
  l1_recorder l1_;
  link_recorder links_;
};

}  // namespace tensix
