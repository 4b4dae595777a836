// SPDX-License-Identifier: Apache-2.0
// The adapters of L1's pins with blocks in C++: an L1 that grants at random, one that never does, the order of pins that are ports;
// a client of eight ports at 128 bytes a cycle; in every clock mode and at every kind of legal position of the edge.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "cosim/rtl/rtl_l1.h"
#include "cosim/rtl/rtl_units.h"
#include "l1_blocks.h"
#include "models/memory/l1.h"
#include "testbench/run/simulation.h"
#include "tests/cosim/at_pins.h"
#include "tests/external_parts/runs.h"
#include "workload/kernels/kernel_function.h"

namespace {
using namespace tensix;
using sc_apart::apart;
using sc_apart::expect;
using namespace at_pins;

// ---- A tile whose L1 is a block in C++

own::exchanging with(unsigned percent, uint32_t seed, rtl_clock_mode mode, uint32_t edge) {
  return [=](tile_parts& parts) {
    auto environment = std::make_shared<rtl_environment>(clock_of(mode, edge));
    parts.l1 = [environment, percent, seed](const tile_context& c) {
      const l1_parameters& p = c.configuration.l1;
      return std::make_unique<rtl_l1>("l1", p, environment->clock(),
                                      std::make_unique<l1_blocks::server>(p.size_kib * 1024, percent, seed),
                                      l1_pin_order::by_port);
    };
  };
}
uint64_t nothing(tensix_tile&) { return 0; }

void random_grants() {
  for (const char* configuration : {"blackhole", "documented"})
    for (const char* kernel : {"datacopy", "matmul"})
      for (const uint32_t period : periods_ps) {
        const own::kernel_case k{configuration, kernel, 64, "clock_period_ps=" + std::to_string(period)};
        const own::outcome model = own::run(
            k, [](tile_parts&) {}, nothing);
        expect(model.end == "done", "the model: " + model.end);
        for (const auto mode : modes)
          for (const uint32_t edge : edges_of(period))
            for (const unsigned percent : {100u, 40u}) {
              const own::outcome o = own::run(k, with(percent, edge + 1, mode, edge), nothing);
              const std::string who = std::string(configuration) + " " + kernel + ", " + name(mode, period, edge) +
                                      ", grants " + std::to_string(percent) + " %";
              expect(o.end == "done", who + ": " + o.end);
              expect(o.output == model.output && o.l1 == model.l1, who + ": other bytes");
              expect(percent == 100 || o.cycles > model.cycles, who + ": an L1 that dawdles is as fast as one that does not");
            }
      }
}

// An L1 that grants nothing: the run ends, and says so.
void deadlock() {
  for (const auto mode : modes) {
    const std::string said = own::apart([mode] {
      const parameters p = builtin_configuration("blackhole");
      kernel_options options;
      options.kernel = &kernel_named("datacopy");
      options.m = options.n = options.k = 64;
      options.topology = p.packer.topology;
      const kernel work(options);
      const tensor a = make_test_tensor(64, 64, 1);
      tile_parts parts;
      with(0, 1, mode, 0)(parts);
      simulation sim(p, on_undefined::stop, parts);
      circular_buffer_feed feed(work.inputs(), work.output(), {&a}, sim.tile().state().l1.data());
      for (unsigned core = 0; core < 3; ++core) sim.play(core, work.program(core));
      sim.feed(feed);
      const run_result r = sim.run(200000);
      return (r.how == run_outcome::deadlock ? "deadlock\n" : "no deadlock\n") + r.text;
    });
    const bool named = said.find("l1 has not granted ") != std::string::npos && said.find("since cycle") != std::string::npos;
    expect(said.find("deadlock\n") == 0 && named, name(mode, 1000, 0) + ": " + said);
  }
}

// ---- Pins that are ports

struct asker : sc_core::sc_module {
  l1_initiator socket{"socket", completes<&asker::answered>(this)};
  std::vector<cycle_t> done;
  SC_HAS_PROCESS(asker);
  explicit asker(const sc_core::sc_module_name& name) : sc_module(name) { SC_THREAD(ask); }
  void add(l1_client client, uint32_t lanes, uint32_t word, uint32_t beats) {
    data_.emplace_back(16 * beats);
    l1_payload& t = socket.get(tlm::TLM_READ_COMMAND, 16 * word, data_.back().data(), 16 * beats);
    t.tag = static_cast<uint32_t>(done.size());
    t.access.client = client, t.access.lanes = lanes;
    requests_.push_back(&t);
    done.push_back(0);
  }

