#include "runs.h"

#include <sys/wait.h>
#include <unistd.h>

#include <sstream>
#include <stdexcept>

#include "testbench/kernels/kernel_function.h"
#include "testbench/run/simulation.h"

namespace own {
using namespace tensix;

namespace {

uint64_t sum(const std::vector<uint8_t>& bytes) {  // FNV-1a
  uint64_t s = 0xcbf29ce484222325;
  for (const uint8_t b : bytes) s = (s ^ b) * 0x100000001b3;
  return s;
}

std::string accounts_of(tensix_tile& tile) {
  std::ostringstream text;
  for (const auto& all : {tile.unit_accounts(), tile.thread_accounts()})
    for (const auto& [name, a] : all) {
      text << name << " busy " << a->busy_cycles() << " idle " << a->idle_cycles();
      for (int why = 1; why < static_cast<int>(stall_reason::count); ++why)
        if (const auto cycles = a->stall_cycles(static_cast<stall_reason>(why)))
          text << " " << tensix::name(static_cast<stall_reason>(why)) << " " << cycles;
      text << "\n";
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

outcome run(const kernel_case& what, const std::function<void(tile_parts&)>& exchange,
            const std::function<uint64_t(tensix_unit&)>& used, tile_unit unit) {
  const std::string text = apart([&] {
    parameters p = builtin_configuration(what.configuration);
    if (!what.settings.empty()) apply_settings(p, {what.settings});
    kernel_options options;
    options.kernel = &kernel_named(what.kernel);
    const unsigned kSize = getenv("SZ") ? atoi(getenv("SZ")) : 64; if (getenv("FMT")) options.format = options.output_format = parse_tile_format(getenv("FMT")); options.m = kSize, options.n = kSize, options.k = kSize;
    options.fidelity = math_fidelity::hifi2;
    options.topology = p.packer.topology;
    const kernel work(options);
    const tensor a = make_test_tensor(kSize, kSize, 1), b = make_test_tensor(kSize, kSize, 2);
    std::vector<const tensor*> operands{&a};
    if (options.kernel->operands() > 1) operands.push_back(&b);

    tile_parts parts;
    exchange(parts);
    simulation sim(p, on_undefined::stop, parts);
    circular_buffer_feed feed(work.inputs(), work.output(), operands, sim.tile().state().l1.data());
    for (unsigned core = 0; core < 3; ++core) sim.play(core, work.program(core));
    sim.feed(feed);
    const run_result r = sim.run(200000);
    std::ostringstream told;
    told << (r.how == run_outcome::done ? "done" : "not_done") << " " << r.cycles << " " << sum(feed.output_tiles()) << " "
         << sum(sim.tile().state().l1) << " " << (used ? used(sim.tile().unit(unit)) : 0) << "\n"
         << (r.how == run_outcome::done ? accounts_of(sim.tile()) : r.text);
    return told.str();
  });
  outcome o;
  std::istringstream told(text);
  told >> o.end >> o.cycles >> o.output >> o.l1 >> o.uses;
  std::getline(told, o.accounts);
  std::getline(told, o.accounts, '\0');
  return o;
}

}  // namespace own
