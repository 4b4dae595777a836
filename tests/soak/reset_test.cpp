// SPDX-License-Identifier: Apache-2.0
// A reset in the middle of a run forgets everything but L1: a random program is reset in a random cycle, and another one played; the
// same one is played by a fresh tile that begins with the bytes that L1 had then. Registers, bytes, cycles since then, accounts, and
// every word that an observer is told with its cycle are equal. Arguments: NAME=VALUE of parameters.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <new>
#include <string>

#include "platform/riscv_cores.h"
#include "testbench/run/simulation.h"
#include "tests/alike.h"
#include "tests/seed.h"
#include "tests/soak/architecture.h"
#include "tests/soak/generator.h"

using namespace tensix;
using namespace tensix::soak;

namespace {

struct outcome {
  uint64_t cycles = 0, state = 0, told = 0, events = 0, counted = 0, how = 0;
  bool operator==(const outcome& o) const { return !std::memcmp(this, &o, sizeof o); }
};

// What the children of one pair tell one another.
struct shared_memory {
  uint64_t cycles;  // of the first program, by itself
  uint64_t at;      // the reset
  uint64_t reset;   // it has taken place
  outcome with_reset, fresh;
  uint8_t l1[default_l1_bytes];
};

// Sums up what it is told, cycles counted from `base` on.
struct listener : observer {
  explicit listener(uint64_t from) : base(from) {}
  const uint64_t base;
  uint64_t sum = 14695981039346656037u, events = 0;
  void add(uint64_t x) { sum = (sum ^ x) * 1099511628211u, sum ^= sum >> 29; }
  void add(const char* text) {
    while (*text) add(static_cast<uint8_t>(*text++));
  }
  template <typename... Each>
  void all(const Each&... each) {
    ++events;
    (add(each), ...);
  }
  uint64_t c(uint64_t cycle) const { return cycle - base; }
  l1_wishes wishes() const override { return {true, true}; }
  static uint64_t of(stall_reason why) { return static_cast<uint64_t>(why); }
  void counted(const char* who, stall_reason why, uint64_t from, uint64_t to) override { all(who, of(why), c(from), c(to)); }
  void issued(const gate_event& e, uint64_t) override {
    all(uint64_t{e.thread}, uint64_t{e.word}, c(e.cycle), uint64_t{e.unit});
  }
  void refused(const gate_event& e, stall_reason why) override {
    all(uint64_t{e.thread}, uint64_t{e.word}, of(why), c(e.cycle));
  }
  void executed(const char* who, int thread, uint32_t word, uint64_t issue, uint64_t from, uint64_t to) override {
    all(who, uint64_t(thread), uint64_t{word}, c(issue), c(from), c(to));
  }
  void handed_over(const char* by, unsigned which, unsigned bank, unsigned owner, uint64_t given, uint64_t from) override {
    all(by, uint64_t{which}, uint64_t{bank}, uint64_t{owner}, c(given), c(from));
  }
  void l1_served(const l1_traffic& t) override {
    all(c(t.from), c(t.to), uint64_t{t.client}, t.granted, t.requested, uint64_t{t.bank_conflicts});
  }
  void fifo_changed(unsigned thread, int change, uint64_t cycle, uint64_t) override {
    all(uint64_t{thread}, uint64_t(change), c(cycle));
  }
  void semaphore_is(unsigned index, unsigned value, uint64_t cycle) override {
    all(uint64_t{index}, uint64_t{value}, c(cycle));
  }
  void l1_beat(uint64_t transfer, uint32_t beat, uint32_t word, unsigned port, uint64_t cycle) override {
    all(transfer, uint64_t{beat}, uint64_t{word}, uint64_t{port}, c(cycle));
  }
  void src_written(unsigned which, unsigned bank, uint64_t rows, uint64_t cycle) override {
    all(uint64_t{which}, uint64_t{bank}, rows, c(cycle));
  }
  void dst_used(dst_accessor by, const dst_block_set& reads, const dst_block_set& writes, uint64_t cycle) override {
    all(uint64_t(by), reads.word[0], reads.word[1], writes.word[0], writes.word[1], c(cycle));
  }
  void gprs_used(const gpr_use& use) override {
    all(uint64_t{use.word}, uint64_t{use.thread}, uint64_t{use.write}, c(use.cycle));
  }
};

// All of a unit's and a thread's account, so far.
std::vector<uint64_t> counts(tensix_tile& tile) {
  std::vector<uint64_t> all;
  const auto add = [&](const account& a) {
    all.push_back(a.busy_cycles());
    for (int why = 0; why < static_cast<int>(stall_reason::count); ++why)
      all.push_back(a.stall_cycles(static_cast<stall_reason>(why)));
  };
  for (auto& [who, a] : tile.unit_accounts()) add(*a);
  for (auto& [who, a] : tile.thread_accounts()) add(*a);
  return all;
}

void put(tensix_tile& tile, const program& work) {
  for (const memory_fill& m : work.memory) std::memcpy(&tile.state().l1.at(m.address), m.words.data(), 4 * m.words.size());
  tile.state().take_l1(0, static_cast<uint32_t>(tile.state().l1.size()));
}

outcome outcome_of(simulation& sim, const run_result& ended, uint64_t base, const listener& heard,
                   const std::vector<uint64_t>& before) {
  outcome o;
  o.cycles = ended.cycles - base;
  o.how = 1 + static_cast<uint64_t>(ended.how);
  o.state = digest({sim.tile().state(), sim.tile().functions()});
  o.told = heard.sum, o.events = heard.events;
  const auto now = counts(sim.tile());
  o.counted = 14695981039346656037u;
  for (size_t i = 0; i < now.size(); ++i)
    o.counted = (o.counted ^ (now[i] - (before.empty() ? 0 : before[i]))) * 1099511628211u;
  return o;
}

void in_a_child(const std::function<void()>& what) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    alarm(120);
    what();
    std::fflush(nullptr);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (status) std::fprintf(stderr, "a child ended with status %d\n", status);
}

