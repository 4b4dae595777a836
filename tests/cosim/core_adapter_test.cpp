// SPDX-License-Identifier: Apache-2.0
// A core over pins, with a block in C++ and a target that waits: every request gets there once, in its cycle and with its data;
// loads are answered by id in the cycle expected; at every legal position of the edge, in all modes of the clock; reset; a
// grant that never comes.
#include "cosim/rtl/core_adapter.h"

#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "tests/cosim/at_pins.h"

using namespace tensix;
using sc_apart::apart;
using sc_apart::expect;
using namespace at_pins;

namespace {

// Request number k: what it is, how long the target holds it, which delay it returns, and how long the core rests before it.
struct request {
  bool write;
  uint32_t address, data, wait, delay, rest;
  uint8_t be;
};
request number(uint64_t seed, uint32_t k) {
  static constexpr uint8_t enables[] = {15, 1, 2, 4, 8, 3, 12};
  return {mixed(seed, 4 * k) % 3 != 0,     4 * k,
          mixed(seed, 4 * k + 1),          mixed(seed, 4 * k + 2) % 3 ? 0 : mixed(seed, k) % 7,
          mixed(seed, 4 * k + 3) % 9 + 1,  mixed(seed, k + 999) % 8 ? 0 : mixed(seed, k + 5) % 90,
          enables[mixed(seed, k + 77) % 7]};
}

struct event {
  cycle_t cycle;
  uint32_t what, data;
  bool operator==(const event& o) const { return cycle == o.cycle && what == o.what && data == o.data; }
};

struct pins {
  uint8_t core_req = 0, core_we = 0, core_be = 0, core_id = 0, core_gnt = 0, core_rvalid = 0, core_rid = 0, core_active = 0;
  uint32_t core_addr = 0, core_wdata = 0, core_rdata = 0;
};

struct block {
  pins top;
  uint64_t seed = 0;
  uint32_t requests = 0, at = 0;
  unsigned open = 0;  // loads, a bit an id
  uint32_t rest = 0;  // cycles before the next request
  cycle_t cycle = 0;  // that the edge ends
  bool low = false;
  std::vector<event> granted, answered;
  void settle() {}
  template <class Behind>
  void edge(const Behind& behind) {
    expect(!low || !top.core_req, "no request in reset");
    if (top.core_rvalid) {
      expect(open >> top.core_rid & 1, "the load is open");
      open &= ~(1u << top.core_rid);
      answered.push_back({cycle, top.core_rid, top.core_rdata});
    }
    expect(!top.core_gnt || top.core_req, "a grant answers a request");
    if (top.core_req && top.core_gnt) {
      granted.push_back({cycle, at, 0});
      if (!top.core_we) open |= 1u << top.core_id;
      rest = number(seed, ++at).rest;
    } else if (rest) {
      --rest;
    }
    ask();
    behind();
  }
  void ask() {
    const request r = number(seed, at);
    top.core_req = !low && !rest && at < requests && (r.write || !(open >> (at % 8) & 1));
    top.core_active = rest != 0;
    if (!top.core_req) return;
    top.core_we = r.write;
    top.core_addr = r.address;
    top.core_wdata = r.data;
    top.core_be = r.be;
    top.core_id = static_cast<uint8_t>(at % 8);
  }
  void reset(bool asserted) {
    low = asserted;
    open = rest = 0;
    ask();
  }
};

struct target : sc_core::sc_module {
  tlm_utils::simple_target_socket<target> socket;
  uint64_t seed = 0;
  cycle_t never_from = never;  // requests then get no answer
  std::vector<event> seen;
  tile_event nothing;
  explicit target(const sc_core::sc_module_name& name) : sc_module(name), socket("socket") {
    socket.register_b_transport(this, &target::serve);
  }
  void serve(tlm::tlm_generic_payload& p, sc_core::sc_time& delay) {
    const uint32_t k = static_cast<uint32_t>(p.get_address()) / 4;
    const request r = number(seed, k);
    uint32_t data = 0;
    if (p.is_write()) std::memcpy(&data, p.get_data_ptr(), p.get_data_length());
    seen.push_back({now_cycle(), k, data});
    if (now_cycle() >= never_from) wait_for_event(nothing);
    if (r.wait) wait_until_cycle(now_cycle() + r.wait);
    if (!p.is_write()) {
      std::memcpy(p.get_data_ptr(), &r.data, p.get_data_length());
      delay += sc_core::sc_time::from_value(r.delay * cycle_ticks());
    }
    p.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

uint32_t lanes(uint8_t be) {
  uint32_t m = 0;
  for (unsigned b = 0; b < 4; ++b)
    if (be >> b & 1) m |= 0xffu << (8 * b);
  return m;
}

struct course {
  std::vector<event> seen, granted, answered;
};
// Worked out request by request, without pins or processes.
course expected(uint64_t seed, uint32_t requests) {
  course c;
  cycle_t next = 0, last_answer = 0, free_id[8] = {};
  struct answer {
    cycle_t granted, back, usable, on_pins;
    uint32_t id, data;
    bool before(const answer& o) const {  // in a cycle: one that did not wait, then by id
      const auto key = [](const answer& a) { return std::make_tuple(a.back, a.back != a.granted, a.id); };
      return key(*this) < key(o);
    }
  };
  std::vector<answer> answers;
  for (uint32_t k = 0; k < requests; ++k) {
    const request r = number(seed, k);
    if (k) next += r.rest;
    const unsigned first = static_cast<unsigned>(__builtin_ctz(r.be));
    const uint32_t bytes = lanes(r.be) >> (8 * first);
    if (r.write) {
      c.seen.push_back({next, k, r.data >> (8 * first) & bytes});
      next += r.wait;
    } else {
      next = std::max(next, free_id[k % 8]);
      c.seen.push_back({next, k, 0});
      answers.push_back({next, next + r.wait, next + r.wait + r.delay, 0, k % 8, (r.data & bytes) << (8 * first)});
      // Who is back first is answered first; the answer frees the id for the cycle behind it.
      std::vector<answer*> order;
      for (auto& a : answers) order.push_back(&a);
      std::stable_sort(order.begin(), order.end(), [](const answer* a, const answer* b) { return a->before(*b); });
      last_answer = 0;
      for (answer* a : order) {
        a->on_pins = std::max({a->usable - 1, a->granted + 1, a->back, last_answer});
        last_answer = a->on_pins + 1;
        free_id[a->id] = a->on_pins + 1;
      }
    }
    c.granted.push_back({next, k, 0});
    ++next;
  }
  std::stable_sort(answers.begin(), answers.end(), [](const answer& a, const answer& b) { return a.on_pins < b.on_pins; });
  for (const answer& a : answers) c.answered.push_back({a.on_pins, a.id, a.data});
  return c;
}

struct bench {
  rtl_clock clock;
  block b;
  core_adapter<block> adapter;
  target t;
  bench(const rtl_clock_parameters& p, uint64_t seed, uint32_t requests)
      : clock("clock", p), adapter("adapter", 1, clock, b), t("target") {
    clock.before_edge = [this](cycle_t c) { b.cycle = c; };
    b.seed = t.seed = seed;
    b.requests = requests;
    adapter.socket.bind(t.socket);
  }
};

void random_requests(uint64_t period, uint32_t edge_ps, rtl_clock_mode mode, uint64_t seed) {
  cycle_time::set(period);
  constexpr uint32_t requests = 150;
  const course right = expected(seed, requests);
  bench x(clock_of(mode, edge_ps, 60), seed, requests);
  sc_core::sc_start();
  expect(x.t.seen == right.seen, "the target has seen every request in its cycle, with its data");
  expect(x.b.granted == right.granted, "grants");
  expect(x.b.answered == right.answered, "answers");
  expect(x.b.at == requests && right.answered.size() > 20, "all of them");
}

// Grants and answers that come later at random (rtl.random_*): the same requests with the same data, in other cycles.
void later_at_random(rtl_clock_mode mode, uint64_t seed) {
  cycle_time::set(1000);
  constexpr uint32_t requests = 150;
  const course right = expected(seed, requests);
  rtl_clock_parameters p = clock_of(mode, 0, 60);
  p.random = {static_cast<uint32_t>(seed), 50, 9, static_cast<rtl_random_distribution>(seed % 3)};
  bench x(p, seed, requests);
  sc_core::sc_start();
  const auto without_cycles = [](std::vector<event> all) {
    for (event& e : all) e.cycle = 0;
    std::stable_sort(all.begin(), all.end(), [](const event& a, const event& b) { return a.what < b.what; });
    return all;
  };
  expect(without_cycles(x.t.seen) == without_cycles(right.seen), "the target has seen every request, with its data");
  expect(without_cycles(x.b.granted) == without_cycles(right.granted), "grants");
  expect(without_cycles(x.b.answered) == without_cycles(right.answered), "answers");
  expect(x.b.granted.back().cycle > right.granted.back().cycle, "later than without");
}

// The target never answers from a cycle on: the simulation ends by itself.
void never_granted(rtl_clock_mode mode) {
  cycle_time::set(1000);
  bench x(clock_of(mode, 0, 60), 3, 150);
  x.t.never_from = 40;
  x.b.seed = 3;
  sc_core::sc_start();
  expect(x.b.at > 5 && x.b.at < 150, "it has stopped in the middle");
}

// Whenever a reset comes: nothing of what was under way is answered, and the rest follows.
void reset_in_the_middle(rtl_clock_mode mode, cycle_t when) {
  cycle_time::set(1000);
  constexpr uint32_t requests = 60;
  bench x(clock_of(mode, 0, 60), 5, requests);
  const reset_once o(x.clock, when);
  sc_core::sc_start();
  expect(o.done, "there was a reset");
  expect(x.b.at == requests, "all are granted, " + std::to_string(x.b.at));
}

}  // namespace

int sc_main(int, char**) {
  for (const auto mode : modes) {
    for (const uint32_t period : periods_ps)
      for (const uint32_t edge : edges_of(period))
        for (const uint64_t seed : {1, 2, 3, 4})
          apart("random, " + name(mode, period, edge) + ", seed " + std::to_string(seed),
                [&] { random_requests(period, edge, mode, seed); });
    for (const uint64_t seed : {1, 2, 3, 4, 5, 6})
      apart("later at random, " + name(mode) + ", seed " + std::to_string(seed), [&] { later_at_random(mode, seed); });
    apart("never granted, " + name(mode), [&] { never_granted(mode); });
    for (const cycle_t when : {0, 1, 7, 8, 9, 30}) apart("reset, " + name(mode), [&] { reset_in_the_middle(mode, when); });
  }
  return sc_apart::errors == 0 ? 0 : 1;
}
