// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/sweep_options.h"

#include <filesystem>
#include <limits>

#include "app/options/command_table.h"
#include "app/options/option_groups.h"
#include "app/sweep/rows.h"

namespace tensix {
namespace {

namespace po = boost::program_options;
using names = std::vector<std::string>;

constexpr uint64_t most_jobs = 4096, most_slurm_tasks = 100000;

}  // namespace

uint64_t count_option(const po::variables_map& v, const char* option, uint64_t most) {
  const std::string shown = std::string("--") + option;
  const uint64_t value = parse_count(text_of(v, option), shown);
  if (value == 0 || value > most) throw usage_error(shown + "=" + text_of(v, option) + ": expected 1.." + std::to_string(most));
  return value;
}

void read_point_options(const po::variables_map& v, sweep_options& o) {
  if (v.count("jobs")) o.jobs = static_cast<unsigned>(count_option(v, "jobs", most_jobs));
  if (v.count("timeout")) o.timeout = std::chrono::milliseconds(1000 * count_option(v, "timeout", 10000000));
  o.restart = v.count("restart") != 0;
}

void read_slurm_options(const po::variables_map& v, sweep_options& o) {
  o.slurm = v.count("launcher") && choice_index(v, "launcher") == 1;
  for (const char* option : {"slurm-tasks", "slurm-partition", "slurm-option"})
    if (v.count(option) && !o.slurm)
      throw usage_error(std::string("--") + option + " has a meaning only with --launcher=slurm");
  if (v.count("slurm-tasks")) o.slurm_tasks = count_option(v, "slurm-tasks", most_slurm_tasks);
  o.slurm_partition = text_of(v, "slurm-partition");
  if (v.count("slurm-option")) o.slurm_options = v["slurm-option"].as<names>();
}

std::string page_option(const po::variables_map& v) {
  const std::string page = text_of(v, "page");
  if (!page.empty() && std::filesystem::path(page).extension() != ".html")
    throw usage_error("--page='" + page + "': the name ends in .html");
  return page;
}

std::string report_of_point(const std::string& folder, uint64_t number) {
  return folder + "/" + std::to_string(number) + ".html";
}

sweep_options parse_sweep_options(const std::vector<std::string>& arguments) {
  const po::variables_map v =
      parse_options(arguments, row_of("sweep").groups(), po::positional_options_description().add("operand", 1));
  sweep_options o;
  o.study = v["operand"].as<names>()[0];
  o.out = text_of(v, "out");
  const std::string ending = std::filesystem::path(o.out).extension().string();
  if (!o.out.empty() && ending != ".jsonl" && ending != ".csv")
    throw usage_error("--out='" + o.out + "': the name ends in .jsonl (JSON lines) or .csv, which says what is written");
  o.page = page_option(v);
  o.reports = text_of(v, "reports");
  read_point_options(v, o);
  if (v.count("max-points")) o.most_points = count_option(v, "max-points", std::numeric_limits<uint32_t>::max());
  o.dry_run = v.count("dry-run") != 0;
  o.host_seconds = v.count("host-seconds") != 0;
  if (v.count("shard")) {
    const std::string text = text_of(v, "shard");
    const size_t slash = text.find('/');
    if (slash == std::string::npos) throw usage_error("--shard=" + text + ": expected I/N, as in 1/4");
    o.shard = parse_count(text.substr(0, slash), "--shard");
    o.shards = parse_count(text.substr(slash + 1), "--shard");
    if (o.shard == 0 || o.shard > o.shards) throw usage_error("--shard=" + text + ": of N parts, I is one from 1 to N");
    if (!o.out.empty() && is_csv(o.out))
      throw usage_error("--shard: a part is written as JSON lines (.jsonl); --merge makes a .csv of them");
  }
  if (v.count("merge")) {
    o.merge = v["merge"].as<names>();
    if (v.count("shard")) throw usage_error("--merge joins all parts: --shard has no meaning with it");
  }
  read_slurm_options(v, o);
  if (o.slurm && (v.count("shard") || v.count("merge")))
    throw usage_error("--launcher=slurm makes and joins the parts itself: --shard and --merge have no meaning with it");
  return o;
}

}  // namespace tensix
