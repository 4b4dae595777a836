// SPDX-License-Identifier: Apache-2.0
#include "app/optimise/optimise.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <limits>
#include <map>
#include <set>

#include "app/optimise/designs.h"
#include "app/optimise/optimum.h"
#include "app/optimise/slurm_round.h"
#include "app/options/choices.h"
#include "app/options/command_table.h"
#include "app/options/option_groups.h"
#include "app/sweep/processes.h"
#include "app/sweep/rows.h"
#include "app/sweep/sweep.h"
#include "app/sweep/sweep_page.h"
#include "pages/study/study_page.h"
#include "support/files/output_file.h"
#include "support/text/nearest.h"

namespace tensix {
namespace {

namespace fs = std::filesystem;
namespace po = boost::program_options;
using names = std::vector<std::string>;

constexpr uint64_t most_points_of_study = 1000000000000000, most_run = 1000000, usual_points = 100;

struct search_options {
  sweep_options run;
  optimise_wish wish;
  std::string rows;  // a file for the rows of the points, as sweep writes them
};

void check_ending(const std::string& file, const char* option, const names& endings) {
  if (!file.empty() && std::find(endings.begin(), endings.end(), fs::path(file).extension().string()) == endings.end())
    throw usage_error(std::string(option) + "='" + file + "': the name ends in " + endings.front() +
                      (endings.size() > 1 ? " or " + endings[1] : ""));
}

// Objectives in the order in which they were given, whichever their sense.
std::vector<objective> objectives_of(const po::parsed_options& parsed) {
  std::vector<objective> all;
  for (const auto& o : parsed.options)
    if (o.string_key == "minimise" || o.string_key == "maximise")
      for (const auto& text : o.value) all.push_back({expression(text), o.string_key == "maximise"});
  return all;
}

search_options parse_optimise_options(const names& arguments) {
  const auto groups = row_of("optimise").groups();
  const auto positional = po::positional_options_description().add("operand", 1);
  const po::variables_map v = parse_options(arguments, groups, positional);
  search_options o;
  if (!v.count("operand"))
    throw usage_error("optimise: the study is missing; expected 'tensix-tlm optimise STUDY --minimise EXPRESSION [options]'");
  o.run.study = v["operand"].as<names>()[0];
  po::options_description known;
  for (const option_group& group : groups) known.add(group);
  known.add_options()("operand", po::value<names>());
  o.wish.objectives = objectives_of(po::command_line_parser(arguments).options(known).positional(positional).run());
  if (o.wish.objectives.empty()) throw usage_error("optimise: nothing says what is better; expected --minimise or --maximise");
  if (v.count("subject-to"))
    for (const auto& text : v["subject-to"].as<names>()) o.wish.constraints.push_back(parse_constraint(text));
  o.wish.search = choices_of("search")[v.count("search") ? choice_index(v, "search") : 0];
  o.wish.points = v.count("points") ? count_option(v, "points", most_run) : usual_points;
  if (v.count("seed")) o.wish.seed = parse_count(text_of(v, "seed"), "--seed");
  if (v.count("top")) o.wish.top = count_option(v, "top", most_run);
  o.run.out = v.count("out") ? text_of(v, "out") : fs::path(o.run.study).stem().string() + ".optimum.json";
  check_ending(o.run.out, "--out", {".json"});
  o.rows = text_of(v, "rows");
  check_ending(o.rows, "--rows", {".jsonl", ".csv"});
  o.run.page = page_option(v);
  o.run.reports = text_of(v, "reports");
  read_point_options(v, o.run);
  read_slurm_options(v, o.run);
  return o;
}

// Several kernels at once: the study weighs them, or their mean is asked for.
bool over_kernels(const search_options& o, const study& s) {
  names asked;
  for (const auto& w : o.wish.objectives)
    for (const auto& name : w.what.names()) asked.push_back(name);
  for (const auto& c : o.wish.constraints)
    for (const auto* side : {&c.left, &c.right})
      for (const auto& name : side->names()) asked.push_back(name);
  return !s.weights.empty() || std::find(asked.begin(), asked.end(), "geomean") != asked.end();
}

// Every value of every coordinate, the others at their first.
std::vector<uint64_t> lines_of(const std::vector<uint64_t>& sizes, uint64_t size) {
  std::vector<uint64_t> points = {0};
  uint64_t stride = size;
  for (const uint64_t s : sizes) {
    stride /= s;
    for (uint64_t d = 1; d < s; ++d) points.push_back(d * stride);
  }
  return points;
}

// Names that are neither axes nor parameters are known after the first point only.
// `numbers`, `row`: of the designs; `points` and `own`: of all that was run.
int finish_optimise(const search_options& o, const study& s, const study_designs& designs, const study_baseline& b,
                    const std::vector<uint64_t>& numbers, const row_source& row, const std::vector<uint64_t>& points,
                    const row_source& own) {
  nlohmann::ordered_json optimum = optimum_of(o.wish, s, designs.size(), numbers, row);
  if (designs.several()) optimum.update(designs.described());
  write_file(o.run.out, "--out", optimum.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  if (!o.rows.empty() && !designs.several()) write_result(o.rows, points, own);
  if (!o.rows.empty() && designs.several()) {
    std::vector<uint64_t> indices;
    for (const uint64_t n : points) indices.push_back(n - 1);
    const speedups faster(s, b, indices, [&](uint64_t p) { return own(p + 1); });
    write_result(o.rows, points, [&](uint64_t n) { return faster.decorated(n - 1, own(n)); });
  }
  if (!o.run.page.empty())
    write_file(o.run.page, "--page",
               study_page(s.name, optimum_page_data(page_data(o.run, s, nullptr, numbers, row), optimum, row, o.wish)));
  std::cout << optimum_text(optimum);
  std::cerr << "optimise: in " << o.run.out << (o.rows.empty() ? "" : ", " + o.rows)
            << (o.run.page.empty() ? "" : ", " + o.run.page) << "\n";
  return optimum.at("failed") == 0 ? sweep_done : sweep_some_failed;
}

}  // namespace

int optimise_command(const names& arguments) {
  search_options o = parse_optimise_options(arguments);
  end_on_signals(sweep_unfinished, "; what is done is kept, the same command goes on");
  study s = load_study(o.run.study, most_points_of_study);
  const std::string origin = o.run.study;
  for (auto* path : {&o.run.study, &o.run.out, &o.run.page, &o.run.reports, &o.rows})
    if (!path->empty()) *path = fs::absolute(*path).lexically_normal().string();
  fs::current_path(fs::path(o.run.study).parent_path());
  point_checker checker;
  std::vector<uint64_t> all_sizes;
  for (const study_axes* node : coordinates_of(s.axes)) all_sizes.push_back(node->size());
  const std::vector<uint64_t> lines = lines_of(all_sizes, s.size());
  const std::string fingerprint = check_points(s, origin, checker, &lines);
  const study_baseline baseline = baseline_of(s, origin, checker);
  const study_designs designs(s, baseline, over_kernels(o, s));
  s.record_impossible = true;  // of what was not checked: it counts as the worst
  check_output(o.run, checker);
  if (!o.rows.empty()) check_writable(o.rows, "--rows");
  if (!o.run.reports.empty()) fs::create_directories(o.run.reports);

  point_runs runs(o.run, s, checker, fingerprint, {{"optimise", true}, {"reports", o.run.reports}});
  const uint64_t budget = std::min<uint64_t>(std::max<uint64_t>(o.wish.points / designs.kernels(), 1), designs.size());
  std::set<uint64_t> done;  // points
  std::map<uint64_t, merit> merits;
  const row_source own = [&](uint64_t n) { return runs.row(n); };
  const auto run = [&](const std::vector<uint64_t>& chosen) {
    std::vector<uint64_t> numbers;
    const auto add = [&](uint64_t design) {
      for (const uint64_t p : designs.points(design))
        if (!done.count(p + 1) && std::find(numbers.begin(), numbers.end(), p + 1) == numbers.end()) numbers.push_back(p + 1);
    };
    if (designs.several()) add(designs.baseline());
    for (const uint64_t d : chosen) add(d);
    if (o.run.slurm) run_round_on_slurm(o.run, s, checker, numbers, runs);
    else runs.run(numbers, done.size(), budget * designs.kernels());
    done.insert(numbers.begin(), numbers.end());
    for (const uint64_t d : chosen) merits[d] = point_values(o.wish, designs.row(d, own)).how_good();
  };
  point_search search(designs.sizes(), budget, o.wish.seed, run, [&](uint64_t d) { return merits.at(d); });
  if (o.wish.search == "random") search.random();
  else search.coordinate();
  return runs.guarded([&] {
    std::map<uint64_t, uint64_t> design_of;  // by the number of its first point
    for (const uint64_t d : search.points()) design_of[designs.points(d).front() + 1] = d;
    std::vector<uint64_t> numbers;
    for (const auto& [n, d] : design_of) numbers.push_back(n);
    const int code = finish_optimise(
        o, s, designs, baseline, numbers, [&](uint64_t n) { return designs.row(design_of.at(n), own); },
        {done.begin(), done.end()}, own);
    remove_rounds_on_slurm(o.run);
    runs.remove_journal();
    return code;
  });
}

}  // namespace tensix
