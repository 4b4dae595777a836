// SPDX-License-Identifier: Apache-2.0
// tensix-tlm stream: the RISC-V cores play a stream file.
#include <iostream>

#include "app/cli/commands.h"
#include "app/cli/session.h"
#include "app/cli/settings_list.h"
#include "app/options/operands.h"
#include "platform/configuration_files.h"
#include "workload/streams/stream_file_function.h"

namespace tensix {
namespace {

class stream_session : public session {
 public:
  stream_session(const stream_options& options, const parameters& p)
      : session(options, p), options_(options), file_(stream_file::load(options.file, p.l1.size_kib * 1024)) {
    for (const l1_range& r : file_.named_ranges()) use_.ranges.push_back({"a range of the stream", r});
    use_.unknown = "the stream's programs";
    most_cycles_ = file_.maxclk();
    prints_numbers_ = options.outputs.why || options.outputs.conflicts;
    subject_ = "stream " + options.file;
  }

 private:
  void name_files(output_files& files) const override {
    files.reads(options_.file, "the stream");
    files.reads(configuration_file(options_.configuration.configuration), "--config");
    for (const auto& path : file_.inputs()) files.reads(path, "l1f");
    for (const auto& o : file_.outputs()) files.open(o.file, file_.place_of(o) + ": outf");
  }

  void load(simulation& sim) override {
    file_.initialise(sim.tile().state().l1);
    for (unsigned core = 0; core < stream_cores; ++core)
      if (core < thread_count || file_.uses(core)) sim.play(core, file_.core(core));
    if (!options_.reset_at) return;
    sim.reset_at = *options_.reset_at;
    sim.again = [this](unsigned core) { return file_.core(core); };
  }

  void start(simulation& sim) override {
    if (sim.why && (!sim.why->all || options_.reset_at)) sim.why.reset();  // nothing is said of it
  }

  void ended(simulation&, run_result&) override {}  // warnings come last

  std::string place_of(const race_site& site) override {
    return options_.file + ":" + std::to_string(site.place) + ": " + session::place_of(site);
  }
  // Where the stream shows bytes, those; else all.
  std::string compared(simulation& sim) override {
    std::string text;
    for (const auto& o : file_.outputs()) text += lines_of_l1(sim, o.address, o.bytes);
    return text;
  }

  std::vector<fed_tiles> describe(simulation& sim, const run_result& r, run_report& report) override {
    settings_list all(report.settings);
    all.add("stream", options_.file);
    if (options_.reset_at) all.add("reset_at", *options_.reset_at);
    if (file_.maxclk() && !options_.limits.max_cycles) all.add("stream_maxclk", *file_.maxclk());
    for (const auto& player : sim.players())
      for (const auto& m : player->marks())
        if (m.cycle <= r.cycles) report.marks.push_back({m.name, core_name(m.core), m.cycle});
    return {};
  }

  void results(simulation& sim, const run_result& r, const run_report& report) override {
    if (!options_.outputs.quiet)
      for (const auto& m : report.marks) std::cout << "mark " << m.name << " " << m.core << " " << m.cycle << "\n";
    if (r.how != run_outcome::interrupted)
      file_.write_outputs(options_.outputs.metrics == standard_output_name ? std::cerr : std::cout, sim.tile().state().l1);
  }

  std::pair<std::string, std::vector<int>> played() const override { return {options_.file, file_.step_lines()}; }

  int finish(simulation& sim, const run_result& r, int code) override {
    print_warnings(sim, r);
    if (sim.reset_at != never)
      std::cerr << "warning: --reset-at=" << *options_.reset_at << ": there was no reset, the run was over in cycle "
                << r.cycles << "\n";
    return code;
  }

  const stream_options& options_;
  const stream_file file_;
};

}  // namespace

int stream_command(const stream_options& options) {
  const parameters p = configuration_of(options.configuration);
  return stream_session(options, p).run();
}

}  // namespace tensix
