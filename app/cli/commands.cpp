#include "app/cli/commands.h"

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "app/cli/interruption.h"
#include "app/cli/kept_simulation.h"
#include "app/cli/kernel_report.h"
#include "app/cli/noc_beside.h"
#include "app/cli/observers.h"
#include "app/cli/output_files.h"
#include "app/cli/run_end.h"
#include "app/cli/run_progress.h"
#include "app/cli/settings_list.h"
#include "app/options/operands.h"
#include "platform/parameters.h"
#include "support/files/output_file.h"
#include "workload/kernels/kernel_data.h"
#include "workload/kernels/stream_dump.h"
#include "workload/streams/stream_file_function.h"

namespace tensix {
namespace {

// What --dump-stream says of its file, in front.
std::vector<std::string> stream_heading(const command_line& options, const parameters& p) {
  std::string line = "tensix-tlm", settings;
  for (const auto& word : options.arguments) line += " " + word;
  if (options.configuration != "blackhole") settings += " --config " + options.configuration;
  for (const auto& setting : options.settings)
    if (setting.compare(0, 5, "feed.") != 0) settings += " --set " + setting;
  std::vector<std::string> heading = {line, "Play it: tensix-tlm stream FILE" + settings};
  if (p.feed.producer_bytes_per_cycle || p.feed.consumer_bytes_per_cycle)
    heading.emplace_back(
        "Its inputs lie in L1 from the start and its output stays there: cycles are those without --feed-bytes.");
  return heading;
}

}  // namespace

int run_kernel_command(const command_line& options) {
  if (options.sample) return run_sampled_command(options);
  const parameters p = configuration_of(options);
  kernel_options k = kernel_of(options, p);
  operands in;
  load_operands(options, k, in);
  generate_operands(options, k, in);
  const kernel work(k);
  output_files files;
  files.reads(options.in0, "--in0");
  files.reads(options.in1, "--in1");
  files.reads(options.in2, "--in2");
  files.reads(options.configuration, "--config");
  files.open(options.out, "--out");
  files.open(options.dump_stream, "--dump-stream");
  files.open_observations(options);
  if (!options.dump_stream.empty())
    write_file(options.dump_stream, "--dump-stream", stream_of(k, in.list, p.l1.banks, stream_heading(options, p)));

  hazard_log hazards;
  kept_simulation kept(p, options.policy);
  simulation& sim = *kept;
  if (options.hazards) hazards.attach(sim.tile());
  kernel_data data(work, in.list, !options.out.empty());
  circular_buffer_feed feed = data.feed(sim.tile().state().l1.data());
  for (unsigned core = 0; core < thread_count; ++core) sim.play(core, work.program(core));
  sim.feed(feed);
  sim.add_noc_traffic(noc_beside(options, work, p.l1.size_kib * 1024));
  observers shown(options, sim);
  run_progress progress(work.output().tiles());
  if (progress.wanted()) sim.progress = [&](cycle_t cycle) { progress.show(feed.drained(), cycle); };
  const run_result r = run_interruptibly(sim, options.max_cycles);
  progress.erase();
  print_warnings(sim);

  run_report report = report_of(options, files, sim, r);
  describe_kernel(report, work);
  describe_options(report, options, work);
  const bool complete = r.how == run_outcome::done;
  report.tiles = complete ? work.output().tiles() : feed.drained();
  if (complete) report.operations = work.operations(), report.work = work.work();
  complete_report(report, sim, r, fed_tiles_of(work));
  shown.count_energy(report);
  if (complete && k.isolate == isolated_stage::none) {
    report.result_accuracy = data.finish();
    if (!options.out.empty()) data.write(options.out);
  }
  if (report.complete) shown.finish(r.cycles);
  print_numbers(options, report);
  write_numbers(options, report);
  if (!report.complete)
    end_interrupted(r, ", " + grouped(report.tiles) + " of " + grouped(work.output().tiles()) + " tiles done");
  shown.write_page(report, r, complete ? &work : nullptr);
  const int code = finish_output(exit_code_of(sim, r.how));
  print_end(r);
  return code;
}

int run_stream_command(const command_line& options) {
  const parameters p = configuration_of(options);
  const stream_file file = stream_file::load(options.stream_file, p.l1.size_kib * 1024);
  output_files files;
  files.reads(options.stream_file, "the stream");
  files.reads(options.configuration, "--config");
  for (const auto& path : file.inputs()) files.reads(path, "l1f");
  for (const auto& o : file.outputs()) files.open(o.file, file.place_of(o) + ": outf");
  files.open_observations(options);
  hazard_log hazards;
  kept_simulation kept(p, options.policy);
  simulation& sim = *kept;
  if (options.hazards) hazards.attach(sim.tile());
  file.initialise(sim.tile().state().l1);
  for (unsigned core = 0; core < core_count; ++core)
    if (core < thread_count || file.uses(core)) sim.play(core, file.core(core));
  sim.add_noc_traffic(noc_beside(options, file, p.l1.size_kib * 1024));
  observers shown(options, sim);
  if (sim.why && !sim.why->all) sim.why.reset();  // nothing is said of it
  const run_result r = run_interruptibly(sim, options.max_cycles ? options.max_cycles : file.maxclk());
  const bool to_the_end = r.how != run_outcome::interrupted;
  if (to_the_end) shown.finish(r.cycles);
  run_report report = report_of(options, files, sim, r);
  settings_list(report.settings).add("stream", options.stream_file);
  if (file.maxclk() && !options.max_cycles) settings_list(report.settings).add("stream_maxclk", *file.maxclk());
  complete_report(report, sim, r);
  shown.count_energy(report);
  for (const auto& player : sim.players())
    for (const auto& m : player->marks())
      if (m.cycle <= r.cycles) report.marks.push_back({m.name, core_name(m.core), m.cycle});
  if (!options.quiet)
    for (const auto& m : report.marks) std::cout << "mark " << m.name << " " << m.core << " " << m.cycle << "\n";
  if (r.how != run_outcome::undefined && to_the_end)
    file.write_outputs(options.metrics == standard_output_name ? std::cerr : std::cout, sim.tile().state().l1);
  if (options.why || options.conflicts) print_numbers(options, report);
  write_numbers(options, report);
  if (!to_the_end) end_interrupted(r, "");
  shown.write_page(report, r, nullptr);
  finish_output(exit_done);
  if (r.how == run_outcome::undefined) {
    const auto& reports = sim.tile().state().diagnose.reports();
    for (size_t i = 0; i + 1 < reports.size(); ++i) std::cerr << "warning: " << reports[i].to_string() << "\n";
  } else {
    print_warnings(sim);
  }
  print_end(r);
  return exit_code_of(sim, r.how);
}

}  // namespace tensix
