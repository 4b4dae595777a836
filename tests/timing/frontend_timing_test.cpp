// SPDX-License-Identifier: Apache-2.0
// The stages before the gate: instruction FIFO, MOP expander, replay expander.
// Source: ISA documentation, TensixCoprocessor (frontend), MOPExpander, REPLAY.
#include "catch.h"
#include "timing/scenario.h"

using namespace tensix;
using namespace tensix::timing;

namespace frontend_timing_test {
namespace {

// From the cycle in which the gate may present the first instruction to the first in which nothing is left.
template <class Body>
uint64_t cycles_of(const arguments& args, const mop_program* m, unsigned recorded, const Body& body) {
  const parameter_values p(args);
  scenario s;
  if (m) s.mop(*m);
  if (recorded) s.push(word::replay(0, recorded, true)).push(no_effect, recorded);
  s.settle().mark("begin");
  body(s);
  s.sync().mark("end");
  const run_result r = s.run(args);
  return r.mark("end") - r.mark("begin") - p.to_gate() - p.sync_load();
}

mop_program loop_of(uint32_t op, unsigned n) {
  mop_program m;
  m.inner = n;
  m.op = op;
  return m;
}

}  // namespace

TEST_CASE("NOP and instructions of the misc unit pass one a cycle", "[frontend]") {
  for (unsigned n : {1u, 2u, 31u, 32u, 33u, 200u}) {
    CAPTURE(n);
    CHECK(cycles_of({}, nullptr, 0, [&](scenario& s) { s.push(word::nop, n); }) == n);
    CHECK(cycles_of({}, nullptr, 0, [&](scenario& s) { s.push(no_effect, n); }) == n);
  }
}

TEST_CASE("a slower core sets the pace", "[frontend]") {
  CHECK(cycles_of({"--set", "player.push_cycles=3"}, nullptr, 0, [&](scenario& s) { s.push(word::nop, 50); }) == 49 * 3 + 1);
}

TEST_CASE("stage latency delays the first instruction, not the rate", "[frontend]") {
  const arguments args{"--set", "frontend.stage_latency_cycles=4"};
  const parameter_values p(args);
  REQUIRE(p.to_gate() == p("frontend.ttinsn_cycles") + 2 * 4);
  CHECK(cycles_of(args, nullptr, 0, [](scenario& s) { s.push(word::nop); }) == 1);
  // The FIFOs behind hold as many words as leave in the way through them.
  CHECK(cycles_of({"--set", "frontend.stage_latency_cycles=4", "--set", "frontend.gate_fifo_entries=8"}, nullptr, 0,
                  [](scenario& s) { s.push(word::nop, 100); }) == 100);
}

TEST_CASE("a core that pushes is held when the FIFOs are full, and goes on in the cycle in which a word leaves", "[frontend]") {
  const unsigned entries = GENERATE(32u, 29u, 4u);
  const arguments args{"--set", "frontend.fifo_entries=" + std::to_string(entries)};
  const parameter_values p(args);
  CAPTURE(entries);
  REQUIRE(parameter_values({})("frontend.fifo_entries") == 32);
  // The gate is closed by a SEMWAIT: behind it fill up the gate's FIFO, the one before it, and the instruction FIFO.
  const unsigned behind = static_cast<unsigned>(p("frontend.gate_fifo_entries") + p("frontend.replay_fifo_entries"));
  const unsigned room = entries + behind;
  scenario s;
  s.push(word::seminit(2, 3)).settle().push(word::semwait(block_all, 2, until::not_zero)).delay(20);
  // The words behind the FIFO first, at leisure; then the FIFO itself.
  s.push(word::nop, behind).delay(40).mark("begin").push(word::nop, entries).mark("full");
  s.push(word::nop).mark("one_more").push(word::nop).mark("two_more").sync().mark("end");
  s.thread(1).delay(1000).mark("post").push(word::sempost(2));
  const run_result r = s.run(args);
  CHECK(r.mark("full") - r.mark("begin") == entries);  // none of them was held
  // The SEMPOST lets the first NOP pass the gate here; all stages move up in that cycle, and the push enters in it.
  const uint64_t passes = r.mark("post", 1) + p.to_gate() + p("sync_unit.latency_cycles") + p("frontend.wait_lag_cycles");
  CHECK(r.mark("one_more") == passes + 1);
  CHECK(r.mark("two_more") == passes + 2);
  CHECK(r.mark("end") == passes + room + 2 + p.sync_load());
}

TEST_CASE("after a MOP expansion comes a bubble, unless a MOP follows", "[frontend]") {
  const unsigned n = GENERATE(1u, 2u, 7u, 8u, 9u, 100u);
  const unsigned bubble = GENERATE(0u, 1u, 3u);
  const unsigned start = GENERATE(0u, 1u, 4u);  // of the first MOP; that of the next is over when the one before ends
  const arguments args{"--set", "frontend.mop_bubble_cycles=" + std::to_string(bubble), "--set",
                       "frontend.mop_start_cycles=" + std::to_string(start)};
  CAPTURE(n, bubble, start);
  const mop_program m = loop_of(no_effect, n);
  CHECK(cycles_of(args, &m, 0, [](scenario& s) { s.push(word::mop); }) == start + n);
  CHECK(cycles_of(args, &m, 0, [](scenario& s) { s.push(word::mop).push(no_effect); }) == start + n + bubble + 1);
  // The core pushes one word a cycle: the second MOP is there when the first ends.
  CHECK(cycles_of(args, &m, 0, [](scenario& s) { s.push(word::mop, 3); }) == start + 3 * n);
  CHECK(cycles_of(args, &m, 0, [](scenario& s) { s.push(word::mop, 2).push(no_effect); }) == start + 2 * n + bubble + 1);
  CHECK(cycles_of(args, &m, 0, [](scenario& s) { s.push(no_effect).push(word::mop).push(no_effect, 2); }) ==
        start + n + bubble + 3);
}

TEST_CASE("a REPLAY of two or more in the MOP hides the bubble", "[frontend]") {
  const unsigned n = GENERATE(1u, 2u, 8u, 30u);
  CAPTURE(n);
  const mop_program one = loop_of(word::replay(0, 1, false), n), two = loop_of(word::replay(0, 2, false), n),
                    four = loop_of(word::replay(0, 4, false), n);
  const auto body = [](scenario& s) { s.push(word::mop).push(no_effect); };
  const uint64_t start = parameter_values({})("frontend.mop_start_cycles");
  CHECK(cycles_of({}, &one, 1, body) == start + n + 1 + 1);  // not hidden
  CHECK(cycles_of({}, &two, 2, body) == start + 2 * n + 1);
  CHECK(cycles_of({}, &four, 4, body) == start + 4 * n + 1);
}

TEST_CASE("REPLAY costs nothing", "[frontend]") {
  const unsigned length = GENERATE(1u, 2u, 4u, 31u, 32u);
  CAPTURE(length);
  CHECK(cycles_of({}, nullptr, length, [&](scenario& s) { s.push(word::replay(0, length, false)); }) == length);
  CHECK(cycles_of({}, nullptr, length,
                  [&](scenario& s) { s.push(no_effect).push(word::replay(0, length, false)).push(no_effect); }) == length + 2);
  CHECK(cycles_of({}, nullptr, length, [&](scenario& s) { s.push(word::replay(0, length, false), 5); }) == 5 * length);
}

TEST_CASE("recording passes no instruction on and takes a cycle a word", "[frontend]") {
  // REPLAY (record 4), four words, then one that passes: that is the sixth word and arrives five cycles after the first would.
  CHECK(cycles_of({}, nullptr, 0, [](scenario& s) { s.push(word::replay(0, 4, true)).push(no_effect, 4).push(no_effect); }) ==
        6);
  // Executed while recorded: the four pass, too.
  const uint32_t execute = word::replay(0, 4, true) | insn::REPLAY::execute_while_loading.place(1);
  CHECK(cycles_of({}, nullptr, 0, [&](scenario& s) { s.push(execute).push(no_effect, 4); }) == 5);
}

TEST_CASE("a .ttinsn and a store to the instruction FIFO differ in their way to the first stage only", "[frontend]") {
  const std::string configuration = GENERATE("blackhole", "documented");
  const unsigned n = GENERATE(1u, 5u, 40u);
  const arguments args{"--config", configuration};
  const parameter_values p(args);
  CAPTURE(configuration, n);
  CHECK(p("frontend.ttinsn_cycles") == (configuration == "documented" ? 1 : 0));
  const auto end = [&](const char* how) {
    scenario s;
    s.settle().mark("begin");
    for (unsigned i = 0; i < n; ++i) s.line(std::string("t0 ") + how + " " + std::to_string(no_effect));
    const run_result r = s.sync().mark("end").run(args);
    return r.mark("end") - r.mark("begin");
  };
  CHECK(end("push") == p.to_gate() + n + p.sync_load());
  CHECK(end("pushst") == p.stored_to_gate() + n + p.sync_load());
  CHECK(end("st 0xffe40000") == p.stored_to_gate() + n + p.sync_load());
}

TEST_CASE("what B pushes is executed before the run ends, though the thread's own core has ended long before", "[frontend]") {
  const unsigned n = GENERATE(1u, 10u, 200u);
  CAPTURE(n);
  scenario s;
  s.line("t0 SEMINIT max_value=15 sem_sel=sem0").line("t0 SEMWAIT stall_res=0x1ff sem_sel=sem0 wait_sem_cond=not_zero");
  s.line("b delay 30")
      .line("b loop " + std::to_string(n))
      .line("b st 0xffe40000 " + std::to_string(no_effect))
      .line("b endloop");
  CHECK(s.run_any().status == 3);  // and it waits for ever: a deadlock
  const run_result r = s.line("t1 delay 300").line("t1 SEMPOST sem_sel=sem0").run();
  CHECK(r.metrics["threads"]["t0"]["busy"] == 2 + n);
}

}  // namespace frontend_timing_test
