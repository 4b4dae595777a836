#include "testbench/sweep/sweep.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <new>
#include <optional>
#include <thread>

#include "testbench/files/output_file.h"
#include "testbench/run/run_report.h"
#include "testbench/sweep/journal.h"
#include "testbench/sweep/merge.h"
#include "testbench/sweep/processes.h"
#include "testbench/sweep/progress.h"
#include "testbench/sweep/rows.h"

namespace tensix {
namespace {

namespace fs = std::filesystem;

std::string absolute(const std::string& path) { return fs::absolute(path).lexically_normal().string(); }

// Neither what the points read nor a folder may be replaced by the result.
void check_output(const sweep_options& o, const point_checker& checker) {
  std::error_code error;
  if (fs::exists(o.out, error) && !fs::is_regular_file(o.out, error))
    throw std::runtime_error("--out '" + o.out + "' is not a file");
  const auto out = fs::weakly_canonical(o.out, error);
  std::vector<std::string> inputs(checker.files().begin(), checker.files().end());
  inputs.push_back(o.study);
  inputs.insert(inputs.end(), o.merge.begin(), o.merge.end());
  for (const auto& file : inputs)
    if (fs::weakly_canonical(absolute(file), error) == out)
      throw std::runtime_error("--out '" + o.out + "' is a file that the sweep reads: it would be replaced");
  check_writable(o.out, "--out");
}

std::vector<uint64_t> points_of_shard(const sweep_options& o, uint64_t count) {
  std::vector<uint64_t> numbers;
  for (uint64_t n = o.shard; n <= count; n += o.shards) numbers.push_back(n);
  return numbers;
}

nlohmann::ordered_json header_of(const sweep_options& o, const study& s, const std::string& fingerprint) {
  return {{"format", "tensix-tlm-journal"}, {"version", 1},     {"study", s.name},
          {"fingerprint", fingerprint},     {"shard", o.shard}, {"shards", o.shards},
          {"host_seconds", o.host_seconds}};
}

void print_commands(const study& s, const std::vector<uint64_t>& numbers) {
  for (const uint64_t n : numbers) {
    std::cout << "tensix-tlm";
    for (const auto& a : s.point(n - 1).arguments) std::cout << " " << shell_word(a);
    std::cout << "\n";
  }
}

int run_here(const sweep_options& o, const study& s, point_checker& checker, const std::string& fingerprint) {
  const std::vector<uint64_t> numbers = points_of_shard(o, s.size());
  journal kept(o.out + ".partial", header_of(o, s, fingerprint), o.restart);
  std::optional<sweep_progress> progress(std::in_place, numbers.size(), kept.size());
  size_t next = 0;
  child_pool pool;
  pool.jobs = o.jobs ? o.jobs : std::max(1u, std::thread::hardware_concurrency());
  pool.timeout = o.timeout;
  pool.next = [&]() -> std::optional<std::pair<uint64_t, std::vector<std::string>>> {
    while (next < numbers.size() && kept.has(numbers[next])) ++next;
    if (next == numbers.size()) return {};
    const uint64_t n = numbers[next++];
    return std::make_pair(n, s.point(n - 1).arguments);
  };
  pool.ended = [&](uint64_t number, const child_outcome& outcome) {
    const study_point point = s.point(number - 1);
    std::optional<parameters> p;
    if (!s.record_impossible || checker.check(point.arguments).empty()) p = checker.resolved(point.arguments);
    const std::string row = make_row(number, point, p ? &*p : nullptr, outcome, o.host_seconds);
    kept.append(number, row);
    progress->one_done(!row_is_done(row));
  };
  pool.tick = [&] { progress->show(); };
  try {
    const int signal = pool.run();
    progress.reset();  // its line goes before the last word
    if (signal)
      throw sweep_interrupted(std::string("ended by ") + strsignal(signal) + ": " + std::to_string(kept.size()) + " of " +
                              std::to_string(numbers.size()) + " points are done and kept; the same command goes on");
    const int code = finish_sweep(o, numbers, [&](uint64_t n) { return kept.row(n); });
    kept.remove();
    return code;
  } catch (const sweep_interrupted&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw sweep_interrupted("no memory is left; the points that are done are kept, the same command goes on");
  } catch (const std::exception& e) {
    throw sweep_interrupted(std::string(e.what()) + "; the points that are done are kept, the same command goes on");
  }
}

int merge_parts(const sweep_options& o, const study& s, point_checker& checker) {
  const row_files files(s, checker, o.merge);
  files.require_all();
  return finish_sweep(o, points_of_shard(o, s.size()), [&](uint64_t n) { return files.row(n); });
}

}  // namespace

std::string shell_word(const std::string& text) {
  const auto plain = [](unsigned char c) { return std::isalnum(c) || std::strchr("-_=./,:+%@", c); };
  if (!text.empty() && std::all_of(text.begin(), text.end(), plain)) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

int finish_sweep(const sweep_options& o, const std::vector<uint64_t>& numbers,
                 const std::function<std::string(uint64_t number)>& row) {
  write_result(o.out, numbers, row);
  uint64_t failed = 0;
  for (const uint64_t n : numbers) failed += !row_is_done(row(n));
  std::cerr << "sweep: " << grouped(numbers.size()) << (numbers.size() == 1 ? " point" : " points");
  if (failed) std::cerr << ", " << grouped(failed) << " failed (see outcome and message)";
  std::cerr << ", in " << o.out << "\n";
  return failed ? sweep_some_failed : sweep_done;
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
  for (auto* path : {&o.study, &o.out}) *path = absolute(*path);
  for (auto& path : o.merge) path = absolute(path);
  fs::current_path(fs::path(o.study).parent_path());
  point_checker checker;
  const std::string fingerprint = check_points(s, origin, checker);
  if (o.dry_run) {
    print_commands(s, points_of_shard(o, s.size()));
    return sweep_done;
  }
  check_output(o, checker);
  if (!o.merge.empty()) return merge_parts(o, s, checker);
  if (o.slurm) return run_on_slurm(o, s, checker, fingerprint);
  return run_here(o, s, checker, fingerprint);
}

}  // namespace tensix
