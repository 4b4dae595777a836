// SPDX-License-Identifier: Apache-2.0
// examples/rtl/noc_copy on a tile's NoC socket, and the same written by hand in C++: the same bytes of L1, and the copy is done in
// the same cycle, in every mode of the clock and with grants that come at random.
#include "Vnoc_copy.h"
#include "cosim/rtl/verilated_block.h"

#include <sys/mman.h>
#include <cstdio>
#include <deque>

#include "cosim/rtl/noc_adapter.h"
#include "platform/tile.h"
#include "tests/cosim/at_pins.h"

using namespace tensix;
using sc_apart::apart;
using sc_apart::expect;
using namespace at_pins;

namespace {

constexpr unsigned burst = 16, word_bytes = 64;

// noc_copy.sv, register by register.
struct copy_in_cpp {
  struct pins {
    uint8_t noc_req = 0, noc_we = 0, noc_len = burst - 1, noc_id = 0, noc_gnt = 0, noc_rvalid = 0, noc_rid = 0, noc_rlast = 0;
    uint8_t copy_done = 0;
    uint16_t copy_bursts = 0;
    uint32_t noc_addr = 0, noc_wdata[16] = {}, noc_rdata[16] = {}, copy_from = 0, copy_to = 0;
    uint64_t noc_wstrb = ~uint64_t{0};
  } top;
  enum { empty, reading, full, writing } state[2] = {empty, empty};
  std::array<uint32_t, 16> words[2][burst] = {};
  unsigned fill = 0, at = 0, asked = 0, sent = 0, written = 0;
  bool low = false;

  explicit copy_in_cpp(const char*) {}
  void settle() {}
  void reset(bool asserted) {
    low = asserted;
    if (!asserted) return;
    top.noc_req = top.noc_we = 0;
    fill = at = asked = sent = written = 0;
    state[0] = state[1] = empty;
    drive();
  }
  template <class Behind>
  void edge(const Behind& behind) {
    if (!low) clocked();
    drive();
    behind();
  }
  void clocked() {
    const bool want_write = state[sent % 2] == full, want_read = asked != top.copy_bursts && state[asked % 2] == empty;
    const bool taken = top.noc_req && top.noc_gnt, over = taken && (!top.noc_we || at == burst - 1);
    if (taken && top.noc_we) at = (at + 1) % burst;
    if (over) {
      if (top.noc_we) state[sent++ % 2] = writing;
      else state[asked++ % 2] = reading;
      top.noc_req = top.noc_we = 0;
    } else if (!top.noc_req) {
      top.noc_req = want_write || want_read;
      top.noc_we = want_write;
    }
    if (!top.noc_rvalid) return;
    const unsigned which = top.noc_rid & 1;
    if (top.noc_rid & 2) {
      state[which] = empty;
      ++written;
      return;
    }
    std::copy(top.noc_rdata, top.noc_rdata + 16, words[which][fill].begin());
    fill = top.noc_rlast ? 0 : fill + 1;
    if (top.noc_rlast) state[which] = full;
  }
  void drive() {
    const unsigned next = top.noc_we ? sent : asked;
    top.noc_addr = (top.noc_we ? top.copy_to : top.copy_from) + next * burst * word_bytes;
    top.noc_id = static_cast<uint8_t>(top.noc_we << 1 | (next & 1));
    std::copy(words[sent % 2][at].begin(), words[sent % 2][at].end(), top.noc_wdata);
    top.copy_done = written == top.copy_bursts;
  }
};

struct outcome {
  cycle_t done = 0;
  uint32_t wrong = 0;  // bytes
};

template <class Block>
outcome copied(uint32_t period, uint32_t edge_ps, rtl_clock_mode mode, uint64_t seed) {
  constexpr uint32_t from = 0x10000, to = 0x80000;
  constexpr unsigned bursts = 9;
  parameters p = builtin_configuration("blackhole");
  p.clock_period_ps = period;
  cycle_time::set(period);
  rtl_clock_parameters of_clock = clock_of(mode, edge_ps);
  if (seed == 2) of_clock.random = {7, 40, 12, rtl_random_distribution::geometric};
  rtl_clock clock("clock", of_clock);
  Block block("noc_copy");
  block.top.copy_from = from;
  block.top.copy_to = to;
  block.top.copy_bursts = bursts;
  noc_adapter<Block> adapter("adapter", clock, block);
  tensix_tile tile("tile", p);
  struct silent : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<silent> socket;
    explicit silent(const sc_core::sc_module_name& name) : sc_module(name), socket("socket") {}
  };
  std::deque<silent> cores;
  for (auto& core : tile.core) {
    cores.emplace_back(sc_core::sc_gen_unique_name("silent"));
    cores.back().socket.bind(core);
  }
  adapter.socket.bind(tile.noc);
  outcome o;
  clock.before_edge = [&](cycle_t cycle) {
    if (!block.top.copy_done) o.done = cycle;
  };
  if (seed == 1) adapter.takes = [seed](cycle_t c) { return mixed(seed, c) % 3 != 0; };
  auto& l1 = tile.state().l1;
  for (uint32_t i = 0; i < bursts * burst * word_bytes; ++i) l1[from + i] = static_cast<uint8_t>(mixed(seed + 100, i));
  sc_core::sc_start();
  for (uint32_t i = 0; i < bursts * burst * word_bytes; ++i) o.wrong += l1[from + i] != l1[to + i];
  o.wrong += l1[to - 1] != 0 || l1[to + bursts * burst * word_bytes] != 0;
  return o;
}

}  // namespace

int sc_main(int, char**) {
  // Of simulations in processes of their own.
  auto* const done =
      static_cast<cycle_t*>(mmap(nullptr, 2 * sizeof(cycle_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  for (const auto mode : modes)
    for (const uint32_t period : periods_ps)
      for (const uint32_t edge : edges_of(period))
        for (const uint64_t seed : {0, 1, 2}) {  // at once; grants at random, of its own and of the adapter (rtl.random_*)
          for (const bool by_hand : {false, true}) {
            done[by_hand] = 0;
            apart("copy, " + name(mode, period, edge) + (by_hand ? ", C++" : ", RTL"), [&] {
              const outcome o = by_hand ? copied<copy_in_cpp>(period, edge, mode, seed)
                                        : copied<verilated_block<Vnoc_copy>>(period, edge, mode, seed);
              expect(o.wrong == 0, "the bytes are those that were to be copied, " + std::to_string(o.wrong) + " are not");
              done[by_hand] = o.done;
            });
          }
          expect(done[0] == done[1] && done[0] > 0,
                 "RTL is done in cycle " + std::to_string(done[0]) + ", C++ in " + std::to_string(done[1]));
        }
  std::printf("the last copies were done in cycle %llu\n", static_cast<unsigned long long>(done[0]));
  return sc_apart::errors == 0 ? 0 : 1;
}
