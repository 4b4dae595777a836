// The command line of `tensix-tlm sweep`.
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tensix {

struct sweep_options {
  std::string study, out;
  unsigned jobs = 0;  // 0: all processors
  std::optional<std::chrono::milliseconds> timeout;
  uint64_t most_points = 100000;
  bool restart = false, dry_run = false, host_seconds = false;
  uint64_t shard = 1, shards = 1;
  std::vector<std::string> merge;  // results of shards; empty: run
  bool slurm = false;
  uint64_t slurm_tasks = 0;  // 0: not given
  std::string slurm_partition;
  std::vector<std::string> slurm_options;
};

// `arguments` behind the word sweep. Throws usage_error.
sweep_options parse_sweep_options(const std::vector<std::string>& arguments);

}  // namespace tensix
