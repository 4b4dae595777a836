// SPDX-License-Identifier: Apache-2.0
// Ranks by MPI: this program started by mpirun or srun (docs/ranks.md). Everything of MPI is behind this file.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "testbench/run/ranks.h"

namespace tensix {

// Whether it was: MPI itself is not asked, so that it costs nothing elsewhere.
bool under_mpirun();

// The ranks, once in a process; null: it was not. A rank that does not report is silent from now on. Throws usage_error if this program
// was built without MPI. If an exception ends it, the process ends without a word to MPI, by which mpirun knows to end the others.
std::unique_ptr<ranks_if> ranks_of_mpirun();

// All ranks have come as far as this, or none goes on. `failed`: why this one does not; empty: it does. Throws host_error if another one
// does not, with its reason.
void agree(ranks_if& ranks, const std::string& failed = {});
// `work` as one of the ranks (null: alone): the exit code. What fails before the run fails in all of them.
int as_rank(ranks_if* ranks, const std::function<int()>& work);

}  // namespace tensix
