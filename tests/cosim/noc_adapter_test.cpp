// SPDX-License-Identifier: Apache-2.0
// A NoC over pins on the tile's L1, with a block in C++: random bursts of several ids, with byte strobes and grants that come at
// random, read and write what they should; 64 bytes a cycle, to the cycle; a grant that never comes ends the run; reset.
#include "cosim/rtl/noc_adapter.h"

#include <algorithm>
#include <deque>

#include "platform/tile.h"
#include "tests/cosim/at_pins.h"

using namespace tensix;
using sc_apart::apart;
using sc_apart::expect;
using namespace at_pins;

namespace {

struct pins {
  uint8_t noc_req = 0, noc_we = 0, noc_len = 0, noc_id = 0, noc_gnt = 0, noc_rvalid = 0, noc_rid = 0, noc_rlast = 0;
  uint32_t noc_addr = 0, noc_wdata[16] = {}, noc_rdata[16] = {};
  uint64_t noc_wstrb = 0;
};

struct request {
  bool write;
  unsigned id, words;
  uint32_t address;
  bool strobes;  // random ones
};

// Presents one request after the other, as soon as its id is free, and compares what comes back with bytes of its own.
struct block {
  pins top;
  std::vector<request> requests;
  std::vector<uint8_t> bytes;  // of L1
  size_t at = 0;
  unsigned word = 0;  // of a write
  bool low = false;
  cycle_t cycle = 0, last_answer = 0;
  struct open {
    const request* r = nullptr;
    unsigned words = 0;
    std::vector<uint8_t> right;  // of a read
  } ids[8];
  size_t answered = 0;
  unsigned most_open = 0;

  void settle() {}
  template <class Behind>
  void edge(const Behind& behind) {
    if (top.noc_rvalid) answer();
    expect(!top.noc_gnt || top.noc_req, "a grant answers a request");
    if (top.noc_req && top.noc_gnt) taken();
    ask();
    behind();
  }
  void answer() {
    open& o = ids[top.noc_rid];
    expect(o.r != nullptr, "an answer of an open burst");
    if (!o.r) return;
    if (!o.r->write) {
      bool same = true;
      for (unsigned i = 0; i < 64; ++i)
        same &= static_cast<uint8_t>(top.noc_rdata[i / 4] >> (8 * (i % 4))) == o.right[64 * o.words + i];
      expect(same, "data of a read");
    }
    ++o.words;
    const bool last = o.words == (o.r->write ? 1 : o.r->words);
    expect(last == (top.noc_rlast != 0), "rlast");
    last_answer = cycle;
    if (!last) return;
    o.r = nullptr;
    ++answered;
  }
  void taken() {
    const request& r = requests[at];
    if (r.write) {
      for (unsigned i = 0; i < 64; ++i)
        if (top.noc_wstrb >> i & 1)
          bytes[r.address + 64 * word + i] = static_cast<uint8_t>(top.noc_wdata[i / 4] >> (8 * (i % 4)));
      if (++word < r.words) return;
    }
    word = 0;
    open& o = ids[r.id];
    o.r = &r;
    o.words = 0;
    o.right.assign(bytes.begin() + r.address, bytes.begin() + r.address + 64 * r.words);
    ++at;
    most_open = std::max(most_open, static_cast<unsigned>(std::count_if(ids, ids + 8, [](const open& x) { return x.r; })));
  }
  void ask() {
    top.noc_req = !low && at < requests.size() && !ids[requests[at].id].r;
    if (!top.noc_req) return;
    const request& r = requests[at];
    top.noc_we = r.write;
    top.noc_len = static_cast<uint8_t>(r.words - 1);
    top.noc_id = static_cast<uint8_t>(r.id);
    top.noc_addr = r.address;
    const uint64_t seed = at * 1000 + word;
    for (unsigned i = 0; i < 16; ++i) top.noc_wdata[i] = mixed(seed, i);
    top.noc_wstrb = r.strobes ? static_cast<uint64_t>(mixed(seed, 20)) << 32 | mixed(seed, 21) : ~uint64_t{0};
  }
  void reset(bool asserted) {
    low = asserted;
    word = 0;
    for (open& o : ids) o.r = nullptr;
    ask();
  }
};

struct bench {
  rtl_clock clock;
  block b;
  noc_adapter<block> adapter;
  tensix_tile tile;
  struct silent : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<silent> socket;
    explicit silent(const sc_core::sc_module_name& name) : sc_module(name), socket("socket") {}
  };
  std::deque<silent> cores;
  static parameters of(uint64_t period) {
    parameters p = builtin_configuration("blackhole");
    p.clock_period_ps = period;
    return p;
  }
  bench(uint64_t period, uint32_t edge_ps, rtl_clock_mode mode)
      : clock((cycle_time::set(period), "clock"), clock_of(mode, edge_ps)),
        adapter("adapter", clock, b),
        tile("tile", of(period)) {
    clock.before_edge = [this](cycle_t c) { b.cycle = c; };
    adapter.socket.bind(tile.noc);
    for (auto& core : tile.core) {
      cores.emplace_back(sc_core::sc_gen_unique_name("silent"));
      cores.back().socket.bind(core);
    }
    b.bytes.assign(1 << 20, 0);
  }
};

