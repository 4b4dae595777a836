// SPDX-License-Identifier: Apache-2.0
// What time costs the host: the same program on a whole tile and on the machine without time (tests/functional), the two
// differing in nothing else. Prints JSON: seconds of processor time in the run alone. scripts/bench.sh uses it.
//
//   bench_functional timed|functional run KERNEL OPTION...      as tensix-tlm takes them
//   bench_functional timed|functional stream FILE OPTION...
#include <cstdio>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

#include "app/options/operands.h"
#include "app/options/options.h"
#include "testbench/run/simulation.h"
#include "tests/functional/functional_machine.h"
#include "workload/streams/stream_file_function.h"

using namespace tensix;

namespace {

// Either machine: what both are given, and how long they run.
class machine {
 public:
  virtual ~machine() = default;
  virtual tensix_state& state() = 0;
  virtual void play(unsigned core, std::unique_ptr<step_source> steps) = 0;
  virtual void feed(circular_buffer_feed& feed) = 0;
  virtual std::string run() = 0;  // empty: done; otherwise why not
};

class timed final : public machine {
 public:
  explicit timed(const parameters& p) : sim_(p, on_undefined::stop) { sim_.why.reset(); }  // as with --quiet
  tensix_state& state() override { return sim_.tile().state(); }
  void play(unsigned core, std::unique_ptr<step_source> steps) override { sim_.play(core, std::move(steps)); }
  void feed(circular_buffer_feed& feed) override { sim_.feed(feed); }
  std::string run() override {
    const run_result r = sim_.run({});
    return r.how == run_outcome::done ? "" : "not done: " + r.text;
  }

 private:
  simulation sim_;
};

class functional final : public machine {
 public:
  explicit functional(const parameters& p, const kernel_options& k) : machine_(p.l1.size_kib * 1024) {
    machine_.state.topology = k.topology;
    machine_.state.read_interfaces = static_cast<uint8_t>(k.read_interfaces);
  }
  tensix_state& state() override { return machine_.state; }
  void play(unsigned core, std::unique_ptr<step_source> steps) override { steps_[core] = std::move(steps); }
  void feed(circular_buffer_feed& feed) override {
    machine_.background = [&feed] { return feed.pump(); };
    feed_ = &feed;
  }
  std::string run() override {
    const auto r = machine_.run(std::move(steps_));
    while (feed_ && feed_->output_ready()) feed_->drain();
    return r.how == functional_machine::outcome::done ? "" : "not done: " + r.text;
  }

 private:
  functional_machine machine_;
  std::array<std::unique_ptr<step_source>, stream_cores> steps_;
  circular_buffer_feed* feed_ = nullptr;
};

int print_run(machine& m, const char* name) {
  const std::clock_t from = std::clock();
  const std::string why = m.run();
  const double seconds = static_cast<double>(std::clock() - from) / CLOCKS_PER_SEC;
  if (!why.empty()) {
    std::fprintf(stderr, "bench_functional: %s: %s\n", name, why.c_str());
    return 1;
  }
  std::printf("{\"machine\": \"%s\", \"seconds\": %.6f}\n", name, seconds);
  return 0;
}

int run(const std::string& name, command_line& line) {
  const parameters p = configuration_of(session_of(line)->configuration);
  const auto* const stream = std::get_if<stream_options>(&line.options);
  const kernel_options k = kernel_of(stream ? run_options{} : std::get<run_options>(line.options), p);
  std::unique_ptr<machine> m;
  if (name == "timed") m = std::make_unique<timed>(p);
  else m = std::make_unique<functional>(p, k);
  if (stream) {
    const stream_file file = stream_file::load(stream->file, p.l1.size_kib * 1024);
    file.initialise(m->state().l1);
    for (unsigned core = 0; core < stream_cores; ++core)
      if (core < thread_count || file.uses(core)) m->play(core, file.core(core));
    return print_run(*m, name.c_str());
  }
  const kernel work(k);
  // Tiles are made before the run and looked at after it: only the machine's time is taken.
  std::vector<tensor> tensors;
  for (const circular_buffer_plan& in : work.inputs())
    tensors.push_back(make_test_tensor(in.grid.rows, in.grid.cols, 1 + tensors.size()));
  std::vector<const tensor*> list;
  for (const tensor& t : tensors) list.push_back(&t);
  circular_buffer_feed feed(work.inputs(), work.output(), list, m->state().l1.data());
  for (unsigned core = 0; core < thread_count; ++core) m->play(core, work.program(core));
  m->feed(feed);
  const int code = print_run(*m, name.c_str());
  return feed.done() ? code : 1;
}

}  // namespace

int sc_main(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "";
  try {
    command_line line = parse_command_line(argc - 1, argv + 1);
    if ((name == "timed" || name == "functional") && (line.what == command::run || line.what == command::stream))
      return run(name, line);
    std::cerr << "usage: bench_functional timed|functional run KERNEL OPTION... | stream FILE OPTION...\n";
  } catch (const std::exception& e) {
    std::cerr << "bench_functional: " << e.what() << "\n";
  }
  return exit_wrong_input;
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
