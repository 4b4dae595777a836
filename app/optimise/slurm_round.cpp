// SPDX-License-Identifier: Apache-2.0
#include "app/optimise/slurm_round.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "support/files/json_file.h"
#include "support/files/output_file.h"

namespace tensix {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

std::string in_one_line(const ordered_json& tree) { return tree.dump(-1, ' ', false, ordered_json::error_handler_t::replace); }

// The study with these points alone, in this order.
std::string study_of(const std::string& path, const study& s, const std::vector<uint64_t>& numbers) {
  ordered_json tree = read_json_file(path), points = ordered_json::array();
  for (const uint64_t n : numbers) {
    points.push_back(ordered_json::object());
    for (const auto& [name, value] : s.point(n - 1).axes) points.back()[name] = value;
  }
  tree["axes"] = {{"list", std::move(points)}};
  tree.erase("baseline");  // of values that these points need not have
  tree.erase("weights");
  tree["impossible"] = s.record_impossible ? "record" : "refuse";
  return in_one_line(tree);
}

sweep_options round_of(const sweep_options& o) {
  sweep_options round = o;
  round.command = "optimise";
  round.restart_others = true;  // a round that was interrupted, and then finished without Slurm, or has other tasks now
  round.out = o.out + ".round";
  round.study = (fs::current_path() / (fs::path(round.out).filename().string() + ".study.json")).string();
  round.page.clear();
  if (!o.reports.empty()) round.reports = o.reports + "/round";  // they are numbered within it
  return round;
}

}  // namespace

void remove_rounds_on_slurm(const sweep_options& o) {
  const sweep_options round = round_of(o);
  fs::remove(round.study);
  fs::remove(round.out + ".partial");
  fs::remove_all(round.out + ".parts");
  if (!o.reports.empty()) fs::remove_all(round.reports);
}

void run_round_on_slurm(const sweep_options& o, const study& s, point_checker& checker, const std::vector<uint64_t>& numbers,
                        point_runs& runs) {
  if (std::all_of(numbers.begin(), numbers.end(), [&](uint64_t n) { return runs.has(n); })) return;
  sweep_options round = round_of(o);
  const std::string text = study_of(o.study, s, numbers);
  write_file(round.study, "--out", text);
  const study points = parse_study(text, round.study, numbers.size());
  run_on_slurm(round, points, checker, check_points(points, round.study, checker), [&](const row_source& row) {
    for (size_t i = 0; i < numbers.size(); ++i) {
      ordered_json kept = ordered_json::parse(row(i + 1));
      kept["point"] = numbers[i];
      if (const std::string report = report_of_point(round.reports, i + 1); !o.reports.empty() && fs::exists(report))
        fs::rename(report, report_of_point(o.reports, numbers[i]));
      if (!runs.has(numbers[i])) runs.keep(numbers[i], in_one_line(kept));
    }
    return sweep_done;
  });
  fs::remove(round.study);
  if (!o.reports.empty()) fs::remove_all(round.reports);
}

}  // namespace tensix
