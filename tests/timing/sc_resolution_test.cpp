// SPDX-License-Identifier: Apache-2.0
// SystemC's time resolution and the length of a cycle change nothing in a tile: a kernel beside a core of somebody else's, an
// SC_THREAD whose accesses fall anywhere in a cycle. With finer resolutions all is at the same femtosecond; with other periods, down
// to femtoseconds, in the same cycle. What a tile cannot be made with is refused, and what to do is said.
#include <sys/mman.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <cstdio>
#include <cstring>
#include <map>
#include <string>

#include "platform/tile.h"
#include "testbench/run/circular_buffer_mover.h"
#include "tests/cosim/sc_apart.h"
#include "workload/kernels/kernel_function.h"
#include "workload/players/stream_player.h"

using namespace tensix;
using sc_apart::apart;
using sc_apart::expect;

namespace {

struct times {
  uint32_t period_ps, period_fs;
  double resolution_fs;
};

uint64_t femtoseconds(const sc_core::sc_time& t) { return t.value() * (1000 / cycle_time::ticks_per_ps()); }

struct idle_core : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<idle_core> socket;
  explicit idle_core(sc_core::sc_module_name name) : sc_module(name), socket("socket") {}
};

// Core B: stores and loads of L1, GPRs and configuration. Between them it waits for whole cycles, or (`odd`) for some picoseconds.
class somebody : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<somebody> socket;
  std::string seen;  // each answer, and when it was there
  somebody(sc_core::sc_module_name name, bool odd) : sc_module(name), socket("socket"), odd_(odd) {
    SC_HAS_PROCESS(somebody);
    SC_THREAD(run);
  }

 private:
  const bool odd_;
  void run() {
    static constexpr uint32_t places[] = {0x150000, 0x150010, 0xFFE00010, 0x1000, 0xFFEF0000, 0x150020};
    uint32_t random = 12345;
    for (unsigned i = 0; i < 400; ++i) {
      random = random * 1664525 + 1013904223;
      uint32_t value = random, address = places[random >> 20 & 3] + (random >> 28 & 3) * 4;
      const bool write = address >= 0x150000 && random >> 16 & 1;
      tlm::tlm_generic_payload payload;
      payload.set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
      payload.set_address(address);
      payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
      payload.set_data_length(4);
      payload.set_streaming_width(4);
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      socket->b_transport(payload, delay);
      if (odd_) seen += std::to_string(femtoseconds(sc_core::sc_time_stamp() + delay));
      else seen += std::to_string(now_cycle()) + "+" + std::to_string(delay.value() / cycle_ticks());
      seen += " " + std::to_string(write ? 0 : value) + (payload.is_response_ok() ? "\n" : " refused\n");
      wait(delay);
      if (odd_) wait(sc_core::sc_time(1 + random % 2777, sc_core::SC_PS));
      else wait_until_cycle(now_cycle() + random % 5);
    }
  }
};

