// SPDX-License-Identifier: Apache-2.0
// tensix-tlm run: a built-in kernel.
#include "app/cli/built_in_session.h"
#include "app/cli/commands.h"
#include "app/options/operands.h"
#include "platform/configuration_files.h"
#include "support/files/output_file.h"
#include "workload/kernels/kernel_data.h"
#include "workload/kernels/stream_dump.h"

namespace tensix {
namespace {

// What --dump-stream says of its file, in front.
std::vector<std::string> stream_heading(const run_options& options, const parameters& p) {
  std::string line = "tensix-tlm", settings;
  for (const auto& word : options.arguments) line += " " + word;
  if (options.configuration.configuration != "blackhole") settings += " --config " + options.configuration.configuration;
  for (const auto& setting : options.configuration.settings)
    if (setting.compare(0, 5, "feed.") != 0) settings += " --set " + setting;
  std::vector<std::string> heading = {line, "Play it: tensix-tlm stream FILE" + settings};
  if (p.feed.producer_bytes_per_cycle || p.feed.consumer_bytes_per_cycle)
    heading.emplace_back(
        "Its inputs lie in L1 from the start and its output stays there: cycles are those without --feed-bytes.");
  return heading;
}

class run_session : public built_in_session {
 public:
  // `in`: its operands, which outlive it.
  run_session(const run_options& options, const parameters& p, const kernel_options& k, const operands& in)
      : built_in_session(options, p, k), in_(in), data_(kernel_, in.list, !options.out.empty()) {}

 private:
  void name_files(output_files& files) const override {
    files.reads(options_.in0, "--in0");
    files.reads(options_.in1, "--in1");
    files.reads(options_.in2, "--in2");
    files.reads(configuration_file(options_.configuration.configuration), "--config");
    files.open(options_.out, "--out");
    files.open(options_.dump_stream, "--dump-stream");
  }

  void load(simulation& sim) override {
    if (!options_.dump_stream.empty())
      write_file(options_.dump_stream, "--dump-stream",
                 stream_of(kernel_.options(), in_.list, parameters_.l1.banks, stream_heading(options_, parameters_)));
    built_in_session::load(sim);
  }

  std::vector<fed_tiles> describe(simulation& sim, const run_result& r, run_report& report) override {
    if (r.how == run_outcome::done && computes()) report.result_accuracy = data_.finish();
    return built_in_session::describe(sim, r, report);
  }

  void results(simulation&, const run_result& r, const run_report&) override {
    if (r.how != run_outcome::interrupted && computes() && !options_.out.empty()) data_.write(options_.out);
  }

  const operands& in_;
  kernel_data data_;

  circular_buffer_feed feed_of(uint8_t* l1) override { return data_.feed(l1); }
};

}  // namespace

int run_command(const run_options& options) {
  const parameters p = configuration_of(options.configuration);
  kernel_options k = kernel_of(options, p);
  if (!options.dump_stream.empty() && k.phases_at_once != 1)
    throw std::invalid_argument(
        "--dump-stream: a stream says each fidelity phase by itself, those of matrix_unit.phases_at_once=" +
        std::to_string(k.phases_at_once) + " cannot be written; leave one of the two out");
  operands in;
  load_operands(options, k, in);
  generate_operands(options, k, in);
  return run_session(options, p, k, in).run();
}

}  // namespace tensix
