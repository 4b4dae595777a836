// SPDX-License-Identifier: Apache-2.0
// Vector unit: one instruction a cycle, exchanges that keep it, results that come later, and what SFPLOADMACRO schedules.
// Source: ISA documentation, VectorUnit, SFPMAD, SFPSWAP, SFPSHFT2, SFPLOADMACRO.
#include <algorithm>
#include <utility>

#include "catch.h"
#include "timing/scenario.h"

using namespace tensix;
using namespace tensix::timing;

namespace vector_timing_test {
namespace {

uint32_t op(opcode o, unsigned d, unsigned c, unsigned b, unsigned a, unsigned mode) {
  return word_of(o) | mode | d << 4 | c << 8 | b << 12 | a << 16;
}
const uint32_t nop = word_of(opcode::SFPNOP);
uint32_t simple(unsigned d) { return op(opcode::SFPNOT, d, 9, 0, 0, 0); }
uint32_t mad(unsigned d, unsigned a) { return op(opcode::SFPMAD, d, 9, 10, a, 0); }
uint32_t loadi(unsigned d, uint32_t imm, unsigned mode) { return word_of(opcode::SFPLOADI) | d << 20 | mode << 16 | imm; }
words repeated(const words& w, unsigned n) {
  words all;
  for (unsigned i = 0; i < n; ++i) all.insert(all.end(), w.begin(), w.end());
  return all;
}

struct setting {
  uint64_t exchange, multiply_add, drain, store;  // the latter two: until TTSync sees the unit idle
  arguments args;
};
setting chosen() {
  const auto [e, m] =
      GENERATE(std::pair<unsigned, unsigned>{2, 2}, std::pair<unsigned, unsigned>{1, 4}, std::pair<unsigned, unsigned>{5, 1});
  setting s{e,
            m,
            0,
            0,
            {"--set", "vector_unit.exchange_cycles=" + std::to_string(e), "--set",
             "vector_unit.multiply_add_cycles=" + std::to_string(m)}};
  const parameter_values p(s.args);
  s.drain = p("vector_unit.drain_cycles") + p.sync_lag();
  s.store = p("vector_unit.dst_access_cycles") + p.sync_lag();
  return s;
}

}  // namespace

TEST_CASE("SFPSWAP and SFPSHFT2 between lanes keep the vector unit, other modes do not", "[vector]") {
  const setting p = chosen();
  CAPTURE(p.exchange, p.multiply_add);
  for (unsigned n : {1u, 9u}) {
    CAPTURE(n);
    const uint64_t kept = n * p.exchange - 1 + p.drain, free = n - 1 + p.drain;
    for (unsigned mode : {0u, 1u, 8u, 9u})
      CHECK(span_of({}, repeated({op(opcode::SFPSWAP, 0, 1, 0, 0, mode)}, n), p.args) == kept);
    for (unsigned mode = 0; mode < 7; ++mode) {
      CAPTURE(mode);
      CHECK(span_of({}, repeated({op(opcode::SFPSHFT2, 0, 1, 2, 0, mode)}, n), p.args) ==
            (mode >= 2 && mode <= 4 ? kept : free));
    }
    CHECK(span_of({}, repeated({op(opcode::SFPTRANSP, 0, 0, 0, 0, 0)}, n), p.args) == free);
  }
}

TEST_CASE("behind an exchange SFPNOP starts at once, everything else when it is done", "[vector]") {
  const setting p = chosen();
  CAPTURE(p.exchange, p.multiply_add);
  const uint32_t swap = op(opcode::SFPSWAP, 0, 1, 0, 0, 1), shuffle = op(opcode::SFPSHFT2, 2, 3, 0, 0, 3);
  for (const uint32_t exchange : {swap, shuffle}) {
    constexpr unsigned n = 6;
    const uint64_t turn = std::max<uint64_t>(2, p.exchange), last = (n - 1) * turn;
    CHECK(span_of({}, repeated({exchange, nop}, n), p.args) == last + turn - 1 + p.drain);
    CHECK(span_of({}, repeated({exchange, simple(5)}, n), p.args) == (n - 1) * (p.exchange + 1) + p.exchange + p.drain);
  }
}

TEST_CASE("who reads a multiply-add's result waits for it, nobody else", "[vector]") {
  const setting p = chosen();
  CAPTURE(p.exchange, p.multiply_add);
  const uint64_t behind = p.multiply_add - 1 + p.drain;
  for (unsigned n : {1u, 12u}) {
    CHECK(span_of({}, repeated({mad(0, 0)}, n), p.args) == (n - 1) * p.multiply_add + behind);
    CHECK(span_of({}, repeated({mad(0, 1)}, n), p.args) == n - 1 + behind);  // writes only
    for (const opcode o : {opcode::SFPMUL24, opcode::SFPMUL, opcode::SFPADD})
      CHECK(span_of({}, repeated({op(o, 2, 9, 10, 2, 0)}, n), p.args) == (n - 1) * p.multiply_add + behind);
    for (const opcode o : {opcode::SFPADDI, opcode::SFPMULI})
      CHECK(span_of({}, repeated({word_of(o) | 2 << 4}, n), p.args) == (n - 1) * p.multiply_add + behind);
    CHECK(span_of({}, repeated({word_of(opcode::SFPLUT) | 3 << 20}, n), p.args) == (n - 1) * p.multiply_add + behind);
    CHECK(span_of({}, repeated({word_of(opcode::SFPLUT) | 4 << 20}, n), p.args) == n - 1 + behind);
    // SFPLUTFP32: LReg 7 counts as read, and any as written, if the copy of the mode says "indirect".
    const uint32_t table = op(opcode::SFPLUTFP32, 7, 0, 0, 0, 0);
    CHECK(span_of({}, repeated({table}, n), p.args) == n - 1 + behind);
    CHECK(span_of({}, repeated({table | 8 << 16}, n), p.args) == (n - 1) * p.multiply_add + behind);
  }
  // A simple instruction that reads it ends a latency later; SFPAND believes to read VD even where it reads VB.
  CHECK(span_of({}, {mad(0, 1), op(opcode::SFPMOV, 2, 0, 0, 0, 0)}, p.args) == p.multiply_add + p.drain);
  CHECK(span_of({}, {mad(0, 1), op(opcode::SFPAND, 0, 2, 3, 0, 1)}, p.args) == p.multiply_add + p.drain);
}

TEST_CASE("a dependency that the stall logic overlooks is reported", "[vector]") {
  const uint32_t iadd = op(opcode::SFPIADD, 0, 2, 0, 0, 4);
  const auto status = [&](const words& w) {
    scenario s;
    for (const uint32_t x : w) s.push(x);
    return s.sync().run_any();
  };
  const run_result broken = status({mad(0, 1), iadd});
  CHECK(broken.status == 1);
  CHECK(broken.errors.find("SFPIADD: reads LReg 0 before the two-cycle instruction that writes it is done") !=
        std::string::npos);
  CHECK(status({mad(0, 1), nop, iadd}).status == 0);
  CHECK(status({mad(0, 1), no_effect, iadd}).status == 0);
  CHECK(status({mad(1, 0), iadd}).status == 0);
}

namespace {

// Templates 0: VD + 3, 1: 1 * VB + 0, and macro 0 with `sequence`; T1 has the vector unit to itself.
scenario with_macro(uint32_t sequence, uint32_t misc) {
  scenario s;
  s.push(op(opcode::SFPENCC, 0, 0, 3, 0, 10)).push(loadi(0, 0, 2));
  s.push(op(opcode::SFPIADD, 12, 0, 3, 0, 5)).push(op(opcode::SFPMAD, 13, 9, 0, 10, 0));
  s.push(loadi(0, sequence & 0xffff, 10)).push(loadi(0, sequence >> 16, 8));
  s.push(op(opcode::SFPCONFIG, 4, 0, 0, 0, 0)).push(word_of(opcode::SFPCONFIG) | 8 << 4 | 1 | misc << 8);
  return s.settle();
}
const uint32_t macro = word_of(opcode::SFPLOADMACRO) | 1 << 20 | 6 << 16;  // macro 0, LReg 1, unsigned 16 bits
constexpr uint32_t simple_in(uint32_t delay) { return 4 | delay << 3; }
constexpr uint32_t mad_in(uint32_t delay) { return (5 | delay << 3 | 0x80 | 0x40) << 8; }
constexpr uint32_t store_in(uint32_t delay) { return (3u | delay << 3) << 24; }

}  // namespace

TEST_CASE("what SFPLOADMACRO schedules keeps the vector unit from being idle", "[vector]") {
  const setting p = chosen();
  CAPTURE(p.exchange, p.multiply_add);
  CHECK(span_of(with_macro(0, 6), {macro}, p.args) == p.drain);
  for (uint32_t delay : {0u, 1u, 7u}) {
    CAPTURE(delay);
    CHECK(span_of(with_macro(simple_in(delay), 6), {macro}, p.args) == 1 + delay + p.drain);
    CHECK(span_of(with_macro(mad_in(delay), 6), {macro}, p.args) == 1 + delay + p.multiply_add - 1 + p.drain);
    CHECK(span_of(with_macro(store_in(delay), 6), {macro}, p.args) == 1 + delay + p.store);
    // Counting instructions: it executes in the cycle behind the last of `delay` of them; without, it never does and nobody waits.
    const uint32_t counts = 0x100 | 6;
    CHECK(span_of(with_macro(simple_in(delay), counts), {macro}, p.args) == (delay ? 0 : 1) + p.drain);
    for (const uint32_t more : {0u, 1u}) {
      words fed{macro};
      fed.insert(fed.end(), delay + more, nop);
      CHECK(span_of(with_macro(simple_in(delay), counts), fed, p.args) == 1 + delay + p.drain);
    }
  }
}

// The core pauses, the thread waits or does something else, or its program ends: a count of 0 waits for none of them.
TEST_CASE("a store that counts instructions happens once it has nothing left to count", "[vector]") {
  const uint32_t delay = GENERATE(1u, 2u, 7u);
  CAPTURE(delay);
  const auto stored = [&](uint32_t nops, auto behind) {
    scenario s = with_macro(simple_in(0) | store_in(delay), 0xf06);  // VD + 3 at once, and back to where it came from
    s.push(macro).push(nop, nops);
    behind(s);
    for (unsigned k = 0; k < 2; ++k)
      s.line("t0 copy " + std::to_string(0xFFBD8000 + 4 * k) + " " + std::to_string(0x1000 + 4 * k));
    return s.line("out 0x1000 8").run().outs.at(0);
  };
  const auto pauses = [](scenario& s) { s.delay(60); };
  const auto waits = [](scenario& s) { s.push(word::stallwait(block_all, 1 << 11)).push(no_effect).sync(); };
  const auto works_elsewhere = [](scenario& s) { s.push(no_effect, 20).sync(); };
  const auto ends = [](scenario& s) { s.sync(); };
  const std::string not_yet = stored(delay - 1, pauses), done = stored(delay + 1, pauses);
  CHECK(not_yet != done);
  CHECK(stored(delay, pauses) == done);
  CHECK(stored(delay, waits) == done);
  CHECK(stored(delay, works_elsewhere) == done);
  CHECK(stored(delay, ends) == done);
  CHECK(stored(delay - 1, works_elsewhere) == not_yet);
}

TEST_CASE("what is wrong with an instruction that SFPLOADMACRO schedules is reported in its own cycle", "[vector]") {
  const parameter_values p({});
  for (uint32_t delay : {0u, 1u, 7u}) {
    scenario s = with_macro(simple_in(delay), 6);
    s.push(op(opcode::SFPPOPC, 12, 0, 0, 0, 0)).settle().mark("begin").push(macro).sync().mark("end");
    const run_result r = s.run({"--on-undefined=warn"});
    CAPTURE(delay);
    CHECK(r.diagnosed("the flag stack is empty") == r.mark("begin") + p.to_gate() + 1 + delay);
  }
}

TEST_CASE("a pipeline of SFPLOADMACROs starts one in a cycle and stores what single instructions would", "[vector]") {
  // x + 3 into LReg 16, and from there to where x came from.
  const scenario macros_ready = with_macro(simple_in(0) | 0x40 | store_in(1) | 0x40u << 24, 6);
  const auto address = [](unsigned i) { return 2 * i; };
  const auto store = [&](unsigned r, unsigned i) { return word_of(opcode::SFPSTORE) | r << 20 | 6 << 16 | address(i); };
  constexpr unsigned n = 8;
  scenario s = macros_ready;
  for (unsigned i = 0; i < n; ++i) s.push(loadi(2, 10 * i + 1, 2)).push(store(2, i));
  s.settle();
  words macros, singles;
  for (unsigned i = 0; i < n; ++i) {
    macros.push_back(macro | address(i));
    singles.push_back(word_of(opcode::SFPLOAD) | 1 << 20 | 6 << 16 | address(i));
    singles.push_back(op(opcode::SFPIADD, 1, 1, 3, 0, 5));
    singles.push_back(store(1, i));
  }
  const parameter_values p({});
  const uint64_t stored = p("vector_unit.dst_access_cycles") + p.sync_lag();
  CHECK(span_of(s, macros) == n - 1 + 2 + stored);
  CHECK(span_of(s, singles) == 3 * n - 1 + stored);
  const auto seen = [&](const words& w) {
    scenario with = s;
    for (const uint32_t x : w) with.push(x);
    with.settle();
    for (unsigned k = 0; k < 8 * n; ++k)
      with.line("t0 copy " + std::to_string(0xFFBD8000 + 4 * k) + " " + std::to_string(0x1000 + 4 * k));
    return with.line("out 0x1000 256").run().outs.at(0);
  };
  const std::string by_macros = seen(macros);
  CHECK(by_macros == seen(singles));
  CHECK(by_macros != seen({}));
}

}  // namespace vector_timing_test
