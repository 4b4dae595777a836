// SPDX-License-Identifier: Apache-2.0
// Zones of a run: recorded on all tiles whose programs have marks. Those of the tile that is looked at are reported, the log has
// all.
#pragma once
#include <deque>
#include <string>
#include <vector>

#include "app/cli/watched_cores.h"
#include "app/options/options.h"
#include "observe/zones/zone_recorder.h"
#include "testbench/run/run_report.h"

namespace tensix {

class run_zones {
 public:
  // Before the run. `own`: as zone_recorder wants it.
  run_zones(simulation& sim, const watched_cores::find_image& image, const observer_options& options,
            const by_core<own_file>* own);
  // Of the tile that is looked at, to be attached with others; null: its programs have no marks.
  observer* of_tile() { return own_; }
  void finish(run_report& report, const by_core<std::string>& own_sources);

 private:
  struct one_tile {
    one_tile(tensix_tile& of, const core_programs& all, const std::string& log, const by_core<own_file>* own)
        : tile(of), programs(all), recorder(all, log, own) {}
    tensix_tile& tile;
    const core_programs programs;
    zone_recorder recorder;
    zones_report zones;
  };
  simulation& simulation_;
  const std::string log_;
  std::deque<one_tile> tiles_;  // observers do not move
  zone_recorder* own_ = nullptr;
};

}  // namespace tensix
