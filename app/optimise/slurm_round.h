// SPDX-License-Identifier: Apache-2.0
// Points of a search as an array job of Slurm.
#pragma once
#include <cstdint>
#include <vector>

#include "app/sweep/sweep.h"

namespace tensix {

// Points `numbers` (from 1 on), unless `runs` has them all, as a study of their own, which stands in the working directory
// meanwhile; `runs` has them afterwards. Throws sweep_interrupted: the same call goes on with the same job.
void run_round_on_slurm(const sweep_options& o, const study& s, point_checker& checker, const std::vector<uint64_t>& numbers,
                        point_runs& runs);
// What an interrupted round has left, if the search went on without Slurm.
void remove_rounds_on_slurm(const sweep_options& o);

}  // namespace tensix
