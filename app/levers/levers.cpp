// SPDX-License-Identifier: Apache-2.0
#include "app/levers/levers.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <limits>
#include <numeric>

#include "app/levers/lever_result.h"
#include "app/options/command_table.h"
#include "app/options/option_groups.h"
#include "app/sweep/processes.h"
#include "app/sweep/rows.h"
#include "app/sweep/sweep.h"
#include "pages/study/study_page.h"
#include "support/files/output_file.h"

#ifndef TENSIX_TLM_VERSION
#define TENSIX_TLM_VERSION "unknown"
#endif

namespace tensix {
namespace {

namespace fs = std::filesystem;
using names = std::vector<std::string>;

constexpr size_t usual_top = 30;

struct lever_options {
  sweep_options run;  // its `study` is made of the wish
  lever_wish wish;
  size_t top = usual_top;
};

lever_options parse_lever_options(const names& arguments) {
  const auto [v, rest] = parse_own_options(arguments, row_of("levers").groups());
  lever_options o;
  o.run.out = v.count("out") ? text_of(v, "out") : "levers.json";
  if (fs::path(o.run.out).extension() != ".json") throw usage_error("--out='" + o.run.out + "': the name ends in .json");
  o.run.page = page_option(v);
  o.run.dry_run = v.count("dry-run") != 0;
  read_point_options(v, o.run);
  read_slurm_options(v, o.run);
  if (v.count("only")) o.wish.beginnings = v["only"].as<names>();
  o.wish.assumptions_only = v.count("assumptions") != 0;
  if (v.count("jitter")) o.wish.starts = parse_starts(text_of(v, "jitter"));
  if (v.count("top")) o.top = parse_count(text_of(v, "top"), "--top");
  o.wish.command = run_of(rest, {"run", "stream", "kernel", "program"}, "levers", "kernel");
  return o;
}

std::string absolute(const std::string& path) { return fs::absolute(path).lexically_normal().string(); }

std::string page_of(const nlohmann::ordered_json& result) {
  std::string command;
  for (const auto& word : result.at("command")) command += (command.empty() ? "" : " ") + shell_word(word.get<std::string>());
  nlohmann::ordered_json data = {{"format", "tensix-tlm-study-page"},
                                 {"version", 1},
                                 {"program", TENSIX_TLM_VERSION},
                                 {"kind", "levers"},
                                 {"name", "Levers of " + command}};
  data["levers"] = result;
  return study_page(data.at("name"), data);
}

int finish_levers(const lever_options& o, const lever_plan& plan, const row_source& row) {
  const nlohmann::ordered_json result = lever_result(plan, row);
  const auto shown = [](const auto& tree, int indent) {
    return tree.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  };
  write_file(o.run.out, "--out", shown(result, 1) + "\n");
  if (!o.run.page.empty()) write_file(o.run.page, "--page", page_of(result));
  std::cout << lever_text(result, o.top);
  std::cerr << "levers: in " << o.run.out << (o.run.page.empty() ? "" : " and " + o.run.page) << "\n";
  for (const auto& l : result.at("levers"))
    for (const auto& s : l.at("steps"))
      if (s.at("effect") == "fails") return sweep_some_failed;
  return sweep_done;
}

}  // namespace

int levers_command(const names& arguments) {
  lever_options o = parse_lever_options(arguments);
  end_on_signals(sweep_unfinished, "; what is done is kept, the same command goes on");
  parse_study(nlohmann::ordered_json{{"format", "tensix-tlm-study"},  // options that have no place here
                                     {"version", 1},
                                     {"base", {{"command", o.wish.command}}},
                                     {"axes", {{"list", {nlohmann::ordered_json::object()}}}}}
                  .dump(),
              "levers", 1);
  point_checker checker;
  const lever_plan plan = plan_levers(o.wish, checker);
  const std::string text = plan.study.dump();
  const study s = parse_study(text, "levers", std::numeric_limits<uint32_t>::max());
  const std::string fingerprint = check_points(s, "levers", checker);
  std::vector<uint64_t> numbers(s.size());
  std::iota(numbers.begin(), numbers.end(), uint64_t{1});
  if (o.run.dry_run) {
    print_commands(s, numbers);
    return sweep_done;
  }
  for (auto* path : {&o.run.out, &o.run.page})
    if (!path->empty()) *path = absolute(*path);
  check_output(o.run, checker);
  if (o.run.slurm) {
    o.run.command = "levers";
    // For the tasks; here, as paths in a study are relative to its folder.
    o.run.study = absolute(fs::path(o.run.out).filename().string() + ".study.json");
    write_file(o.run.study, "--out", text);
    const int code =
        run_on_slurm(o.run, s, checker, fingerprint, [&](const row_source& row) { return finish_levers(o, plan, row); });
    fs::remove(o.run.study);
    return code;
  }
  point_runs runs(o.run, s, checker, fingerprint, {{"levers", o.wish.command}});
  runs.run({lever_plan::base_point});
  if (const auto base = nlohmann::ordered_json::parse(runs.row(lever_plan::base_point)); base.at("outcome") != "done") {
    runs.remove_journal();
    throw std::runtime_error("the run itself, without any step, did not end well: " + base.at("outcome").get<std::string>() +
                             ": " + base.at("message").get<std::string>());
  }
  runs.run(numbers);
  return runs.guarded([&] {
    const int code = finish_levers(o, plan, [&](uint64_t n) { return runs.row(n); });
    runs.remove_journal();
    return code;
  });
}

}  // namespace tensix
