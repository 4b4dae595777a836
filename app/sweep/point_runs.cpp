// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/point_runs.h"

#include <algorithm>
#include <cstring>
#include <iostream>
#include <new>
#include <optional>
#include <thread>
#include <utility>

#include "app/sweep/processes.h"
#include "app/sweep/progress.h"
#include "app/sweep/rows.h"

namespace tensix {
namespace {

nlohmann::ordered_json header_of(const sweep_options& o, const study& s, const std::string& fingerprint,
                                 const nlohmann::ordered_json& kept_for) {
  nlohmann::ordered_json header = {{"format", "tensix-tlm-journal"}, {"version", 1},     {"study", s.name},
                                   {"fingerprint", fingerprint},     {"shard", o.shard}, {"shards", o.shards},
                                   {"host_seconds", o.host_seconds}};
  header.update(kept_for);
  return header;
}

}  // namespace

point_runs::point_runs(const sweep_options& o, const study& s, point_checker& checker, const std::string& fingerprint,
                       const nlohmann::ordered_json& kept_for)
    : o_(o), study_(s), checker_(checker), kept_(o.out + ".partial", header_of(o, s, fingerprint, kept_for), o.restart) {}

void point_runs::run(const std::vector<uint64_t>& numbers, uint64_t earlier, uint64_t total) {
  uint64_t before = earlier;
  if (total == 0) total = numbers.size();
  for (const uint64_t n : numbers) before += kept_.has(n);
  uint64_t done = before;
  std::optional<sweep_progress> progress(std::in_place, total, before);
  size_t next = 0;
  bool told_of_samples = false;
  child_pool pool;
  pool.jobs = o_.jobs ? o_.jobs : std::max(1u, std::thread::hardware_concurrency());
  pool.timeout = o_.timeout;
  pool.next = [&]() -> std::optional<std::pair<uint64_t, std::vector<std::string>>> {
    while (next < numbers.size() && kept_.has(numbers[next])) ++next;
    if (next == numbers.size()) return {};
    const uint64_t n = numbers[next++];
    std::vector<std::string> arguments = study_.point(n - 1).arguments;
    const bool sampled = std::find(arguments.begin(), arguments.end(), "--sample") != arguments.end();
    if (!o_.reports.empty() && !sampled) arguments.push_back("--report=" + report_of_point(o_.reports, n));
    if (!o_.reports.empty() && sampled && !std::exchange(told_of_samples, true))
      std::cerr << "--reports: points with --sample have none, as not all of their cycles are simulated\n";
    return std::make_pair(n, std::move(arguments));
  };
  pool.ended = [&](uint64_t number, const child_outcome& outcome) {
    const study_point point = study_.point(number - 1);
    std::optional<parameters> p;
    if (!study_.record_impossible || checker_.check(point.arguments).empty()) p = checker_.resolved(point.arguments);
    const std::string row = make_row(number, point, p ? &*p : nullptr, outcome, o_.host_seconds);
    kept_.append(number, row);
    ++done;
    progress->one_done(!row_is_done(row));
  };
  pool.tick = [&] { progress->show(); };
  guarded([&] {
    const int signal = pool.run();
    progress.reset();  // its line goes before the last word
    if (signal)
      throw sweep_interrupted(std::string("ended by ") + strsignal(signal) + ": " + std::to_string(done) + " of " +
                              std::to_string(total) + " points are done and kept; the same command goes on");
  });
}

}  // namespace tensix