constexpr uint64_t longest_run = 1'000'000;

}  // namespace

int sc_main(int argc, char** argv) {
  const unsigned pairs = tensix_tests::alike(120);
  void* const page = mmap(nullptr, sizeof(shared_memory), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return 1;
  shared_memory& shared = *new (page) shared_memory;
  unsigned wrong = 0, resets = 0, failed = 0;
  for (unsigned i = 0; i < pairs; ++i) {
    parameters p = builtin_configuration(i % 2 ? "documented" : "blackhole");
    for (int a = 1; a < argc; ++a) {
      const std::string text = argv[a];
      set(p, text.substr(0, text.find('=')), text.substr(text.find('=') + 1));
    }
    generator_options options;
    options.topology = p.packer.topology;
    options.size = 1 + i % 4;
    const program first = generate(seeded(90210) + 2 * i, options), second = generate(seeded(90210) + 2 * i + 1, options);
    shared.cycles = shared.at = shared.reset = 0;
    shared.with_reset = shared.fresh = {};
    in_a_child([&] {
      simulation sim(p, on_undefined::stop);
      sim.why.reset();
      put(sim.tile(), first);
      for (unsigned core = 0; core < stream_cores; ++core) sim.play(core, steps_of(first, core));
      shared.cycles = sim.run(longest_run).cycles;
    });
    uint64_t random = (seeded(90210) + i) * 0x9e3779b97f4a7c15u;
    random ^= random >> 31;
    shared.at = 1 + random % std::max<uint64_t>(shared.cycles, 2);
    if (shared.at >= shared.cycles) shared.at = std::max<uint64_t>(shared.cycles / 2, 1);
    in_a_child([&] {
      simulation sim(p, on_undefined::stop);
      sim.why.reset();
      put(sim.tile(), first);
      for (unsigned core = 0; core < stream_cores; ++core) sim.play(core, steps_of(first, core));
      listener heard(shared.at);
      std::vector<uint64_t> before;
      sim.reset_at = shared.at;
      sim.again = [&](unsigned core) {
        if (before.empty()) {
          auto& state = sim.tile().state();
          state.bring_l1(0, static_cast<uint32_t>(state.l1.size()));
          std::memcpy(shared.l1, state.l1.data(), state.l1.size());
          put(sim.tile(), second);
          before = counts(sim.tile());
          sim.tile().attach(heard);
          shared.reset = 1;
        }
        return steps_of(second, core);
      };
      const run_result ended = sim.run(shared.at + longest_run);
      if (ended.how != run_outcome::done) std::fprintf(stderr, "after the reset: %s\n", ended.text.c_str());
      shared.with_reset = outcome_of(sim, ended, shared.at, heard, before);
    });
    resets += shared.reset != 0;
    in_a_child([&] {
      simulation sim(p, on_undefined::stop);
      sim.why.reset();
      std::memcpy(sim.tile().state().l1.data(), shared.l1, sim.tile().state().l1.size());
      put(sim.tile(), second);
      for (unsigned core = 0; core < stream_cores; ++core) sim.play(core, steps_of(second, core));
      listener heard(0);
      sim.tile().attach(heard);
      shared.fresh = outcome_of(sim, sim.run(longest_run), 0, heard, {});
    });
    failed += shared.fresh.how != 1;
    if (shared.with_reset == shared.fresh) continue;
    const outcome &a = shared.with_reset, &b = shared.fresh;
    if (++wrong <= 10)
      std::fprintf(stderr,
                   "pair %u, reset in cycle %llu of %llu: cycles %llu and %llu, ended %llu and %llu, state %s, events %llu and "
                   "%llu, %s, accounts %s\n",
                   i, static_cast<unsigned long long>(shared.at), static_cast<unsigned long long>(shared.cycles),
                   static_cast<unsigned long long>(a.cycles), static_cast<unsigned long long>(b.cycles),
                   static_cast<unsigned long long>(a.how), static_cast<unsigned long long>(b.how),
                   a.state == b.state ? "equal" : "other", static_cast<unsigned long long>(a.events),
                   static_cast<unsigned long long>(b.events), a.told == b.told ? "equal" : "others",
                   a.counted == b.counted ? "equal" : "others");
  }
  std::printf("%u pairs, %u resets, %u differ\n", pairs, resets, wrong);
  return wrong || resets != pairs || failed ? 1 : 0;
}
