// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/bench.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <new>
#include <stdexcept>

#include "platform/hazards.h"
#include "testbench/run/bounds.h"
#include "testbench/run/collect.h"
#include "testbench/run/simulation.h"
#include "tests/soak/ledger.h"
#include "tests/soak/riscv_carried.h"
#include "tests/soak/riscv_run.h"

namespace tensix::soak {
namespace {

// Whatever a program of this size does takes fewer cycles and seconds; more is a finding.
constexpr uint64_t most_cycles_of_a_program = 3'000'000;
constexpr unsigned most_seconds = 60;

void say(answer& a, verdict what, const std::string& text) {
  if (a.what != verdict::passed) return;  // the first one explains the others
  a.what = what;
  a.text[text.copy(a.text, sizeof a.text - 1)] = 0;
}

// Memory that a child answers in.
answer& shared_answer() {
  void* page = mmap(nullptr, sizeof(answer), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) throw std::runtime_error("mmap: no memory for a child's answer");
  return *new (page) answer;
}

}  // namespace

const char* name(verdict v) {
  switch (v) {
    case verdict::passed: return "passed";
    case verdict::undefined: return "undefined";
    case verdict::stuck: return "stuck";
    case verdict::racy: return "racy";
    case verdict::timed_ended: return "the timed tile ended otherwise";
    case verdict::other_data: return "other data";
    case verdict::other_reference: return "not what the reference calculates";
    case verdict::other_accounts: return "accounts do not add up";
    case verdict::too_fast: return "faster than its bound";
    case verdict::other_if_seen: return "observers change it";
    case verdict::other_if_cut: return "a cut changes what came before";
    case verdict::other_order: return "order of construction changes it";
    case verdict::crashed: return "crashed";
    case verdict::hung: return "hung";
  }
  return "";
}

struct bench::inside {
  // Steps that are only known when the tile stands.
  struct late_steps : step_source {
    std::unique_ptr<step_source> source;
    bool next(step& out) override { return source && source->next(out); }
  };

  inside(const variation& v, bool by_cores) : p(v.p), sim(p, on_undefined::stop, parts_of(v)), without_time(packers()) {
    sim.quantum_ps = simulation::far_ahead_ps;
    if (by_cores) sim.use_cores();
    for (unsigned core = 0; core < stream_cores && !by_cores; ++core) {
      auto late = std::make_unique<late_steps>();
      steps[core] = late.get();
      sim.play(core, std::move(late));
    }
  }
  static tile_parts parts_of(const variation& v) {
    tile_parts parts;
    parts.order = v.order;
    return parts;
  }
  void run(const program& work, const request& r, answer& a);
  void run_timed(const request& r, answer& a);
  void run_by_cores(const program& work, answer& a);
  void compare(answer& a);
  void look_at_accounts(const run_result& ended, answer& a);
  packers_of_tile packers() const { return {p.packer.topology, p.packer.read_interfaces}; }
  machine_view timed_view() { return {sim.tile().state(), sim.tile().functions()}; }

  const parameters p;
  simulation sim;
  late_steps* steps[stream_cores];  // of the players
  untimed without_time;
  answer& shared = shared_answer();
};

bench::bench(const variation& v, bool by_cores) : inside_(std::make_unique<inside>(v, by_cores)) {}
bench::~bench() { munmap(&inside_->shared, sizeof(answer)); }

packers_of_tile bench::packers() const { return inside_->packers(); }

answer bench::run(const program& p, const request& r) {
  answer& shared = inside_->shared;
  shared = answer();
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork: no more processes");
  if (child == 0) {
    alarm(most_seconds);
    inside_->run(p, r, shared);
    _exit(0);  // nothing is torn down: destructors are other tests' matter
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status))
    say(shared, WTERMSIG(status) == SIGALRM ? verdict::hung : verdict::crashed,
        std::string("by ") + strsignal(WTERMSIG(status)));
  else if (WEXITSTATUS(status) != 0)
    say(shared, verdict::crashed, "exit code " + std::to_string(WEXITSTATUS(status)) + ", see above");
  return shared;
}

