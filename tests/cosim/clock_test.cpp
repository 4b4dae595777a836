// SPDX-License-Identifier: Apache-2.0
// The clock of RTL: where an edge may lie and what it sees, its modes, reset, and that none of them hides the end of a run.
#include "tests/cosim/at_pins.h"

#include <functional>
#include <memory>
#include <stdexcept>
#include <vector>

using namespace tensix;
using namespace at_pins;
using sc_apart::apart;
using sc_apart::expect;

namespace {

// Remembers its edges; changes something in those of `changes`, is at work until `works_until`.
struct block : clocked_if {
  std::vector<cycle_t> seen, seen_in_reset;
  std::function<bool(cycle_t)> changes = [](cycle_t) { return false; };
  cycle_t works_until = 0;
  bool in_reset = false;
  unsigned resets = 0;
  void reset(bool asserted) override {
    in_reset = asserted;
    resets += asserted;
  }
  bool edge(cycle_t cycle) override {
    (in_reset ? seen_in_reset : seen).push_back(cycle);
    return !in_reset && changes(cycle);
  }
  bool at_work() const override { return !seen.empty() && seen.back() + 1 < works_until; }
};

std::vector<cycle_t> range(cycle_t from, cycle_t to) {
  std::vector<cycle_t> all;
  for (; from < to; ++from) all.push_back(from);
  return all;
}

// Every position: legal behind the last slot, refused elsewhere.
void positions() {
  cycle_time::set(1000);
  for (uint32_t ps = 0; ps <= 1100; ++ps) {
    const bool legal = ps == 0 || (ps > static_cast<unsigned>(slot::riscv) + 3 && ps < 1000);
    bool taken = true;
    std::string why;
    try {
      const rtl_clock clock(sc_core::sc_gen_unique_name("clock"), clock_of(rtl_clock_mode::free, ps));
    } catch (const std::invalid_argument& e) {
      taken = false;
      why = e.what();
    }
    expect(taken == legal, std::to_string(ps) + " ps: " + why);
    if (!legal) expect(why.find(std::to_string(ps) + " ps") != std::string::npos, "the position is named: " + why);
  }
}

// What the models do in a cycle, in whichever slot, is seen by its edge; what they do in the next one is not.
void order(uint64_t period, uint32_t edge_ps) {
  cycle_time::set(period);
  constexpr cycle_t cycles = 50;
  static constexpr slot slots[] = {
#define X(name, ps, text) slot::name,
      TENSIX_SLOTS(X)
#undef X
          slot_of(slot::riscv, 3)};
  struct counter {
    uint64_t done = 0;
    activation run;
    explicit counter(slot s) : run(s, method<&counter::process>(this)) {}
    void process() {
      ++done;
      if (now_cycle() + 1 < cycles) run.arm(now_cycle() + 1);
    }
  };
  std::vector<std::unique_ptr<counter>> counters;
  for (const slot s : slots) counters.push_back(std::make_unique<counter>(s));
  starter first([&] {
    for (auto& c : counters) c->run.arm(1);  // the first slot of cycle 0 is over when a simulation starts
  });
  rtl_clock clock("clock", clock_of(rtl_clock_mode::free, edge_ps));
  block b;
  b.changes = [&](cycle_t cycle) {
    expect(sc_core::sc_time_stamp().value() == cycle * period + (edge_ps ? edge_ps : period / 2), "the edge's time");
    for (auto& c : counters) expect(cycle >= cycles || c->done == cycle, "all slots of a cycle lie in front of its edge");
    return cycle + 1 < cycles;
  };
  clock.attach(b, "block");
  sc_core::sc_start();
  expect(b.seen.size() >= cycles, "an edge a cycle");
}

// A clock ends with the run: after rtl.quiet_edges edges that change nothing, with nobody else having anything to do.
void quiet(rtl_clock_mode mode, uint32_t quiet_edges, cycle_t last_change, cycle_t others_until) {
  cycle_time::set(1000);
  rtl_clock clock("clock", clock_of(mode, 0, quiet_edges));
  block b;
  b.works_until = never;  // a block that waits for something that does not come
  b.changes = [last_change](cycle_t c) { return c == last_change; };
  clock.attach(b, "block");
  struct other {
    cycle_t until;
    rtl_clock& clock;
    activation run{slot::frontend0, method<&other::process>(this)};
    void process() {
      if (now_cycle() == 0) clock.wake();
      if (now_cycle() < until) run.arm(now_cycle() + 1);
    }
  } o{others_until, clock};
  starter first([&] { o.run.arm(0); });
  sc_core::sc_start();
  cycle_t edges = 0;
  for (uint32_t still = 0; still < quiet_edges; ++edges) still = edges == last_change || edges < others_until ? 0 : still + 1;
  expect(b.seen == range(0, edges), std::to_string(b.seen.size()) + " edges instead of " + std::to_string(edges));
}

// Calls the clock in given cycles.
struct caller {
  struct call {
    cycle_t cycle;
    std::function<void()> what;
  };
  std::vector<call> calls;
  size_t at = 0;
  activation run{slot::frontend0, method<&caller::process>(this)};
  starter first{[this] { run.arm(calls[0].cycle); }};
  explicit caller(std::vector<call> c) : calls(std::move(c)) {}
  void process() {
    calls[at++].what();
    if (at < calls.size()) run.arm(calls[at].cycle);
  }
};

void gated() {
  cycle_time::set(1000);
  rtl_clock clock("clock", clock_of(rtl_clock_mode::gated, 0));
  block b;
  clock.attach(b, "block");
  caller c({{10, [&] { clock.up_to(10), b.works_until = 14, clock.wake(); }},
            {12, [&] { clock.wake(); }},                     // it runs already
            {100, [&] { clock.up_to(100), clock.wake(); }},  // one edge, as there is no work
            {200, [&] { clock.up_to(200); }}});
  sc_core::sc_start();
  expect(b.seen == std::vector<cycle_t>{10, 11, 12, 13, 100}, "a gated clock runs while there is work");
}

void lazy() {
  cycle_time::set(1000);
  rtl_clock clock("clock", clock_of(rtl_clock_mode::lazy, 0));
  block b;
  clock.attach(b, "block");
  caller c({{3, [&] { clock.up_to(3), expect(b.seen == range(0, 3), "three cycles are over"), clock.wake(); }},
            {3 + 1, [&] { clock.up_to(4), clock.up_to(4); }},
            {1000, [&] { clock.up_to(1000); }}});
  sc_core::sc_start();
  expect(b.seen == range(0, 1000), "a lazy clock makes up for all edges, each once");
  expect(clock.edges() == 1000, "edges are counted");
}

void resets() {
  cycle_time::set(1000);
  rtl_clock_parameters p = clock_of(rtl_clock_mode::lazy, 0);
  p.reset_edges = 5;
  rtl_clock clock("clock", p);
  block b;
  clock.attach(b, "block");
  caller c({{7, [&] { clock.up_to(7), clock.reset(); }}, {9, [&] { clock.up_to(9), clock.reset(), clock.reset(); }}});
  sc_core::sc_start();
  expect(b.seen == range(0, 9), "no cycle loses its edge by a reset, and the first one behind it ends the present cycle");
  expect(b.seen_in_reset.size() == 20 && b.resets == 4 && !b.in_reset, "four resets of five edges");
}

}  // namespace

int sc_main(int, char**) {
  apart("positions", positions);
  const uint32_t first = static_cast<unsigned>(slot::riscv) + 4;
  for (const uint64_t period : {uint64_t{1000}, least_cycle_ps, most_cycle_ps})
    for (const uint32_t edge : {0u, first, first + 1, static_cast<uint32_t>(period) - 1})
      apart("order, period " + std::to_string(period) + ", edge " + std::to_string(edge), [&] { order(period, edge); });
  for (const auto mode : {rtl_clock_mode::free, rtl_clock_mode::gated})
    for (const uint32_t n : {1u, 2u, 37u})
      for (const cycle_t change : {0, 5, 60})
        for (const cycle_t others : {1, 3, 40})
          apart("quiet after " + std::to_string(n) + " edges, change in " + std::to_string(change) + ", others until " +
                    std::to_string(others),
                [&] { quiet(mode, n, change, others); });
  apart("gated", gated);
  apart("lazy", lazy);
  apart("resets", resets);
  return sc_apart::errors == 0 ? 0 : 1;
}
