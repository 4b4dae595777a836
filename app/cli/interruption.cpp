// SPDX-License-Identifier: Apache-2.0
#include "app/cli/interruption.h"

#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <iostream>

#include "app/cli/apart_pool.h"
#include "support/files/standard_output.h"
#include "testbench/run/run_report.h"

namespace tensix {
namespace {

constexpr int interrupting_signals[] = {SIGINT, SIGTERM};
volatile std::sig_atomic_t received = 0;

void note(int number) {
  received = number;
  for (const int s : interrupting_signals) std::signal(s, SIG_DFL);  // the next one ends the process
}

// Whatever comes until the other end is closed, or a signal comes.
std::string read_all(int descriptor) {
  std::string text;
  char piece[4096];
  while (!received) {
    pollfd ready = {descriptor, POLLIN, 0};
    if (poll(&ready, 1, 100) <= 0) continue;
    const ssize_t n = read(descriptor, piece, sizeof piece);
    if (n == 0) break;
    if (n > 0) text.append(piece, static_cast<size_t>(n));
  }
  return text;
}

}  // namespace

noted_signals::noted_signals() {
  for (const int s : interrupting_signals) {
    struct sigaction before = {}, noted = {};
    if (sigaction(s, nullptr, &before) != 0 || before.sa_handler != SIG_DFL) continue;
    noted.sa_handler = note;
    noted.sa_flags = SA_RESTART;
    for (const int other : interrupting_signals) sigaddset(&noted.sa_mask, other);
    sigaction(s, &noted, nullptr);
  }
}

noted_signals::~noted_signals() {
  for (const int s : interrupting_signals) {
    struct sigaction now = {};
    if (sigaction(s, nullptr, &now) == 0 && now.sa_handler == note) std::signal(s, SIG_DFL);
  }
}

void end_by(int signal) {
  std::signal(signal, SIG_DFL);
  std::raise(signal);
  std::abort();  // not reached
}

int interrupted() { return received; }

std::optional<std::string> apart_interruptibly(const std::function<std::string()>& work) {
  const noted_signals noted;
  const apart_process child = begin_apart([&] {
    for (const int s : interrupting_signals) std::signal(s, SIG_IGN);  // the parent ends it
    return work();
  });
  std::string text = read_all(child.from);
  if (received) kill(child.process, SIGKILL);
  if (!end_apart(child) || received) return std::nullopt;
  return text;
}

run_result run_interruptibly(simulation& sim, std::optional<uint64_t> max_cycles) {
  run_result r;
  {
    const noted_signals noted;
    sim.interrupted = [others = sim.interrupted] { return received != 0 || (others && others()); };
    r = sim.run(max_cycles);
  }
  if (received && r.how != run_outcome::interrupted) end_by(received);  // it came in the last moment
  return r;
}

void end_interrupted(const run_result& r, const std::string& how_far) {
  standard_output::require_written();
  std::cerr << "interrupted by " << (received == SIGINT ? "SIGINT" : "SIGTERM") << " at cycle " << grouped(r.cycles) << how_far
            << "; metrics are of the part that was simulated, other files are not written\n";
  end_by(received);
}

}  // namespace tensix
