// SPDX-License-Identifier: Apache-2.0
// How far the calendar runs ahead of SystemC's time changes nothing, nor do foreign processes: random programs, each with several
// tlm_global_quantum, alone and beside a foreign clock and a foreign initiator that reads L1. Compared are bytes and registers,
// cycles, accounts and every word an observer is told. (Within one surrounding, for an initiator at L1 takes its turn there.)
#define SC_INCLUDE_DYNAMIC_PROCESSES
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <new>
#include <string>

#include "testbench/run/simulation.h"
#include "tests/alike.h"
#include "tests/seed.h"
#include "tests/soak/architecture.h"
#include "tests/soak/generator.h"

using namespace tensix;
using namespace tensix::soak;

namespace {

constexpr unsigned programs = tensix_tests::alike(300);
constexpr uint64_t quanta_ps[] = {0, 1000, 12345, 100'000'000};
constexpr unsigned quanta = std::size(quanta_ps);
enum surrounding : unsigned { alone, beside_a_clock, beside_an_initiator, surroundings };
constexpr const char* names[] = {"alone", "beside a clock", "beside a clock and an initiator"};

struct outcome {
  uint64_t cycles = 0, state = 0, told = 0, how = 0;
  bool operator==(const outcome& o) const { return !std::memcmp(this, &o, sizeof o); }
};

// Sums up everything it is told, in the order in which it is told.
struct listener : observer {
  uint64_t sum = 14695981039346656037u;
  void add(uint64_t x) {
    for (unsigned i = 0; i < 8; ++i) sum = (sum ^ (x >> 8 * i & 0xff)) * 1099511628211u;
  }
  void add(const char* text) {
    while (*text) sum = (sum ^ static_cast<uint8_t>(*text++)) * 1099511628211u;
  }
  template <typename... Each>
  void all(const Each&... each) {
    (add(each), ...);
  }
  l1_wishes wishes() const override { return {true, true}; }
  static uint64_t of(stall_reason why) { return static_cast<uint64_t>(why); }
  void introduced(const char* who, account_of) override { all(who); }
  void counted(const char* who, stall_reason why, uint64_t from, uint64_t to) override { all(who, of(why), from, to); }
  void spent(const char* who, uint32_t pc, uint32_t polled, stall_reason why, uint64_t from, uint64_t to) override {
    all(who, uint64_t{pc}, uint64_t{polled}, of(why), from, to);
  }
  void issued(const gate_event& e, uint64_t thread_free) override {
    all(uint64_t{e.thread}, uint64_t{e.word}, e.cycle, uint64_t{e.unit}, thread_free);
  }
  void refused(const gate_event& e, stall_reason why) override {
    all(uint64_t{e.thread}, uint64_t{e.word}, of(why), e.cycle, uint64_t{e.unit});
  }
  void executed(const char* who, int thread, uint32_t word, uint64_t issue, uint64_t from, uint64_t to) override {
    all(who, uint64_t(thread), uint64_t{word}, issue, from, to);
  }
  void handed_over(const char* by, unsigned which, unsigned bank, unsigned owner, uint64_t given, uint64_t from) override {
    all(by, uint64_t{which}, uint64_t{bank}, uint64_t{owner}, given, from);
  }
  void l1_served(const l1_traffic& t) override {
    all(t.from, t.to, uint64_t{t.client}, t.granted, t.requested, uint64_t{t.bank_conflicts});
  }
  void fifo_changed(unsigned thread, int change, uint64_t cycle, uint64_t now) override {
    all(uint64_t{thread}, uint64_t(change), cycle, now);
  }
  void queue_changed(const char* who, uint64_t writes, uint64_t cycle) override { all(who, writes, cycle); }
  void semaphore_is(unsigned index, unsigned value, uint64_t cycle) override { all(uint64_t{index}, uint64_t{value}, cycle); }
  void l1_beat(uint64_t transfer, uint32_t beat, uint32_t word, unsigned port, uint64_t cycle) override {
    all(transfer, uint64_t{beat}, uint64_t{word}, uint64_t{port}, cycle);
  }
  void l1_complete(const l1_completed& t) override { all(t.transfer, t.asked, t.done, uint64_t{t.address}); }
  void src_written(unsigned which, unsigned bank, uint64_t rows, uint64_t cycle) override {
    all(uint64_t{which}, uint64_t{bank}, rows, cycle);
  }
  void dst_used(dst_accessor by, const dst_block_set& reads, const dst_block_set& writes, uint64_t cycle) override {
    all(uint64_t(by), reads.word[0], reads.word[1], writes.word[0], writes.word[1], cycle);
  }
  void gprs_used(const gpr_use& use) override { all(uint64_t{use.word}, uint64_t{use.thread}, uint64_t{use.write}, use.cycle); }
  void works_with(const char* who, const work_details& d) override {
    all(who, uint64_t{d.address}, uint64_t{d.bytes}, uint64_t(d.srca_bank), uint64_t(d.srcb_bank));
  }
};

struct late_steps : step_source {
  std::unique_ptr<step_source> source;
  bool next(step& out) override { return source && source->next(out); }
};

// A clock whose period is no divisor of the tile's.
struct foreign_clock : sc_core::sc_module {
  uint64_t edges = 0;
  explicit foreign_clock(sc_core::sc_module_name name) : sc_module(name), clock_("clock", 700, sc_core::SC_PS) {
    SC_HAS_PROCESS(foreign_clock);
    SC_METHOD(edge);
    sensitive << clock_.posedge_event();
    dont_initialize();
  }