 private:
  std::vector<l1_payload*> requests_;
  std::vector<std::vector<uint8_t>> data_;
  void ask() {
    wait(at(1, slot::unpacker0) - sc_core::sc_time_stamp());
    for (l1_payload* t : requests_) socket.send(*t);
  }
  void answered(l1_payload& t) { done[t.tag] = now_cycle(); }
};

l1_parameters eight_ports(std::vector<uint32_t> noc, std::vector<uint32_t> mover) {
  l1_parameters p = builtin_configuration("blackhole").l1;
  p.size_kib = 64;
  p.ports = 8;
  for (auto& own : p.client_ports) own = {0};
  p.client_ports[static_cast<size_t>(l1_client::noc)] = std::move(noc);
  p.client_ports[static_cast<size_t>(l1_client::mover)] = std::move(mover);
  return p;
}

// The older transfer takes the lowest of its client's ports, the younger one what is free; the rest come in the next cycle.
void ports_in_order(rtl_clock_mode mode) {
  cycle_time::set(1000);
  const l1_parameters p = eight_ports({7, 2, 5}, {5, 7, 6});
  rtl_clock clock("clock", clock_of(mode, 0));
  auto made = std::make_unique<l1_blocks::server>(p.size_kib * 1024, 100, 1);
  l1_blocks::server& block = *made;
  block.keeps_grants = true;
  rtl_l1 l1("l1", p, clock, std::move(made), l1_pin_order::by_port);
  asker a("asker");
  a.socket.bind(l1.client_socket());
  a.add(l1_client::noc, 2, 3, 2);     // ports 2 and 5
  a.add(l1_client::mover, 3, 40, 3);  // ports 6 and 7, its third beat 5 in the next cycle
  sc_core::sc_start(at(1000, slot::l1));
  using grants = std::vector<std::pair<unsigned, uint32_t>>;
  std::vector<grants> seen;
  for (const grants& g : block.grants)
    if (!g.empty()) seen.push_back(g);
  const std::vector<grants> right{{{2, 3}, {5, 4}, {6, 40}, {7, 41}}, {{5, 42}}};
  std::string text;
  for (const grants& g : seen)
    for (const auto& [port, word] : g) text += " port " + std::to_string(port) + " word " + std::to_string(word);
  expect(seen == right, "order of ports:" + text);
  expect(a.done[0] == 2 && a.done[1] == 3,
         "completions in cycles " + std::to_string(a.done[0]) + " and " + std::to_string(a.done[1]));
}

// ---- A client

enum class other_side : uint8_t { model, block };
struct client_case {
  rtl_clock_mode mode;
  uint32_t period, edge;
  other_side l1;
  unsigned ports, percent, idle;
  bool random = false;  // rtl.random_*
};

void client_runs(const client_case& x) {
  constexpr unsigned rows = 100;
  cycle_time::set(x.period);
  std::vector<uint32_t> own;
  for (uint32_t i = 0; i < x.ports; ++i) own.push_back(i);
  const l1_parameters p = eight_ports(own, {0});
  rtl_clock_parameters of_clock = clock_of(x.mode, x.edge);
  if (x.random) of_clock.random = {3, 50, 6, rtl_random_distribution::bursts};
  rtl_clock clock("clock", of_clock);
  l1_storage bytes(p.size_kib * 1024);
  std::unique_ptr<l1_if> l1;
  if (x.l1 == other_side::model) l1 = std::make_unique<l1_memory>("l1", p, bytes);
  else
    l1 = std::make_unique<rtl_l1>("l1", p, clock, std::make_unique<l1_blocks::server>(p.size_kib * 1024, x.percent, 5),
                                  l1_pin_order::by_port);
  l1_blocks::client c(clock, l1_client::noc, rows, x.idle, 7);
  c.ports.l1.bind(l1->client_socket());
  // Begins with the edge that ends cycle 1: what it asks for first stands in cycle 2.
  struct beginning {
    rtl_clock& clock;
    l1_blocks::client& c;
    activation run{slot::riscv, method<&beginning::process>(this)};
    void process() {
      clock.up_to(run.begin());
      c.go = true;
      clock.wake();
      if (clock.mode() == rtl_clock_mode::lazy && !c.done()) run.arm(now_cycle() + 1);
    }
  } begins{clock, c};
  sc_core::sc_spawn([&] { begins.run.arm(1); });
  sc_core::sc_start(at(20000, slot::l1));
  const std::string who = name(x.mode, x.period, x.edge) + (x.l1 == other_side::model ? ", model" : ", block") + ", " +
                          std::to_string(x.ports) + " ports, grants " + std::to_string(x.percent) + " %, idle " +
                          std::to_string(x.idle) + " %";
  expect(c.done() && c.wrong == 0, who + ": " + std::to_string(c.answers) + " answers, " + std::to_string(c.wrong) + " wrong");
  expect(c.ports.beats() == 2 * rows * c.count, who + ": " + std::to_string(c.ports.beats()) + " beats");
  const uint64_t beats = 2 * rows * c.count, least = beats / x.ports, cycles = c.last_grant + 1 - 2;
  const std::string took = who + ": " + std::to_string(cycles) + " cycles for " + std::to_string(beats) + " beats";
  if (x.percent == 100 && x.idle == 0 && !x.random) expect(c.first_grant == 2 && cycles == least, took);
  else expect(cycles > least, took);
}

void clients() {
  for (const auto mode : modes)
    for (const uint32_t period : periods_ps)
      for (const uint32_t edge : edges_of(period))
        for (const auto l1 : {other_side::model, other_side::block})
          for (const unsigned ports : {8u, 1u})
            for (const unsigned dawdles : {0u, 1u}) {
              const client_case x{
                  mode, period, edge, l1, ports, dawdles && l1 == other_side::block ? 50u : 100u, dawdles ? 60u : 0u};
              if (dawdles && ports == 1 && l1 == other_side::model) continue;  // the one port is never without a beat
              apart("client: " + name(mode, period, edge), [&] { client_runs(x); });
              if (dawdles || edge != edges_of(period).front()) continue;
              client_case later = x;
              later.random = true;
              apart("client, later at random: " + name(mode, period, edge), [&] { client_runs(later); });
            }
}

}  // namespace

int sc_main(int, char**) {
  for (const auto mode : modes) apart("ports_in_order", [&] { ports_in_order(mode); });
  clients();
  deadlock();
  random_grants();
  return sc_apart::errors == 0 ? 0 : 1;
}