void bench::inside::run(const program& work, const request& r, answer& a) {
  fill(sim.tile().state(), work);
  for (unsigned core = 0; core < stream_cores && !sim.cores(); ++core) steps[core]->source = steps_of(work, core);
  const auto expected = without_time.run(work);
  a.instructions = without_time.machine.instructions_executed();
  using outcome = functional_machine::outcome;
  if (expected.how == outcome::deadlock) say(a, verdict::stuck, expected.text);
  if (r.across_the_line != (expected.how == outcome::undefined))
    say(a, verdict::undefined, r.across_the_line ? "not diagnosed without time" : expected.text);
  if (a.what != verdict::passed) return;
  if (sim.cores()) run_by_cores(work, a);
  else run_timed(r, a);
}

void bench::inside::run_timed(const request& r, answer& a) {
  ledger seen;
  if (r.observed) {
    seen.expect(sim.tile());
    sim.tile().watch_hazards([&](const std::string& race, hazard_kind kind) {
      if (kind == hazard_kind::order) say(a, verdict::racy, "hazard: " + race);
    });
  }
  if (r.look_at) {
    sim.sample_at = *r.look_at;
    sim.sample = [&](cycle_t) {
      a.digest_then = digest(timed_view());
      return never;
    };
  }
  const run_result ended = sim.run(r.end_at ? *r.end_at : most_cycles_of_a_program);
  a.cycles = ended.cycles;
  a.digest = digest(timed_view());
  look_at_accounts(ended, a);
  if (r.observed)
    if (const std::string wrong = seen.check(sim.tile(), ended.cycles); !wrong.empty()) say(a, verdict::other_accounts, wrong);
  if (r.end_at) return;  // wherever it was
  const run_outcome wanted = r.across_the_line ? run_outcome::undefined : run_outcome::done;
  if (ended.how != wanted) say(a, verdict::timed_ended, std::string(tensix::name(ended.how)) + ": " + ended.text);
  if (r.across_the_line) return;
  compare(a);
}

void bench::inside::compare(answer& a) {
  const std::string other = differences(without_time.view(), "without time", timed_view(), "timed");
  if (!other.empty()) say(a, verdict::other_data, other);
}

void bench::inside::run_by_cores(const program& work, answer& a) {
  riscv_program code;
  try {
    code = generate_cores(work.seed, &work);
  } catch (const std::length_error&) {
    a.left_out = true;
    return;
  }
  carried_checker checker(work, work.seed);
  riscv_reference reference(code, &checker);
  try {
    reference.run();
    checker.finished();
  } catch (const std::runtime_error& e) {
    return say(a, verdict::undefined, std::string("the reference of the cores: ") + e.what());
  }
  load_cores(code, sim.tile(), *sim.cores(), &work);
  const run_result ended = sim.run(most_cycles_of_a_program);
  a.cycles = ended.cycles;
  if (ended.how != run_outcome::done) say(a, verdict::timed_ended, std::string(tensix::name(ended.how)) + ": " + ended.text);
  if (const std::string other = differences(code, reference, sim.tile(), *sim.cores()); !other.empty())
    say(a, verdict::other_data, "of the cores:\n" + other);
  look_at_accounts(ended, a);
  a.digest = digest(timed_view());
  // What is the cores' own has been compared.
  for (tensix_state* state : {&sim.tile().state(), &without_time.machine.state})
    std::fill_n(&state->l1[code.window.base], code.window.bytes, uint8_t{0});
  compare(a);
}

void bench::inside::look_at_accounts(const run_result& ended, answer& a) {
  tensix_tile& tile = sim.tile();
  if (const std::string wrong = account_differences(tile, sim.cores(), ended.cycles); !wrong.empty())
    say(a, verdict::other_accounts, wrong);
  const run_report report = collect(tile, ended);
  const std::array<fetch_speed, 2> wanted = {tile.unit(tile_unit::unpacker0).traffic().fastest,
                                             tile.unit(tile_unit::unpacker1).traffic().fastest};
  const bounds least = bounds_of(report, p, wanted, matrix_work_of(report));
  const auto hold = [&](const char* what, double cycles) {
    if (cycles > static_cast<double>(ended.cycles))
      say(a, verdict::too_fast,
          std::string(what) + " needs " + std::to_string(cycles) + " cycles, the run took " + std::to_string(ended.cycles));
  };
  hold("unpacking", least.unpack_cycles);
  hold("packing", least.pack_cycles);
  hold("a bank of L1", least.bank_cycles);
}

}  // namespace tensix::soak
