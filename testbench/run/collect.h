// SPDX-License-Identifier: Apache-2.0
// From the accounts and counters of a tile to the numbers of a run.
#pragma once
#include "platform/riscv_cores.h"
#include "platform/tile.h"
#include "testbench/run/run_report.h"
#include "testbench/run/run_result.h"
#include "testbench/run/simulation.h"

namespace tensix {

// After the run: the accounts of tile and cores are closed (close_accounts). `cores`: if the tile has any.
run_report collect(tensix_tile& tile, const run_result& r, riscv_cores* cores = nullptr);
// What stands around the tile, as it is in cycle `at`: cores that are played, and the feeds.
void collect_surroundings(const simulation& sim, uint64_t at, run_report& report);
// Only what units, threads and L1 have counted so far.
void collect_counters(tensix_tile& tile, run_report& report);
// Of one of several tiles, after the run.
tile_report collect_tile(tensix_tile& tile, riscv_cores& cores);
// Throws std::runtime_error if that fails.
void write_metrics(const std::string& file, const run_report& report);

}  // namespace tensix
