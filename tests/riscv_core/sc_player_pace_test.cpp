// SPDX-License-Identifier: Apache-2.0
// Where the numbers of `player.*` come from: a player at their defaults pushes and stores in the very cycles in which a core
// does whose program is nothing but these words (as .ttinsn, not fused) and stores (operands in registers), one after the
// other in its instruction cache. Every word that a core has to compute, and every loop, comes on top.
#include <array>
#include <cstdlib>
#include <memory>
#include <systemc>

#include "catch.h"
#include "riscv_core/core_bench.h"
#include "workload/players/stream_player.h"

using namespace tensix;
using namespace tensix::riscv_test;

namespace {

struct issue_cycles : observer {
  std::vector<uint64_t> cycles;
  void issued(const gate_event& e, uint64_t) override {
    if (e.thread == 0) cycles.push_back(e.cycle);
  }
};

struct listed final : step_source {
  std::vector<step> steps;
  size_t at = 0;
  bool next(step& out) override {
    if (at == steps.size()) return false;
    out = steps[at++];
    return true;
  }
};

constexpr uint32_t tt_nop = 0x02000000, cfg_word = config + 4 * 200;
const char* const patterns[] = {"p", "pppppppp", "ps", "pss", "psppsssp", "ppppsppppspppps", "ssssp", "sssssssssp"};
constexpr unsigned rounds = 8;  // of a pattern: all fits the instruction cache, and the FIFO neither fills nor runs dry

// The player's tile: nobody on the other cores.
struct played : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<played> noc;
  tensix_tile tile;
  std::array<std::unique_ptr<stream_player>, 4> players;
  issue_cycles seen;
  played(sc_core::sc_module_name name, const parameters& p, std::unique_ptr<listed> steps)
      : sc_module(name), noc("noc"), tile("tile", p) {
    noc.bind(tile.noc);
    for (unsigned i = 0; i < 4; ++i) {
      players[i] = std::make_unique<stream_player>(("player" + std::to_string(i)).c_str(), i, p.player, std::move(steps));
      players[i]->socket.bind(tile.core[i]);
    }
    tile.attach(seen);
  }
};

struct pair {
  std::string pattern;
  unsigned spacing;  // cycles a push and a store of the player; the core has so many instructions less one between
  bench cores;
  issue_cycles seen;
  std::unique_ptr<played> player;

  static std::string called(const char* what, unsigned i) { return what + std::to_string(i); }
  pair(unsigned i, const char* text, unsigned every)
      : pattern(text), spacing(every), cores(called("cores", i).c_str(), {"riscv_core.ttinsn_fusion=1"}) {
    cores.tile->attach(seen);
    auto steps = std::make_unique<listed>();
    for (unsigned r = 0; r < rounds; ++r)
      for (const char c : pattern) {
        step s;
        s.kind = c == 'p' ? step::kind_t::push : step::kind_t::store;
        s.count = 1;
        s.words = &tt_nop;
        s.address = cfg_word;
        steps->steps.push_back(s);
      }
    parameters p = cores.p;
    apply_settings(p, {"player.push_cycles=" + std::to_string(spacing), "player.store_cycles=" + std::to_string(spacing)});
    player = std::make_unique<played>(called("played", i).c_str(), p, std::move(steps));
  }
  void start() {
    words w = li(11, cfg_word) + li(28, 2);
    const size_t loop = w.size();
    for (unsigned r = 0; r < rounds; ++r)
      for (const char c : pattern) w = w + words{c == 'p' ? asm_ttinsn(tt_nop) : sw(0, 11)} + nops(spacing - 1);
    w = w + li(12, ttsync_other - 8) + words{lw(10, 12), use(10)};  // what was pushed is done: rounds stay apart
    w.push_back(asm_i("addi", 28, 28, -1));
    w.push_back(asm_branch("bne", 28, 0, 4 * (static_cast<int32_t>(loop) - static_cast<int32_t>(w.size()))));
    w.push_back(asm_ebreak);
    cores.start(t0, w);
  }
};
std::vector<std::unique_ptr<pair>> pairs;

}  // namespace

TEST_CASE("a player's push and store take what one instruction of a core takes") {
  for (auto& p : pairs) p->start();
  const sc_core::sc_time end(100, sc_core::SC_US);
  while (sc_core::sc_time_stamp() < end)
    sc_core::sc_start(end - sc_core::sc_time_stamp());  // each bench pauses when it is done
  for (const auto& p : pairs) {
    CAPTURE(p->pattern, p->spacing);
    const std::vector<uint64_t>&by_core = p->seen.cycles, &by_player = p->player->seen.cycles;
    REQUIRE(by_core.size() == 2 * by_player.size());  // the second round is the one that the cache holds
    const size_t n = by_player.size();
    std::vector<uint64_t> core_gaps, player_gaps;
    for (size_t i = 1; i < n; ++i) core_gaps.push_back(by_core[n + i] - by_core[n + i - 1]);
    for (size_t i = 1; i < n; ++i) player_gaps.push_back(by_player[i] - by_player[i - 1]);
    CHECK(core_gaps == player_gaps);
  }
}

int sc_main(int argc, char** argv) {
  unsigned i = 0;
  for (const char* text : patterns)
    for (unsigned spacing : {1u, 2u, 3u}) pairs.push_back(std::make_unique<pair>(i++, text, spacing));
  const int failed = run_test_cases(argc, argv);
  pairs.clear();
  return failed;
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
