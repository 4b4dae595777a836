// SPDX-License-Identifier: Apache-2.0
#include "runs.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "testbench/run/simulation.h"
#include "workload/kernels/kernel_function.h"

namespace own {
using namespace tensix;

namespace {

template <class Bytes>
uint64_t sum(const Bytes& bytes) {  // FNV-1a
  uint64_t s = 0xcbf29ce484222325;
  for (const uint8_t b : bytes) s = (s ^ b) * 0x100000001b3;
  return s;
}

std::string accounts_of(tensix_tile& tile) {
  std::ostringstream text;
  for (const auto& all : {tile.unit_accounts(), tile.thread_accounts()})
    for (const auto& [name, a] : all) {
      text << "\n" << name << " busy " << a->busy_cycles() << " idle " << a->idle_cycles();
      for (int i = 1; i < static_cast<int>(stall_reason::count); ++i)
        if (const auto why = static_cast<stall_reason>(i); a->stall_cycles(why) > 0)
          text << " " << tensix::name(why) << " " << a->stall_cycles(why);
    }
  return text.str();
}

}  // namespace

std::string apart(const std::function<std::string()>& body) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    close(ends[0]);
    std::string text;
    int status = 0;
    try {
      text = body();
    } catch (const std::exception& e) {
      text = e.what();
      status = 1;
    }
    for (size_t at = 0; at < text.size();) {
      const ssize_t n = write(ends[1], text.data() + at, text.size() - at);
      if (n <= 0) _exit(2);
      at += static_cast<size_t>(n);
    }
    _exit(status);
  }
  close(ends[1]);
  std::string text;
  char part[4096];
  for (ssize_t n; (n = read(ends[0], part, sizeof part)) > 0;) text.append(part, static_cast<size_t>(n));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw std::runtime_error(text.empty() ? "a run crashed, wait status " + std::to_string(status) : text);
  return text;
}

outcome run(const kernel_case& what, const exchanging& exchange, const counting& used) {
  const std::string text = apart([&] {
    parameters p = builtin_configuration(what.configuration);
    if (!what.settings.empty()) apply_settings(p, {what.settings});
    kernel_options options;
    options.kernel = &kernel_named(what.kernel);
    options.m = options.n = options.k = what.size;
    options.fidelity = math_fidelity::hifi2;
    options.topology = p.packer.topology;
    const kernel work(options);
    const tensor a = make_test_tensor(what.size, what.size, 1), b = make_test_tensor(what.size, what.size, 2);
    std::vector<const tensor*> operands{&a};
    if (options.kernel->operands() > 1) operands.push_back(&b);

    tile_parts parts;
    exchange(parts);
    simulation sim(p, on_undefined::stop, parts);
    l1_storage& l1 = sim.tile().state().l1;
    circular_buffer_feed feed(work.inputs(), work.output(), operands, l1.data());
    for (unsigned core = 0; core < 3; ++core) sim.play(core, work.program(core));
    sim.feed(feed);
    const run_result r = sim.run(200000);
    std::string end = r.how == run_outcome::done ? "done" : r.text;
    std::replace(end.begin(), end.end(), '\n', ' ');
    std::ostringstream told;
    told << end << "\n"
         << r.cycles << " " << sum(feed.output_tiles()) << " " << sum(l1) << " " << used(sim.tile()) << accounts_of(sim.tile());
    return told.str();
  });
  outcome o;
  std::istringstream told(text);
  std::getline(told, o.end);
  told >> o.cycles >> o.output >> o.l1 >> o.uses >> std::ws;
  for (std::string line; std::getline(told, line);) o.accounts.push_back(line);
  return o;
}

}  // namespace own
