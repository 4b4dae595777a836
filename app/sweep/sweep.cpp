// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/sweep.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <optional>

#include "app/sweep/merge.h"
#include "app/sweep/processes.h"
#include "app/sweep/rows.h"
#include "app/sweep/sweep_page.h"
#include "support/files/output_file.h"
#include "testbench/run/run_report.h"

namespace tensix {
namespace {

namespace fs = std::filesystem;

std::string absolute(const std::string& path) { return fs::absolute(path).lexically_normal().string(); }

}  // namespace

void check_output(const sweep_options& o, const point_checker& checker) {
  std::error_code error;
  if (fs::exists(o.out, error) && !fs::is_regular_file(o.out, error))
    throw std::runtime_error("--out '" + o.out + "' is not a file");
  const auto out = fs::weakly_canonical(o.out, error);
  std::vector<std::string> inputs(checker.files().begin(), checker.files().end());
  if (!o.study.empty()) inputs.push_back(o.study);
  inputs.insert(inputs.end(), o.merge.begin(), o.merge.end());
  for (const auto& file : inputs)
    if (fs::weakly_canonical(absolute(file), error) == out)
      throw std::runtime_error("--out '" + o.out + "' is a file that the sweep reads: it would be replaced");
  check_writable(o.out, "--out");
  if (!o.page.empty()) check_writable(o.page, "--page");
}

namespace {

std::vector<uint64_t> points_of_shard(const sweep_options& o, uint64_t count) {
  std::vector<uint64_t> numbers;
  for (uint64_t n = o.shard; n <= count; n += o.shards) numbers.push_back(n);
  return numbers;
}

int run_here(const sweep_options& o, const study& s, const study_baseline& b, point_checker& checker,
             const std::string& fingerprint) {
  const std::vector<uint64_t> numbers = points_of_shard(o, s.size());
  nlohmann::ordered_json kept_for = nlohmann::ordered_json::object();
  if (!o.reports.empty()) kept_for["reports"] = o.reports;
  point_runs runs(o, s, checker, fingerprint, kept_for);
  runs.run(numbers);
  return runs.guarded([&] {
    const int code = finish_sweep(o, s, b, numbers, [&](uint64_t n) { return runs.row(n); });
    runs.remove_journal();
    return code;
  });
}

int merge_parts(const sweep_options& o, const study& s, const study_baseline& b, point_checker& checker) {
  const row_files files(s, checker, o.merge);
  files.require_all();
  return finish_sweep(o, s, b, points_of_shard(o, s.size()), [&](uint64_t n) { return files.row(n); });
}

}  // namespace

std::string shell_word(const std::string& text) {
  const auto plain = [](unsigned char c) { return std::isalnum(c) || std::strchr("-_=./,:+%@", c); };
  if (!text.empty() && std::all_of(text.begin(), text.end(), plain)) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

void print_commands(const study& s, const std::vector<uint64_t>& numbers) {
  for (const uint64_t n : numbers) {
    std::cout << "tensix-tlm";
    for (const auto& a : s.point(n - 1).arguments) std::cout << " " << shell_word(a);
    std::cout << "\n";
  }
}

int finish_sweep(const sweep_options& o, const study& s, const study_baseline& b, const std::vector<uint64_t>& numbers,
                 const row_source& own) {
  std::optional<speedups> faster;
  row_source row = own;
  if (o.shards == 1 && b.any()) {
    std::vector<uint64_t> points;
    for (const uint64_t n : numbers) points.push_back(n - 1);
    faster.emplace(s, b, points, [&](uint64_t point) { return own(point + 1); });
    row = [&](uint64_t n) { return faster->decorated(n - 1, own(n)); };
  }
  write_result(o.out, numbers, row);
  if (!o.page.empty()) write_file(o.page, "--page", sweep_page(o, s, faster ? &*faster : nullptr, numbers, row));
  if (faster && (!s.variants.empty() || !s.baseline.empty() || s.baseline_is_base)) std::cout << faster->text();
  uint64_t failed = 0;
  for (const uint64_t n : numbers) failed += !row_is_done(row(n));
  std::cerr << "sweep: " << grouped(numbers.size()) << (numbers.size() == 1 ? " point" : " points");
  if (failed) std::cerr << ", " << grouped(failed) << " failed (see outcome and message)";
  std::cerr << ", in " << o.out << (o.page.empty() ? "" : " and " + o.page) << "\n";
  return failed ? sweep_some_failed : sweep_done;
}

study_baseline baseline_of(const study& s, const std::string& origin, point_checker& checker) {
  try {
    return study_baseline(s, checker);
  } catch (const study_error& e) {
    throw study_error(origin + ", at /baseline: " + e.what());
  }
}

int sweep_command(const std::vector<std::string>& arguments) {
  sweep_options o = parse_sweep_options(arguments);
  end_on_signals(sweep_unfinished, "; what is done is kept, the same command goes on");
  const study s = load_study(o.study, o.most_points);
  if (o.out.empty()) {
    o.out = fs::path(o.study).stem().string();
    if (o.shards > 1) o.out += "." + std::to_string(o.shard) + "-of-" + std::to_string(o.shards);
    o.out += ".jsonl";
  }
  if (o.shard > s.size())
    throw std::runtime_error("--shard: the study has " + std::to_string(s.size()) + " points, part " + std::to_string(o.shard) +
                             " of " + std::to_string(o.shards) + " would be empty");
  // Paths in a study are relative to its folder.
  const std::string origin = o.study;
  for (auto* path : {&o.study, &o.out, &o.page, &o.reports})
    if (!path->empty()) *path = absolute(*path);
  for (auto& path : o.merge) path = absolute(path);
  fs::current_path(fs::path(o.study).parent_path());
  point_checker checker;
  const std::string fingerprint = check_points(s, origin, checker);
  const study_baseline baseline = baseline_of(s, origin, checker);
  if (o.dry_run) {
    print_commands(s, points_of_shard(o, s.size()));
    return sweep_done;
  }
  check_output(o, checker);
  if (!o.merge.empty()) return merge_parts(o, s, baseline, checker);
  if (!o.reports.empty()) fs::create_directories(o.reports);
  if (o.slurm)
    return run_on_slurm(o, s, checker, fingerprint,
                        [&](const auto& row) { return finish_sweep(o, s, baseline, points_of_shard(o, s.size()), row); });
  return run_here(o, s, baseline, checker, fingerprint);
}

}  // namespace tensix
