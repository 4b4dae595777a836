// SPDX-License-Identifier: Apache-2.0
// The command line of `tensix-tlm sweep`.
#pragma once
#include <boost/program_options.hpp>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tensix {

struct sweep_options {
  std::string command = "sweep";  // that prints the messages
  std::string study, out;
  std::string page, reports;  // a page of the result; a folder for the report of each point
  unsigned jobs = 0;          // 0: all processors
  std::optional<std::chrono::milliseconds> timeout;
  uint64_t most_points = 100000;
  bool restart = false, dry_run = false, host_seconds = false;
  bool restart_others = false;  // if what is kept belongs to something else
  uint64_t shard = 1, shards = 1;
  std::vector<std::string> merge;  // results of shards; empty: run
  bool slurm = false;
  uint64_t slurm_tasks = 0;  // 0: not given
  std::string slurm_partition;
  std::vector<std::string> slurm_options;
};

// What sweep and the commands like it share: how points are run, and where.
void read_point_options(const boost::program_options::variables_map& v, sweep_options& o);
void read_slurm_options(const boost::program_options::variables_map& v, sweep_options& o);
uint64_t count_option(const boost::program_options::variables_map& v, const char* option, uint64_t most);  // 1..most
// --page: the name ends in .html.
std::string page_option(const boost::program_options::variables_map& v);
std::string report_of_point(const std::string& folder, uint64_t number);  // "FOLDER/17.html"

// `arguments` behind the word sweep. Throws usage_error.
sweep_options parse_sweep_options(const std::vector<std::string>& arguments);

}  // namespace tensix
