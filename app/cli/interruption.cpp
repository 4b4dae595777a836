#include "app/cli/interruption.h"

#include <csignal>
#include <cstdlib>
#include <iostream>

#include "support/files/standard_output.h"
#include "testbench/run/run_report.h"

namespace tensix {
namespace {

constexpr int ending_signals[] = {SIGINT, SIGTERM};
volatile std::sig_atomic_t received = 0;

void note(int number) {
  received = number;
  for (const int s : ending_signals) std::signal(s, SIG_DFL);  // the next one ends the process
}

// As long as it lives; what is ignored stays ignored (nohup, background jobs).
class noted_signals {
 public:
  noted_signals() {
    for (const int s : ending_signals) {
      struct sigaction before = {}, noted = {};
      if (sigaction(s, nullptr, &before) != 0 || before.sa_handler != SIG_DFL) continue;
      noted.sa_handler = note;
      noted.sa_flags = SA_RESTART;
      for (const int other : ending_signals) sigaddset(&noted.sa_mask, other);
      sigaction(s, &noted, nullptr);
    }
  }
  ~noted_signals() {
    for (const int s : ending_signals) {
      struct sigaction now = {};
      if (sigaction(s, nullptr, &now) == 0 && now.sa_handler == note) std::signal(s, SIG_DFL);
    }
  }
  noted_signals(const noted_signals&) = delete;
  noted_signals& operator=(const noted_signals&) = delete;
};

[[noreturn]] void end_by(int number) {
  std::signal(number, SIG_DFL);
  std::raise(number);
  std::abort();  // not reached
}

}  // namespace

run_result run_interruptibly(simulation& sim, std::optional<uint64_t> max_cycles) {
  run_result r;
  {
    const noted_signals noted;
    sim.interrupted = [] { return received != 0; };
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