// An id reads and writes in bytes of its own: what is there is then known whenever its next burst begins.
void random_bursts(uint64_t period, uint32_t edge_ps, rtl_clock_mode mode, uint64_t seed) {
  bench x(period, edge_ps, mode);
  for (uint32_t k = 0; k < 120; ++k) {
    const unsigned id = mixed(seed, 5 * k) % 8, words = mixed(seed, 5 * k + 1) % 12 + 1;
    x.b.requests.push_back({mixed(seed, 5 * k + 2) % 2 != 0, id, words, id << 16 | (mixed(seed, 5 * k + 3) % 8) << 6,
                            mixed(seed, 5 * k + 4) % 2 != 0});
  }
  if (seed % 2) x.adapter.takes = [seed](cycle_t c) { return mixed(seed + 7, c) % 3 != 0; };
  sc_core::sc_start();
  expect(x.b.answered == 120, "all bursts are over, " + std::to_string(x.b.answered));
  expect(x.b.most_open >= 3, "several are open at once");
  for (uint32_t a = 0; a < 8 << 16; a += 0x40)
    if (x.b.bytes[a] != x.tile.state().l1[a]) return expect(false, "L1 differs at " + std::to_string(a));
}

// Words move at one a cycle: n bursts of w words, the first asked in cycle 0, are over in cycle (n + 1) w - 1.
void bandwidth(bool write, unsigned words, unsigned bursts) {
  bench x(1000, 0, rtl_clock_mode::lazy);
  for (unsigned k = 0; k < bursts; ++k) x.b.requests.push_back({write, k % 8, words, k * words * 64, false});
  sc_core::sc_start();
  expect(x.b.answered == bursts, "all are over");
  expect(x.b.last_answer == static_cast<cycle_t>(bursts + 1) * words - 1,
         std::to_string(bursts) + " bursts of " + std::to_string(words) + " words are over in cycle " +
             std::to_string(x.b.last_answer));
}

void never_granted(rtl_clock_mode mode) {
  bench x(1000, 0, mode);
  for (unsigned k = 0; k < 20; ++k) x.b.requests.push_back({true, k % 8, 2, k * 128, false});
  x.adapter.takes = [](cycle_t c) { return c < 9; };
  sc_core::sc_start();
  expect(x.b.at == 4 && x.b.word == 1, "nine words have been taken");
}

void reset_in_the_middle(rtl_clock_mode mode, cycle_t when) {
  bench x(1000, 0, mode);
  for (unsigned k = 0; k < 20; ++k) x.b.requests.push_back({k % 2 == 0, k % 8, 5, (k % 8) << 16, false});
  const reset_once o(x.clock, when);
  sc_core::sc_start();
  expect(o.done, "there was a reset");
  expect(x.b.at == 20, "all are granted, " + std::to_string(x.b.at));
}

}  // namespace

int sc_main(int, char**) {
  for (const auto mode : modes) {
    for (const uint32_t period : periods_ps)
      for (const uint32_t edge : edges_of(period))
        for (const uint64_t seed : {1, 2})
          apart("random, " + name(mode, period, edge) + ", seed " + std::to_string(seed),
                [&] { random_bursts(period, edge, mode, seed); });
    apart("never granted, " + name(mode), [&] { never_granted(mode); });
    for (const cycle_t when : {0, 1, 7, 8, 30})
      apart("reset, " + name(mode) + ", cycle " + std::to_string(when), [&] { reset_in_the_middle(mode, when); });
  }
  for (const bool write : {false, true})
    for (const unsigned words : {1, 4, 16, 256})
      for (const unsigned bursts : {1, 2, 20})
        apart(write ? "bandwidth of writes" : "bandwidth of reads", [&] { bandwidth(write, words, bursts); });
  return sc_apart::errors == 0 ? 0 : 1;
}