// All that a run shows.
std::string run(const times& t, const char* configuration, bool odd, uint64_t quantum_ps) {
  if (t.resolution_fs != 1000) sc_core::sc_set_time_resolution(t.resolution_fs, sc_core::SC_FS);
  parameters p = builtin_configuration(configuration);
  p.clock_period_ps = t.period_ps;
  p.clock_period_fs = t.period_fs;
  p.feed.producer_bytes_per_cycle = p.feed.consumer_bytes_per_cycle = 32;
  kernel_options options;
  options.kernel = &kernel_named("add");
  options.m = options.n = 64;
  options.topology = p.packer.topology;
  options.read_interfaces = p.packer.read_interfaces;
  const kernel work(options);
  tensix_tile tile("tile", p);
  const tensor a = make_test_tensor(options.m, options.n, 1), b = make_test_tensor(options.m, options.n, 2);
  circular_buffer_feed feed(work.inputs(), work.output(), {&a, &b}, tile.state().l1.data());
  circular_buffer_mover mover("mover", p.feed, feed, tile);
  mover.noc.bind(tile.noc);
  std::vector<std::unique_ptr<stream_player>> players;
  for (unsigned core = 0; core < 3; ++core) {
    players.push_back(
        std::make_unique<stream_player>(("t" + std::to_string(core)).c_str(), core, p.player, work.program(core)));
    players.back()->socket.bind(tile.core[core]);
    if (core) players.back()->pushes = &tile.pushes(core);
  }
  somebody other("other", odd);
  other.socket.bind(tile.core[3]);
  tlm::tlm_global_quantum::instance().set(sc_core::sc_time(static_cast<double>(quantum_ps), sc_core::SC_PS));
  sc_core::sc_start(at(20000, slot::l1));
  std::string all = other.seen + "finished";
  for (const auto& player : players) {
    expect(player->done() && player->finished_at() > 500, "a core has not finished\n" + tile.who_waits());
    all += " " + std::to_string(player->finished_at());
  }
  tile.close_accounts(20000);
  for (auto& [who, account] : tile.unit_accounts()) {
    all += std::string("\n") + who + " " + std::to_string(account->busy_cycles());
    for (int why = 0; why < static_cast<int>(stall_reason::count); ++why)
      all += " " + std::to_string(account->stall_cycles(static_cast<stall_reason>(why)));
  }
  uint64_t sum = 0;
  for (const uint8_t byte : tile.state().l1) sum = (sum ^ byte) * 1099511628211u;
  return all + "\nL1 " + std::to_string(sum) + "\n";
}

constexpr size_t most = 1 << 20;

// Each in a process of its own: all of `runs` show the same.
void alike(const std::string& what, const std::vector<times>& runs, bool odd) {
  char* const page = static_cast<char*>(mmap(nullptr, most, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  for (const char* configuration : {"blackhole", "documented"}) {
    std::string first;
    for (const times& t : runs)
      for (const uint64_t quantum_ps : {0, 12345}) {
        const std::string name = what + ", " + configuration + ", a cycle of " + std::to_string(t.period_ps) + " ps and " +
                                 std::to_string(t.period_fs) + " fs, resolution " + std::to_string(t.resolution_fs) + " fs";
        page[0] = 0;
        apart(name, [&] { std::strncpy(page, run(t, configuration, odd, quantum_ps).c_str(), most - 1); });
        if (first.empty()) first = page;
        expect(!first.empty() && first == page, name + ": differs from the first");
      }
  }
  munmap(page, most);
}

void refused(const times& t, const char* named, const char* advice) {
  apart(std::string("refused: ") + named, [&] {
    sc_core::sc_set_time_resolution(t.resolution_fs, sc_core::SC_FS);
    parameters p = builtin_configuration("blackhole");
    p.clock_period_ps = t.period_ps;
    p.clock_period_fs = t.period_fs;
    std::string why = "it is not";
    try {
      const tensix_tile tile("tile", p);
    } catch (const std::exception& e) {  // of parameters, or of what the simulation has
      why = e.what();
    }
    expect(why.find(named) != std::string::npos && why.find(advice) != std::string::npos, why);
  });
}

}  // namespace

int sc_main(int, char**) {
  alike("resolutions", {{1000, 0, 1000}, {1000, 0, 100}, {1000, 0, 1}}, true);
  alike("resolutions", {{733, 0, 1000}, {733, 0, 10}, {733, 0, 1}}, true);
  alike("periods", {{1000, 0, 1000}, {750, 0, 1000}, {740, 741, 1}, {833, 330, 10}, {512, 1, 1}, {99999, 999, 1}}, false);
  refused({740, 741, 1000}, "740.741 ps is no whole number", "sc_set_time_resolution(1, SC_FS)");
  refused({740, 741, 10}, "740.741 ps is no whole number", "clock_period_fs");
  refused({1000, 0, 10000}, "resolution is 10 ps", "1 ps or a finer one");
  refused({1000, 0, 1e6}, "resolution is 1 ns", "1 ps or a finer one");
  refused({511, 999, 1}, "clock_period_ps: 511", "512..");
  return sc_apart::errors == 0 ? 0 : 1;
}
