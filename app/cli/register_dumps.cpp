// SPDX-License-Identifier: Apache-2.0
#include "app/cli/register_dumps.h"

#include "workload/tensors/npy.h"

namespace tensix {

void register_dumps::open(output_files& files) const {
  files.open(options_.dst.file, "--dump-dst");
  files.open(options_.src.file, "--dump-src");
  files.open(options_.lregs.file, "--dump-lregs");
}

void register_dumps::attach(simulation& sim) {
  if (!options_.dumps()) return;
  if (options_.at == state_options::when::cycle) {
    sim.sample_at = options_.cycle;
    sim.sample = [this, &sim](cycle_t) {
      copy(sim);
      return never;
    };
  }
  if (options_.at != state_options::when::mark) return;
  for (const auto& player : sim.players())
    player->at_mark = {options_.mark, [this, &sim] {
                         if (!contents_) copy(sim);
                       }};
}

std::string register_dumps::finish(simulation& sim, const run_result& r, output_files& files) {
  if (!options_.dumps()) return {};
  using when = state_options::when;
  if ((options_.at == when::end && !contents_) || (options_.at == when::hang && r.how != run_outcome::done)) copy(sim);
  if (!contents_) {
    const std::string moment = options_.at == when::hang    ? "the run has not hung"
                               : options_.at == when::cycle ? "the run ended before cycle " + std::to_string(options_.cycle)
                                                            : "no core has got to the mark '" + options_.mark + "'";
    std::string names;
    for (const auto* d : {&options_.dst, &options_.src, &options_.lregs}) {
      if (d->file.empty()) continue;
      names += (names.empty() ? "" : ", ") + d->file;
      files.close(d->file);
    }
    return "--dump-at: " + moment + ", not written: " + names;
  }
  if (!options_.dst.file.empty()) write_npy(options_.dst.file, contents_->dst(options_.dst.format));
  if (!options_.src.file.empty()) write_npy(options_.src.file, contents_->src());
  if (!options_.lregs.file.empty())
    write_npy(options_.lregs.file, contents_->lregs(options_.lregs.format == tile_format::int32));
  return {};
}

}  // namespace tensix
