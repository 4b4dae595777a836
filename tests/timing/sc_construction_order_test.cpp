// SPDX-License-Identifier: Apache-2.0
// Tiles whose units were constructed in different orders play the same kernel side by side: bytes, cycles and accounts are the
// same. So are those of a tile behind others in the simulation: nothing that happens at one instant depends on who was there
// first; nor does it matter whether players push by their sockets or beside them. In `documented` four packers and two unpackers
// share ports.
#include <tlm_utils/simple_initiator_socket.h>

#include <algorithm>
#include <cstdio>
#include <random>

#include "platform/tile.h"
#include "testbench/run/circular_buffer_mover.h"
#include "tests/seed.h"
#include "workload/kernels/kernel_function.h"
#include "workload/players/stream_player.h"

using namespace tensix;

namespace {

struct idle_core : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<idle_core> socket;
  explicit idle_core(sc_core::sc_module_name name) : sc_module(name), socket("socket") {}
};

// One tile with its players and its feed.
struct bench {
  kernel work;
  tensix_tile tile;
  tensor a, b;
  circular_buffer_feed feed;
  std::vector<std::unique_ptr<stream_player>> players;
  idle_core core_b;
  circular_buffer_mover mover;

  bench(const std::string& name, const parameters& p, const kernel_options& options, const tile_parts& parts, bool by_sockets)
      : work(options),
        tile((name + "_tile").c_str(), p, parts),
        a(make_test_tensor(options.m, options.n, 1)),
        b(make_test_tensor(options.m, options.n, 2)),
        feed(work.inputs(), work.output(), {&a, &b}, tile.state().l1.data()),
        core_b((name + "_b").c_str()),
        mover((name + "_mover").c_str(), p.feed, feed, tile) {
    for (unsigned core = 0; core < 3; ++core) {
      players.push_back(
          std::make_unique<stream_player>((name + "_t" + std::to_string(core)).c_str(), core, p.player, work.program(core)));
      players.back()->socket.bind(tile.core[core]);
      if (!by_sockets) players.back()->pushes = &tile.pushes(core);
    }
    core_b.socket.bind(tile.core[3]);
    mover.noc.bind(tile.noc);
  }
  std::vector<uint64_t> numbers() {
    std::vector<uint64_t> n;
    for (const auto& player : players) n.push_back(player->finished_at());
    tile.close_accounts(now_cycle());
    for (auto& [who, account] : tile.unit_accounts()) {
      n.push_back(account->busy_cycles());
      for (int why = 0; why < static_cast<int>(stall_reason::count); ++why)
        n.push_back(account->stall_cycles(static_cast<stall_reason>(why)));
    }
    return n;
  }
};

}  // namespace

int sc_main(int, char**) {
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_DO_NOTHING);
  parameters p = builtin_configuration("documented");
  p.feed.producer_bytes_per_cycle = p.feed.consumer_bytes_per_cycle = 32;
  kernel_options options;
  options.kernel = &kernel_named("add");
  options.m = options.n = 128;
  options.topology = p.packer.topology;
  options.read_interfaces = p.packer.read_interfaces;

  std::mt19937 random(seeded(1));
  std::vector<std::unique_ptr<bench>> benches;
  for (unsigned i = 0; i < 8; ++i) {
    tile_parts parts;
    if (i == 1) std::reverse(parts.order.begin(), parts.order.end());
    if (i > 1) std::shuffle(parts.order.begin(), parts.order.end(), random);
    benches.push_back(std::make_unique<bench>("order" + std::to_string(i), p, options, parts, i % 2 == 0));
  }
  int differ = 0;
  // What no tile can be made of is refused, by name.
  const auto refused = [&](const char* what, const char* named, parameters q, const tile_parts& parts) {
    try {
      tensix_tile tile("refused", q, parts);
    } catch (const std::invalid_argument& e) {
      if (std::string(e.what()).find(named) != std::string::npos) return;
      std::fprintf(stderr, "%s: \"%s\" does not name %s\n", what, e.what(), named);
    }
    std::fprintf(stderr, "%s: not refused as it should be\n", what);
    ++differ;
  };
  parameters other_clock = p;
  other_clock.clock_period_ps = 700;
  refused("a second clock", "clock_period_ps", other_clock, {});

  sc_core::sc_start(at(1000000, slot::l1));
  const std::vector<uint64_t> expected = benches[0]->numbers();
  for (const auto& b : benches) {
    for (const auto& player : b->players)
      if (!player->done() || player->finished_at() < 1000) {
        std::fprintf(stderr, "%s: a core has not finished\n%s\n", b->tile.name(), b->tile.who_waits().c_str());
        ++differ;
      }
    if (b->numbers() != expected) {
      std::fprintf(stderr, "%s: other cycles than %s\n", b->tile.name(), benches[0]->tile.name());
      ++differ;
    }
    if (b->tile.state().l1 != benches[0]->tile.state().l1) {
      std::fprintf(stderr, "%s: other bytes in L1\n", b->tile.name());
      ++differ;
    }
  }

  return differ ? 1 : 0;
}
