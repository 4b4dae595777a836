// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run_zones.h"

#include <filesystem>
#include <iostream>

#include "observe/zones/zone_text.h"

namespace tensix {

run_zones::run_zones(simulation& sim, const watched_cores::find_image& image, const observer_options& options,
                     const by_core<own_file>* own)
    : simulation_(sim), log_(options.zones_csv) {
  std::error_code error;  // without such a folder it is the present one
  const std::string beside = log_.empty() ? (std::filesystem::temp_directory_path(error) / "zones").string() : log_;
  for (const simulation::whole_tile& t : sim.whole_tiles()) {
    core_programs programs{};
    bool marks = false;
    for (unsigned core = 0; core < core_count; ++core) {
      programs[core] = image(t.tile, core);
      marks |= programs[core] && programs[core]->has_zones();
    }
    if (!marks) continue;
    const bool looked_at = &t.tile == &sim.tile();
    one_tile& one = tiles_.emplace_back(t.tile, programs, beside, looked_at ? own : nullptr);
    if (looked_at) {
      own_ = &one.recorder;
    } else {
      t.tile.attach(one.recorder);
      t.cores.report_to(one.recorder);
    }
  }
  if (options.zones && tiles_.empty())
    std::cerr << "warning: no program has a zone; DeviceZoneScopedN(\"name\") of \"tools/profiler/kernel_profiler.hpp\" "
                 "makes one (docs/zones.md)\n";
}

void run_zones::finish(run_report& report, const by_core<std::string>& own_sources) {
  std::vector<zone_log_tile> all;
  for (one_tile& t : tiles_) {
    by_core<std::vector<buffered_mark>> buffered;
    const l1_storage& l1 = t.tile.state().l1;
    for (unsigned core = 0; core < core_count; ++core)
      if (t.programs[core]) buffered[core] = profiler_marks(*t.programs[core], core, l1.data(), l1.size());
    t.zones = t.recorder.finish(report.cycles, &t.recorder == own_ ? simulation_.path() : nullptr, own_sources, buffered);
    const tile_place_parameters& at = t.tile.configuration().tile_place;
    const noc_coordinate place = t.tile.grid().tensix(at.x, at.y);
    all.push_back({place.x, place.y, &t.zones});
  }
  const unsigned compute_cores = simulation_.tile().grid().tensix_columns() * noc_grid::tensix_rows;
  if (!log_.empty() && report.end != name(run_outcome::interrupted)) write_zone_log(log_, report.clock_mhz, compute_cores, all);
  for (one_tile& t : tiles_)
    if (&t.recorder == own_) report.zones = std::move(t.zones);
}

}  // namespace tensix
