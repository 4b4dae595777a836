// SPDX-License-Identifier: Apache-2.0
// L1 under random traffic, compared with the pseudo-code of docs/l1-protocol.md written down once more (l1_reference.h). Many
// memories are simulated side by side (SystemC knows one simulation a process); the test cases look at what was recorded. Built
// with TENSIX_CHECK_EVERY_SHORTCUT: each decision by a shortcut is compared with the rule's, and a difference ends the simulation.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <systemc>
#include <tlm>
#include <vector>

#include "alike.h"
#include "catch.h"
#include "models/memory/l1.h"
#include "models/memory/l1_check.h"
#include "platform/parameters.h"
#include "protocol/l1_front.h"
#include "timing/l1_bench.h"
#include "timing/l1_traffic.h"

using namespace tensix;
using namespace tensix::l1_reference;

namespace {

std::vector<std::unique_ptr<bench>> benches;

void build() {
  unsigned seed = 1;
  const auto add = [&](l1_parameters p, size_t requests, uint32_t pressure, uint32_t clients, bool streams = false) {
    source from(seed++);
    benches.push_back(std::make_unique<bench>(
        sc_core::sc_gen_unique_name("bench"), from.over(std::move(p), requests, pressure, clients, streams),
        [](const l1_parameters& numbers, l1_storage& bytes) {
          return std::make_unique<checked_l1>("checked", [&] { return std::make_unique<l1_memory>("l1", numbers, bytes); });
        }));
  };
  for (const char* name : {"blackhole", "documented"})
    for (uint32_t pressure : {2u, 10u, 40u, 100u}) {
      l1_parameters p = builtin_configuration(name).l1;
      p.size_kib = memory_bytes / 1024;
      add(p, 1000, pressure, 16);
      add(p, 300, pressure, 3);
    }
  tensix_tests::each_alike cases(5);
  for (unsigned i = 0; i < 60; ++i) {
    if (cases.left_out()) continue;
    source from(1000 + i);
    l1_parameters p = from.ports(i % 2 == 0);
    if (i >= 24) {
      const auto policies = static_cast<unsigned>(l1_policy::count);
      p.bank_policy = static_cast<l1_policy>(i % policies);
      p.port_policy = static_cast<l1_policy>(i / policies % policies);
    }
    add(p, 300, 1 + from.below(60), 1 + from.below(16), i % 4 == 3);
  }
  add(source(7).ports(true), 600, 20000, 16);         // 600 at once
  add(source(8).ports(false), 600, 20000, 16, true);  // more streams than may compete
}

}  // namespace

TEST_CASE("L1 does cycle for cycle what docs/l1-protocol.md says") {
  size_t transfers = 0, stalled = 0;
  for (size_t i = 0; i < benches.size(); ++i) {
    bench& b = *benches[i];
    b.finish();
    const result want = l1(b.play).run();
    CAPTURE(i, b.play.parameters.banks, b.play.parameters.ports);
    for (size_t k = 0; k < want.of.size(); ++k) {
      const outcome &w = want.of[k], &g = b.got.of[k];
      const request& r = b.play.requests[k];
      ++transfers;
      stalled += g.bank_stall + g.port_stall > 0;
      if (w == g) continue;
      CAPTURE(k, r.call, r.delay, r.after, r.thread, name(r.client), r.write, static_cast<int>(r.operation), r.lanes, r.bytes,
              r.rows, r.rates.size(), static_cast<int>(r.ahead));
      CHECK(g.done == w.done);
      CHECK(g.first_beat == w.first_beat);
      CHECK(g.bank_stall == w.bank_stall);
      CHECK(g.port_stall == w.port_stall);
      CHECK(g.in_slot);
      CHECK(g.data == w.data);
      FAIL();
    }
    CHECK(b.got.bytes == want.bytes);
    CHECK(b.got.port_beats == want.port_beats);
    CHECK(b.got.bank_beats == want.bank_beats);
    CHECK(b.got.bank_conflicts == want.bank_conflicts);
  }
  CHECK(transfers >= tensix_tests::alike(20000, 2));
  CHECK(stalled >= transfers / 4);              // it is no proof if nobody meets anybody
  CHECK(l1_shortcuts_checked > transfers / 4);  // many go the way of the rule: their clients share ports
}

int sc_main(int argc, char** argv) {
  build();
  sc_core::sc_start(at(1000000, slot::l1));
  const int failed = run_test_cases(argc, argv);
  benches.clear();
  return failed;
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