 private:
  sc_core::sc_clock clock_;
  void edge() { ++edges; }
};

// Reads L1 now and then.
struct foreign_initiator : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<foreign_initiator> noc;
  uint64_t read = 0;
  explicit foreign_initiator(sc_core::sc_module_name name) : sc_module(name), noc("noc") {
    SC_HAS_PROCESS(foreign_initiator);
    SC_THREAD(initiate);
  }

 private:
  void initiate() {
    uint8_t bytes[64];
    tlm::tlm_generic_payload payload;
    payload.set_command(tlm::TLM_READ_COMMAND);
    payload.set_data_ptr(bytes);
    payload.set_data_length(sizeof bytes);
    payload.set_streaming_width(sizeof bytes);
    for (uint64_t address = 0;; address = (address + 4160) % 0x100000) {
      wait(sc_core::sc_time(static_cast<double>(23457 + address % 9973), sc_core::SC_PS));
      payload.set_address(address);
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      noc->b_transport(payload, delay);
      read += payload.is_response_ok();
    }
  }
};

template <typename T>
T* shared(size_t n) {
  void* page = mmap(nullptr, n * sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) std::abort();
  return new (page) T[n];
}

// In a child each: elaborates once, and runs every program with every quantum in children of its own.
void run_all(surrounding around, const char* configuration, outcome* out, uint64_t* foreign_events) {
  const parameters p = builtin_configuration(configuration);
  simulation sim(p, on_undefined::stop);
  late_steps* steps[stream_cores];
  for (unsigned core = 0; core < stream_cores; ++core) {
    auto late = std::make_unique<late_steps>();
    steps[core] = late.get();
    sim.play(core, std::move(late));
  }
  std::unique_ptr<foreign_clock> clock;
  std::unique_ptr<foreign_initiator> initiator;
  if (around != alone) clock = std::make_unique<foreign_clock>("foreign_clock");
  if (around == beside_an_initiator) {
    initiator = std::make_unique<foreign_initiator>("foreign_initiator");
    initiator->noc.bind(sim.tile().noc);
    sim.noc_taken = true;
  }
  generator_options options;
  options.topology = p.packer.topology;
  for (unsigned i = 0; i < programs; ++i) {
    options.size = 1 + i % 5;
    const program work = generate(seeded(4711) + i, options);
    for (unsigned q = 0; q < quanta; ++q) {
      const pid_t child = fork();
      if (child == 0) {
        alarm(60);
        for (const memory_fill& m : work.memory)
          std::memcpy(&sim.tile().state().l1.at(m.address), m.words.data(), 4 * m.words.size());
        for (unsigned core = 0; core < stream_cores; ++core) steps[core]->source = steps_of(work, core);
        listener heard;
        sim.tile().attach(heard);
        sim.quantum_ps = quanta_ps[q];
        const run_result ended = sim.run(1'000'000);
        outcome& o = out[i * quanta + q];
        o.cycles = ended.cycles;
        o.how = 1 + static_cast<uint64_t>(ended.how);
        o.state = digest({sim.tile().state(), sim.tile().functions()});
        for (auto& [who, account] : sim.tile().unit_accounts()) {
          heard.add(account->busy_cycles());
          heard.add(account->elapsed());
        }
        o.told = heard.sum;
        if (clock) foreign_events[0] += clock->edges;
        if (initiator) foreign_events[1] += initiator->read;
        _exit(0);
      }
      int status = 0;
      waitpid(child, &status, 0);
      if (status != 0) out[i * quanta + q].how = 0;
    }
  }
}

}  // namespace

int sc_main(int, char**) {
  unsigned wrong = 0;
  uint64_t compared = 0;
  for (const char* configuration : {"blackhole", "documented"}) {
    outcome* const got = shared<outcome>(surroundings * programs * quanta);
    uint64_t* const events = shared<uint64_t>(2);
    pid_t children[surroundings];
    for (unsigned s = 0; s < surroundings; ++s)
      if ((children[s] = fork()) == 0) {
        run_all(static_cast<surrounding>(s), configuration, got + s * programs * quanta, events);
        _exit(0);
      }
    for (const pid_t child : children) {
      int status = 0;
      waitpid(child, &status, 0);
      if (status != 0) ++wrong, std::printf("%s: a process ended with status %d\n", configuration, status);
    }
    for (unsigned s = 0; s < surroundings; ++s)
      for (unsigned i = 0; i < programs; ++i)
        for (unsigned q = 0; q < quanta; ++q) {
          // A clock beside it changes nothing at all; an initiator does, but in the same way for every quantum.
          const outcome &o = got[(s * programs + i) * quanta + q],
                        &first = got[((s == beside_an_initiator ? s : 0) * programs + i) * quanta];
          ++compared;
          if (o == first && o.how == 1 + static_cast<uint64_t>(run_outcome::done)) continue;
          if (++wrong < 20)
            std::printf(
                "%s, %s, program %u, quantum %llu ps: %llu cycles, state %llx, told %llx, end %llu; should be %llu, %llx, "
                "%llx, "
                "%llu\n",
                configuration, names[s], i, static_cast<unsigned long long>(quanta_ps[q]),
                static_cast<unsigned long long>(o.cycles), static_cast<unsigned long long>(o.state),
                static_cast<unsigned long long>(o.told), static_cast<unsigned long long>(o.how),
                static_cast<unsigned long long>(first.cycles), static_cast<unsigned long long>(first.state),
                static_cast<unsigned long long>(first.told), static_cast<unsigned long long>(first.how));
        }
    if (!events[0] || !events[1]) ++wrong, std::printf("%s: the foreign processes did nothing\n", configuration);
  }
  std::printf("%llu runs compared, %u differ\n", static_cast<unsigned long long>(compared), wrong);
  return wrong ? 1 : 0;
}
