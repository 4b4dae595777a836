// SPDX-License-Identifier: Apache-2.0
// `run KERNEL --sample`: docs/sampling.md.
#include "app/cli/built_in_session.h"
#include "app/cli/commands.h"
#include "app/options/operands.h"
#include "platform/configuration_files.h"
#include "testbench/run/sampler.h"

namespace tensix {
namespace {

// What needs every tile's data, or every cycle.
void refuse_what_needs_all(const run_options& o) {
  const auto refuse = [](const char* option, const char* why) {
    throw usage_error(std::string("--sample leaves out blocks: ") + option + " " + why +
                      "; leave --sample out, or that option");
  };
  if (!o.in0.empty()) refuse("--in0", "would not be read whole, and cycles do not depend on data");
  if (!o.in1.empty()) refuse("--in1", "would not be read whole, and cycles do not depend on data");
  if (!o.in2.empty()) refuse("--in2", "would not be read whole, and cycles do not depend on data");
  if (!o.out.empty()) refuse("--out", "would lack their tiles");
  if (!o.dump_stream.empty()) refuse("--dump-stream", "would have all of them");
  if (!o.observers.report.empty()) refuse("--report", "would lack their cycles");
  if (!o.observers.trace.empty()) refuse("--trace", "would lack their cycles");
  if (!o.observers.vcd.empty()) refuse("--vcd", "would lack their cycles");
  if (!o.observers.events.empty()) refuse("--events", "would lack their cycles");
  if (!o.outputs.energy.empty()) refuse("--energy", "would lack what happens in them");
  if (!o.outputs.counters.empty()) refuse("--counters", "would lack what happens in them");
  if (o.kernel.spill_all) refuse("--spill-all", "has none that repeats another: each comes several times");
  if (o.limits.starts > 1) refuse("--jitter", "would repeat at other distances");
  if (o.outputs.why) refuse("--why", "would lack what they had to wait for (metrics have the path)");
  if (o.state.dumps()) refuse("--dump-dst, --dump-src or --dump-lregs", "would show data that repeat");
  if (o.observers.timeline) refuse("--timeline", "would lack their cycles");
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

class sample_session : public built_in_session {
 public:
  sample_session(const run_options& options, const parameters& p, const kernel_options& k)
      : built_in_session(options, p, k), data_(kernel_, options.seed) {}

 private:
  void name_files(output_files& files) const override {
    files.reads(configuration_file(options_.configuration.configuration), "--config");
  }

  void start(simulation& sim) override {
    if (sim.why) sim.why->stretches = sim.why->all;  // to repeat those of what is left out
    sampler_.emplace("sampler", sim, kernel_, *feed_);
  }

  std::vector<fed_tiles> describe(simulation& sim, const run_result& r, run_report& report) override {
    std::vector<fed_tiles> fed = built_in_session::describe(sim, r, report);
    if (r.how == run_outcome::done) sampler_->complete(report);
    return fed;
  }

  const few_tiles data_;
  std::optional<sampler> sampler_;

  circular_buffer_feed feed_of(uint8_t* l1) override { return data_.feed(kernel_, l1); }
};

}  // namespace

int sample_command(const run_options& options) {
  refuse_what_needs_all(options);
  const parameters p = configuration_of(options.configuration);
  return sample_session(options, p, kernel_of(options, p)).run();
}

}  // namespace tensix
