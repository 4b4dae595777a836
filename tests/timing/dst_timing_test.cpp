// SPDX-License-Identifier: Apache-2.0
// Dst, shared by matrix and vector unit: a thread's accesses in order, one start a cycle, moves that keep loads out, and
// overwriting ELWADD. Expected cycles are worked out by hand from the rules in docs/architecture.md.
#include <algorithm>

#include "catch.h"
#include "timing/scenario.h"

using namespace tensix;
using namespace tensix::timing;

namespace dst_timing_test {
namespace {

uint32_t sfpload(uint32_t row) { return word_of(opcode::SFPLOAD) | insn::SFPLOAD::dest_reg_addr.place(row); }
const uint32_t sfpstore = word_of(opcode::SFPSTORE) | insn::SFPSTORE::dest_reg_addr.place(512);
const uint32_t movd2a = word_of(opcode::MOVD2A) | insn::MOVD2A::dst.place(256);
const uint32_t setdvalid = word_of(opcode::SETDVALID) | insn::SETDVALID::setvalid.place(3);

std::string set(const std::string& name, unsigned value) { return name + "=" + std::to_string(value); }
words repeated(uint32_t word, unsigned n) { return words(n, word); }

// An access is in flight so long: of an instruction that computes, of a move, of the vector unit.
uint64_t compute(const parameter_values& p) { return p("matrix_unit.latency_cycles") + p("matrix_unit.drain_cycles"); }
uint64_t move(const parameter_values& p) { return p("matrix_unit.move_latency_cycles") + p("matrix_unit.drain_cycles"); }
uint64_t vector(const parameter_values& p) { return p("vector_unit.dst_access_cycles"); }
// From the start of a load to TTSync, which sees the vector unit idle.
uint64_t loaded(const parameter_values& p) { return p("vector_unit.drain_cycles") + p.sync_lag(); }

}  // namespace

TEST_CASE("groups of a thread's accesses by one unit, then the other, wait for the last of the group before", "[dst]") {
  const unsigned flight = GENERATE(1u, 7u, 12u), latency = GENERATE(2u, 5u), late = GENERATE(0u, 1u);
  const arguments args{"--set", set("vector_unit.dst_access_cycles", flight),
                       "--set", set("matrix_unit.latency_cycles", latency),
                       "--set", set("dst.vector_flag_late_cycles", late)};
  const parameter_values p(args);
  CAPTURE(flight, latency, late);
  scenario s;
  fill_sources(s);
  for (unsigned size : {1u, 2u, 4u, 8u}) {
    CAPTURE(size);
    constexpr unsigned groups = 3;
    words w;
    for (unsigned g = 0; g < groups; ++g) {
      for (unsigned i = 0; i < size; ++i) w.push_back(mvmul(8 * ((g * size + i) % 32)));
      for (unsigned i = 0; i < size; ++i) w.push_back(sfpload(512 + 4 * i));
    }
    // From a group's last MVMUL to the first load, and back. The MVMUL right behind a lone load does not see it, but the load
    // before that one, if it is still in flight.
    const uint64_t there = compute(p), back = vector(p);
    const bool alone = size == 1 && late;
    const uint64_t first_back = alone ? 1 : back, second_back = alone && back <= there + 2 ? 1 : back;
    CHECK(span_of(s, w, args) == groups * (size - 1 + there + size - 1) + first_back + second_back + loaded(p));
    const arguments free{"--set", "dst.in_order=false",
                         "--set", set("matrix_unit.drain_cycles", 0),
                         "--set", set("matrix_unit.latency_cycles", 1)};
    CHECK(span_of(s, w, free) == 2 * groups * size - 1 + loaded(parameter_values(free)));
  }
}

TEST_CASE("moves are in flight a cycle less than what computes", "[dst]") {
  const parameter_values p({});
  scenario s;
  fill_sources(s);
  CHECK(span_of(s, {mvmul(0), sfpload(512)}) == compute(p) + loaded(p));
  CHECK(span_of(s, {mova2d(0, 0), sfpload(512)}) == move(p) + loaded(p));
  CHECK(span_of(s, {movd2a, sfpload(512)}) == move(p) + loaded(p));
  CHECK(compute(p) == move(p) + 1);
  // Behind what is no longer in flight nothing waits: not at n - 1, at n.
  for (unsigned nops : {0u, 5u, 6u, 7u, 9u}) {
    CAPTURE(nops);
    words w{mvmul(0)};
    w.insert(w.end(), nops, word::nop);
    w.push_back(sfpload(512));
    CHECK(span_of(s, w) == std::max<uint64_t>(compute(p), 1 + nops) + loaded(p));
  }
}

TEST_CASE("the flag of a vector access is seen in the second cycle after its start", "[dst]") {
  const parameter_values p({});
  REQUIRE(p("dst.vector_flag_late_cycles") == 1);
  scenario s;
  fill_sources(s);
  const auto behind = [&](unsigned loads, unsigned nops) {  // the cycle in which the MVMUL starts
    words w = repeated(sfpload(512), loads);
    w.insert(w.end(), nops, word::nop);
    w.push_back(mvmul(0));
    return span_of(s, w) - compute(p) - p.sync_lag();
  };
  CHECK(behind(1, 0) == 1);          // overtakes
  CHECK(behind(1, 1) == vector(p));  // has seen it
  CHECK(behind(1, 8) == 9);          // it is complete
  CHECK(behind(2, 0) == 1 + vector(p));
  CHECK(behind(2, 3) == 1 + vector(p));
}

TEST_CASE("SFPSTORE is in the vector unit until its datums are in Dst, SFPLOAD is not", "[dst]") {
  for (unsigned flight : {1u, 7u, 20u}) {
    CAPTURE(flight);
    const arguments args{"--set", set("vector_unit.dst_access_cycles", flight), "--set", "frontend.ttsync_lag_cycles=0"};
    const uint32_t wait = word::stallwait(block_all, 1u << 11);
    CHECK(span_of({}, {sfpstore}, args) == flight);
    CHECK(span_of({}, {sfpstore, wait, no_effect}, args) == std::max(flight, 2u) + 2);
    CHECK(span_of({}, {sfpload(512)}, args) == 1);
    CHECK(span_of({}, {sfpload(512), wait, no_effect}, args) == 4);
  }
}

TEST_CASE("threads wait for their own accesses only, but one access starts a cycle, in turns", "[dst]") {
  const bool one_start = GENERATE(true, false);
  const unsigned n = GENERATE(1u, 2u, 12u);
  const arguments args{"--set", std::string("dst.one_start=") + (one_start ? "true" : "false")};
  const parameter_values p(args);
  CAPTURE(one_start, n);
  const words moves = repeated(movd2a, n), loads = repeated(sfpload(512), n);
  const uint64_t turn = one_start ? 2 : 1, second = one_start ? 1 : 0;  // who asks second starts a cycle later
  const uint64_t moved = (n - 1) * turn + move(p) + p.sync_lag(), read = (n - 1) * turn + loaded(p);
  // Thread 0 asks first.
  CHECK(together(moves, loads, {no_effect}, args) == three{moved, second + read, 1});
  CHECK(together(loads, moves, {no_effect}, args) == three{read, second + moved, 1});
  CHECK(together(moves, {no_effect}, loads, args) == three{moved, 1, second + read});
}

TEST_CASE("a move to Dst keeps loads out, and the next move lets the waiting load go first", "[dst]") {
  for (unsigned out : {0u, 3u, 10u}) {
    CAPTURE(out);
    const arguments args{"--set", set("dst.move_keeps_out_cycles", out), "--set", "hand_over.set_dvalid_cycles=1"};
    const parameter_values p(args);
    // SETDVALID takes one cycle here, the moves start behind it; T1's load asks in the same cycle, behind T0.
    const auto r = together({setdvalid, mova2d(0, 0), mova2d(0, 8)}, {no_effect, sfpload(512)}, {no_effect}, args);
    const uint64_t load = 1 + 1 + out;
    CHECK(r[1] == load + loaded(p));
    CHECK(r[0] == load + 1 + move(p) + p.sync_lag());
    // One that reads Dst is no move to Dst.
    CHECK(together({no_effect, movd2a}, {no_effect, sfpload(512)}, {no_effect}, args)[1] == 2 + loaded(p));
  }
}

TEST_CASE("cycles that are lost at Dst have their reason", "[dst]") {
  scenario s;
  fill_sources(s);
  s.push(mvmul(0)).push(sfpload(512)).sync();
  const run_result in_order = s.run();
  const parameter_values p({});
  for (const auto& [group, who] : {std::pair{"units", "vector_unit"}, std::pair{"threads", "t0"}}) {
    CHECK(in_order.stall(group, who, "dst_unit_switch") == compute(p) - 1);
    CHECK(in_order.stall(group, who, "dst_arbitration") == 0);
  }
  scenario turns;
  turns.push(word::seminit(2, 3)).settle();
  turns.push(word::semwait(block_all, 2, until::not_zero)).push(movd2a, 5);
  turns.thread(1).delay(100).push(word::semwait(block_all, 2, until::not_zero)).push(sfpload(512), 5);
  turns.thread(2).delay(300).push(word::sempost(2));
  const run_result in_turns = turns.run();
  CHECK(in_turns.stall("units", "matrix_unit", "dst_arbitration") == 4);
  CHECK(in_turns.stall("units", "vector_unit", "dst_arbitration") == 5);
  CHECK(in_turns.stall("threads", "t1", "dst_unit_switch") == 0);
}

TEST_CASE("ELWADD and ELWSUB wait for their block of Dst whether they add to it or not", "[dst]") {
  const std::string configuration = GENERATE("blackhole", "documented");
  const arguments args{"--config", configuration};
  const parameter_values p(args);
  CAPTURE(configuration);
  scenario s;
  fill_sources(s);
  const uint64_t hazard = p("matrix_unit.dst_read_hazard_cycles"), end = compute(p) + p.sync_lag();
  for (unsigned n : {1u, 2u, 9u})
    for (opcode code : {opcode::ELWADD, opcode::ELWSUB}) {
      CAPTURE(n, info(code).name);
      const uint32_t overwrites = word_of(code), adds = overwrites | insn::ELWADD::dest_accum_en.place(1);
      const uint64_t waits = (n - 1) * (1 + hazard) + end;
      CHECK(span_of(s, repeated(adds, n), args) == waits);
      CHECK(span_of(s, repeated(overwrites, n), args) == (configuration == "blackhole" ? waits : n - 1 + end));
      words elsewhere;
      for (unsigned i = 0; i < n; ++i) elsewhere.push_back(overwrites | insn::ELWADD::dst.place(8 * i));
      CHECK(span_of(s, elsewhere, args) == n - 1 + end);
    }
}

}  // namespace dst_timing_test
