// `run KERNEL --sample`: docs/sampling.md.
#include <iostream>

#include "app/cli/commands.h"
#include "app/cli/interruption.h"
#include "app/cli/kept_simulation.h"
#include "app/cli/kernel_report.h"
#include "app/cli/output_files.h"
#include "app/cli/run_end.h"
#include "app/cli/run_progress.h"
#include "app/options/operands.h"
#include "testbench/run/collect.h"
#include "testbench/run/sampler.h"

namespace tensix {
namespace {

// What needs every tile's data, or every cycle.
void refuse_what_needs_all(const command_line& o) {
  const auto refuse = [](const char* option, const char* why) {
    throw usage_error(std::string("--sample leaves out blocks: ") + option + " " + why +
                      "; leave --sample out, or that option");
  };
  if (!o.in0.empty()) refuse("--in0", "would not be read whole, and cycles do not depend on data");
  if (!o.in1.empty()) refuse("--in1", "would not be read whole, and cycles do not depend on data");
  if (!o.in2.empty()) refuse("--in2", "would not be read whole, and cycles do not depend on data");
  if (!o.out.empty()) refuse("--out", "would lack their tiles");
  if (!o.dump_stream.empty()) refuse("--dump-stream", "would have all of them");
  if (!o.report.empty()) refuse("--report", "would lack their cycles");
  if (!o.trace.empty()) refuse("--trace", "would lack their cycles");
  if (!o.vcd.empty()) refuse("--vcd", "would lack their cycles");
  if (!o.events.empty()) refuse("--events", "would lack their cycles");
  if (!o.energy.empty()) refuse("--energy", "would lack what happens in them");
  if (o.kernel.spill_all) refuse("--spill-all", "has none that repeats another: each comes several times");
  if (o.why) refuse("--why", "would lack what they had to wait for (metrics have the path)");
  if (o.timeline) refuse("--timeline", "would lack their cycles");
}

// As many tiles of data as a buffer holds, again and again: a slot always holds the same.
circular_buffer_plan with_few_tiles(circular_buffer_plan p) {
  p.grid = tile_grid(tile_dim, tile_dim * p.capacity);
  p.order = {{p.capacity, p.tiles() / p.capacity + 1, 1, 1, 1}, {1, 0, 0, 0, 0}};
  return p;
}

struct few_tiles {
  std::vector<circular_buffer_plan> inputs;
  circular_buffer_plan output;
  std::vector<tensor> tensors;
  few_tiles(const kernel& k, uint64_t seed) : output(with_few_tiles(k.output())) {
    for (const auto& p : k.inputs()) {
      inputs.push_back(with_few_tiles(p));
      tensors.push_back(make_test_tensor(inputs.back().grid.rows, inputs.back().grid.cols, seed++));
    }
  }
  circular_buffer_feed feed(const kernel& k, uint8_t* l1) const {
    std::vector<const tensor*> list;
    for (const auto& t : tensors) list.push_back(&t);
    circular_buffer_feed f(inputs, output, list, l1);
    std::vector<uint64_t> tiles;
    for (const auto& p : k.inputs()) tiles.push_back(p.tiles());
    f.end_at(tiles, k.output().tiles());
    return f;
  }
};

}  // namespace

int run_sampled_command(const command_line& options) {
  refuse_what_needs_all(options);
  const parameters p = configuration_of(options);
  const kernel_options k = kernel_of(options, p);
  kernel work(k);
  output_files files;
  files.reads(options.configuration, "--config");
  files.open_observations(options);
  hazard_log hazards;
  kept_simulation kept(p, options.policy);
  simulation& sim = *kept;
  if (options.hazards) hazards.attach(sim.tile());
  sim.why->all = sim.why->stretches = !options.metrics.empty();  // stretches: to repeat those of what is left out
  if (options.quiet && !sim.why->all) sim.why.reset();           // nobody is told
  const few_tiles data(work, options.seed);
  circular_buffer_feed feed = data.feed(work, sim.tile().state().l1.data());
  for (unsigned core = 0; core < thread_count; ++core) sim.play(core, work.program(core));
  sim.feed(feed);
  if (options.conflicts || !options.metrics.empty()) sim.tile().memory().count_blocked();
  sampler watch("sampler", sim, work, feed);
  run_progress progress(work.output().tiles(), true);
  if (progress.wanted()) sim.progress = [&](cycle_t cycle) { progress.show(feed.drained(), cycle); };
  const run_result r = run_interruptibly(sim, options.max_cycles);
  progress.erase();
  print_warnings(sim);

  run_report report = report_of(options, files, sim, r);
  describe_kernel(report, work);
  describe_options(report, options, work);
  const bool complete = r.how == run_outcome::done;
  report.tiles = complete ? work.output().tiles() : feed.drained();
  if (complete) report.operations = work.operations(), report.work = work.work(), watch.complete(report);
  complete_report(report, sim, r, fed_tiles_of(work));
  print_numbers(options, report);
  write_numbers(options, report);
  if (!report.complete)
    end_interrupted(r, ", " + grouped(report.tiles) + " of " + grouped(work.output().tiles()) + " tiles done");
  const int code = finish_output(exit_code_of(sim, r.how));
  print_end(r);
  return code;
}

}  // namespace tensix
