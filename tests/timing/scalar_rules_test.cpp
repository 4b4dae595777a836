// SPDX-License-Identifier: Apache-2.0
// Scalar unit (ThCon), instruction by instruction: how long the unit and the issuing thread are held, one instruction in flight
// for all threads, atomics, FLUSHDMA. Source: ISA documentation, ScalarUnit, LOADIND, ATINCGET, ATSWAP, ATCAS, ATINCGETPTR,
// REG2FLOP, FLUSHDMA, STALLWAIT.
#include <algorithm>

#include "catch.h"
#include "timing/scenario.h"

using namespace tensix;
using namespace tensix::timing;

namespace scalar_rules_test {
namespace {

constexpr unsigned address_gpr = 16, data_gpr = 20;  // 0x40000 / 16 and 5
constexpr uint32_t overlay_register = 0xFFB40000;

template <class Instruction>
uint32_t arithmetic(Instruction op, unsigned a, unsigned b, bool constant = false) {
  using namespace insn::ADDDMAREG;
  return word_of(op) | op_a_reg_index.place(a) | op_b_reg_index.place(b) | result_reg_index.place(30) |
         op_b_is_const.place(constant);
}
uint32_t memory(opcode op) {  // address and data GPR have the same places in all of them
  return word_of(op) | insn::ATINCGET::addr_reg_index.place(address_gpr) | insn::ATINCGET::data_reg_index.place(data_gpr);
}
const uint32_t loadind = memory(opcode::LOADIND) | insn::LOADIND::size_sel.place(1) | insn::LOADIND::offset_index.place(100);
const uint32_t storeind = memory(opcode::STOREIND) | insn::STOREIND::mem_hier_sel.place(1) |
                          insn::STOREIND::reg_size_sel.place(1) | insn::STOREIND::offset_index.place(100);
const uint32_t atincget = memory(opcode::ATINCGET) | insn::ATINCGET::wrap_val.place(31);
const uint32_t atswap = memory(opcode::ATSWAP) | insn::ATSWAP::swap_mask.place(3);
const uint32_t loadreg = word_of(opcode::LOADREG) | insn::LOADREG::reg_addr.place((overlay_register - 0xFFB00000) >> 2) |
                         insn::LOADREG::tdma_data_reg_index.place(30);
const uint32_t storereg = word_of(opcode::STOREREG) | insn::STOREREG::reg_addr.place((overlay_register - 0xFFB00000) >> 2) |
                          insn::STOREREG::tdma_data_reg_index.place(30);
const uint32_t setdmareg = word::setdmareg(40, 0, 1);
uint32_t atcas(unsigned compare) {
  return word_of(opcode::ATCAS) | insn::ATCAS::addr_reg_index.place(address_gpr) | insn::ATCAS::cmp_val.place(compare) |
         insn::ATCAS::swap_val.place(9);
}
uint32_t flushdma(uint32_t conditions) { return word_of(opcode::FLUSHDMA) | insn::FLUSHDMA::flush_spec.place(conditions); }
uint32_t reg2flop(unsigned size, unsigned target) {
  return word_of(opcode::REG2FLOP) | insn::REG2FLOP::size_sel.place(size) | insn::REG2FLOP::target_sel.place(target) |
         insn::REG2FLOP::flop_index.place(target < 2 ? 24 : 0) | insn::REG2FLOP::reg_index.place(30);
}

void prepare(scenario& s) {
  s.push(word::setdmareg(address_gpr, 0, 0x4000)).push(word::setdmareg(address_gpr, 1, 0));
  s.push(word::setdmareg(data_gpr, 0, 5)).push(word::setdmareg(data_gpr, 1, 0)).settle();
}

// From the cycle in which the gate presents the first to the first in which nothing is on the way.
uint64_t cycles_of(const words& w, const arguments& args = {}) {
  scenario s;
  prepare(s);
  return span_of(s, w, args);
}

// T0 executes `w` from cycle g on, T1 presents `other` in g + 1 and waits for the unit. Result: the first cycle, from g on, in
// which T1 has nothing on the way.
uint64_t other_thread(const words& w, uint32_t other, const arguments& args = {}) {
  const parameter_values p(args);
  scenario s;
  prepare(s);
  s.delay(200).line("t0 poll 0xFFB121F0 0x100 0x100").store(0x100, 1).settle().mark("begin");
  const run_result probe = s.run(args);  // when thread 0 gets there
  const uint64_t at = probe.mark("begin");
  for (uint32_t x : w) s.push(x);
  s.thread(1).delay(at + 1).push(other).sync().mark("end");
  const run_result r = s.run(args);
  REQUIRE(r.mark("begin") == at);
  return r.mark("end", 1) - at - p.to_gate() - p.sync_load();
}

}  // namespace

TEST_CASE("every instruction holds the unit and its thread for the documented time", "[config]") {
  struct row {
    uint32_t word;
    uint64_t held;
  };
  std::vector<row> rows = {{word_of(opcode::DMANOP), 1},
                           {setdmareg, 1},
                           {flushdma(1), 2},
                           {loadind, 3},
                           {storeind, 3},
                           {loadreg, 3},
                           {storereg, 3},
                           {atincget, 3},
                           {atswap, 3},
                           {setdmareg | insn::SETDMAREG::set_signals_mode.place(1), 1}};
  for (opcode op : {opcode::ADDDMAREG, opcode::SUBDMAREG, opcode::MULDMAREG, opcode::BITWOPDMAREG, opcode::SHIFTDMAREG,
                    opcode::CMPDMAREG}) {
    rows.push_back({arithmetic(op, 8, 11), 3});        // one aligned group of four: one read
    rows.push_back({arithmetic(op, 8, 12), 4});        // two groups
    rows.push_back({arithmetic(op, 8, 12, true), 3});  // a constant is no read
  }
  for (unsigned size : {0u, 1u, 2u, 3u})
    for (unsigned target : {0u, 2u, 3u}) rows.push_back({reg2flop(size, target), 2});
  for (const row& x : rows) {
    CAPTURE(disassemble(x.word));
    // The thread's next instruction starts `held` later, and so does another thread's for this unit; one for another unit does
    // not wait.
    CHECK(other_thread({x.word}, setdmareg) == x.held + 1);
    CHECK(other_thread({x.word}, no_effect) == 2);
  }
}

TEST_CASE("the issuing thread starts nothing before its scalar instruction is done", "[config]") {
  CHECK(cycles_of({no_effect, no_effect}) == 2);
  CHECK(cycles_of({setdmareg, no_effect}) == 2);
  CHECK(cycles_of({arithmetic(opcode::ADDDMAREG, 8, 9), no_effect}) == 4);
  CHECK(cycles_of({arithmetic(opcode::ADDDMAREG, 8, 13), no_effect}) == 5);
  CHECK(cycles_of({reg2flop(1, 2), no_effect}) == 3);
  for (unsigned n : {2u, 5u, 20u}) {
    CHECK(cycles_of(words(n, setdmareg)) == n);
    CHECK(cycles_of(words(n, arithmetic(opcode::MULDMAREG, 8, 9))) == 3 * n);
    CHECK(cycles_of(words(n, arithmetic(opcode::SHIFTDMAREG, 8, 12))) == 4 * n);
    CHECK(cycles_of(words(n, reg2flop(0, 0))) == 2 * n);
    CHECK(cycles_of(words(n, storereg)) == 3 * n);
  }
}

TEST_CASE("a load's data arrive later: STALLWAIT C0 and FLUSHDMA wait for them", "[config]") {
  const uint32_t wait = word::stallwait(block_all, until::scalar_done);
  for (unsigned latency : {8u, 20u}) {
    CAPTURE(latency);
    const arguments args{"--set", "scalar_unit.memory_latency_cycles=" + std::to_string(latency)};
    // LOADIND in g, its beat in L1 in g, answered in g + 1, in the GPR from g + 1 + latency on. LOADREG needs no beat.
    CHECK(cycles_of({loadind}, args) == 1 + latency);
    CHECK(cycles_of({loadreg}, args) == latency);
    // STALLWAIT: met then, released a cycle later, the next instruction takes one.
    CHECK(cycles_of({loadind, wait, no_effect}, args) == 1 + latency + 2);
    CHECK(cycles_of({loadreg, wait, no_effect}, args) == latency + 2);
    // FLUSHDMA is done in the cycle in which its condition holds.
    CHECK(cycles_of({loadind, flushdma(1)}, args) == 1 + latency + 1);
    CHECK(cycles_of({loadreg, flushdma(1), no_effect}, args) == latency + 2);
  }
}

TEST_CASE("who reads a GPR before a load has arrived in it sees what it was", "[config]") {
  struct row {
    uint32_t word;
    unsigned gpr;
    uint64_t arrives;  // from the gate on
    std::string before, after;
  };
  const uint32_t wide = memory(opcode::LOADIND) | insn::LOADIND::offset_index.place(100);  // 16 bytes to GPR 20..23
  const row rows[] = {{loadind, data_gpr, 1 + 8, "05000000", "44332211"},
                      {wide | insn::LOADIND::size_sel.place(2), data_gpr, 1 + 8, "05000000", "44330000"},
                      {wide, data_gpr + 1, 1 + 8, "66000000", "88776655"},
                      {loadreg, 30, 8, "77000000", "99000000"},
                      {atincget, data_gpr, 12, "05000000", "44332211"}};
  const parameter_values p({});
  for (const row& x : rows)
    for (uint64_t at : {x.arrives - 3, x.arrives - 1, x.arrives, x.arrives + 5}) {
      CAPTURE(disassemble(x.word), at);
      scenario s;
      s.line("l1w 0x40000 0x11223344 0x55667788").store(overlay_register, 0x99);
      prepare(s);
      s.push(word::setdmareg(30, 0, 0x77)).push(word::setdmareg(30, 1, 0)).push(word::setdmareg(data_gpr + 1, 0, 0x66));
      s.push(word::setdmareg(data_gpr + 1, 1, 0)).settle().push(x.word);
      // The core's load reads in the cycle in which it starts, after what arrives in that cycle.
      s.delay(p.to_gate() + at - 1).line("t0 copy " + std::to_string(0xFFE00000 + 4 * x.gpr) + " 0x1000").settle();
      CHECK(s.line("out 0x1000 4").run().outs.at(0) == "out 0x1000 " + (at < x.arrives ? x.before : x.after));
    }
}

TEST_CASE("REG2FLOP waits for THCON while the configuration unit writes it", "[config]") {
  constexpr uint32_t thcon = 64 + 24, other = 3;
  const parameter_values p({});
  for (uint32_t target : {0u, 2u, 3u})  // THCON; counters, which are documented to wait as well
    for (uint32_t written : {thcon, other})
      for (int begin : {-4, -1, 0, 1, 2})
        for (int count : {1, 2, 7}) {
          CAPTURE(target, written, begin, count);
          scenario s;
          prepare(s);
          s.delay(200).line("t0 poll 0xFFB121F0 0x100 0x100").mark("begin");
          const uint64_t at = s.run().mark("begin");
          s.push(reg2flop(1, target)).sync().mark("end");
          s.thread(1)
              .delay(static_cast<uint64_t>(static_cast<int64_t>(at) + begin))
              .push(word::rmwcib(0, written, 0, 0), count);
          // The writes are in the cycles [begin, begin + count) from the gate on; the port is asked for in cycle 0 first.
          int asks = 0;
          if (written == thcon)
            while (asks >= begin && asks < begin + count) ++asks;
          CHECK(s.run().mark("end") - at - p.to_gate() - p.sync_load() == 2 + static_cast<uint64_t>(asks));
        }
}

TEST_CASE("ATINCGET and ATSWAP: three cycles each, one every twelve", "[config]") {
  for (uint32_t w : {atincget, atswap}) {
    CAPTURE(disassemble(w));
    CHECK(cycles_of({w}) == 12);                                                  // until its round trip is over
    CHECK(cycles_of({w, arithmetic(opcode::ADDDMAREG, 8, 9), setdmareg}) == 12);  // in g + 3 and g + 6: hidden
    for (unsigned n : {2u, 3u, 10u}) CHECK(cycles_of(words(n, w)) == 12 * n);
    CHECK(cycles_of({w, word::stallwait(block_all, until::scalar_done), no_effect}) == 12 + 2);
    // Another thread's atomic waits as well.
    CHECK(other_thread({w}, w) == 12 + 12);
  }
  CHECK(cycles_of({atincget, atswap}) == 24);
  CHECK(cycles_of({atincget, atincget}, {"--set", "scalar_unit.atomic_cycles=20"}) == 40);
}

TEST_CASE("ATCAS and ATINCGETPTR: fifteen cycles an attempt", "[config]") {
  CHECK(cycles_of({atcas(0)}) == 15);
  CHECK(cycles_of({atcas(0), atcas(9), no_effect}) == 31);
  CHECK(cycles_of({atcas(0)}, {"--set", "scalar_unit.compare_atomic_cycles=21"}) == 21);
  // Attempts in g, g + 15, g + 30, ...: the first after another core has stored the value succeeds.
  const parameter_values p({});
  for (unsigned delay : {20u, 32u, 33u, 34u, 47u, 48u, 49u, 70u}) {
    CAPTURE(delay);
    scenario s;
    prepare(s);
    s.mark("begin").push(atcas(3)).delay(delay).mark("store").store(0x40000, 3).sync().mark("end");
    const run_result r = s.run();
    const uint64_t g = r.mark("begin") + p.to_gate();
    // The store is in L1 in its own cycle (a narrow write keeps the bank, but its value counts at once), seen by attempts in
    // the cycles after it.
    const uint64_t seen = r.mark("store") + 1, attempts = seen <= g ? 0 : (seen - g + 14) / 15;
    CHECK(r.mark("end") == g + 15 * (attempts + 1) + p.sync_load());
  }
  // An empty FIFO (words 0 and 1 equal): the same.
  const uint32_t pop = memory(opcode::ATINCGETPTR) | insn::ATINCGETPTR::wrap_val.place(4);
  const uint32_t push = pop | insn::ATINCGETPTR::sel32b.place(1);
  CHECK(cycles_of({push}) == 15);
  CHECK(cycles_of({push, pop}) == 30);
}

TEST_CASE("FLUSHDMA occupies the unit for two cycles and until all its conditions hold", "[config]") {
  for (uint32_t conditions : {0u, 1u, 2u, 4u, 8u, 15u}) CHECK(cycles_of({flushdma(conditions)}) == 2);
  CHECK(cycles_of({flushdma(1), flushdma(2), no_effect}) == 5);
  // Behind an UNPACR: `done` is the first cycle in which nothing of the thread is in the unpacker; FLUSHDMA ends with it, its
  // thread goes on in the next. No mask means all four.
  const arguments args{"--config", "documented"};
  const parameter_values p(args);
  const auto behind_unpack = [&](uint32_t conditions, uint32_t of_other, uint64_t& other) {
    scenario s;
    unpack_setup u;
    u.datums = 512;
    configure(s, u);
    const uint64_t at = [&] {
      scenario probe = s;
      return probe.mark("begin").run(args).mark("begin");
    }();
    s.mark("begin").push(unpacr(0)).push(flushdma(conditions)).push(no_effect).sync().mark("end");
    s.thread(1).delay(at + 10).push(of_other).sync().mark("end");
    const run_result r = s.run(args);
    other = r.mark("end", 1) - at - p.to_gate() - p.sync_load();
    return r.mark("end") - r.mark("begin") - p.to_gate() - p.sync_load();
  };
  const uint64_t done = p("unpacker.address_phase_cycles") + 512 * 2 / 16 + p("unpacker.pipeline_latency_cycles");  // at x1
  uint64_t other = 0;
  for (uint32_t conditions : {2u, 3u, 0u, 15u}) {
    CAPTURE(conditions);
    CHECK(behind_unpack(conditions, setdmareg, other) == done + 2);
    CHECK(other == done + 2);  // another thread's scalar instruction waits for the unit: done + 1, a cycle of its own
    behind_unpack(conditions, no_effect, other);
    CHECK(other == 11);  // one for another unit does not
  }
  for (uint32_t conditions : {1u, 4u, 8u}) {
    CAPTURE(conditions);
    CHECK(behind_unpack(conditions, setdmareg, other) == done);
    CHECK(other == 11);
  }
}

TEST_CASE("STOREIND to SrcA and SrcB waits for the bank, holds the unit meanwhile, and ends in the cycle after", "[config]") {
  const parameter_values p({});
  const auto setdvalid = [](unsigned which) { return word_of(opcode::SETDVALID) | insn::SETDVALID::setvalid.place(which); };
  for (bool b : {false, true}) {
    const uint32_t to_src = word_of(opcode::STOREIND) | insn::STOREIND::addr_reg_index.place(50) |
                            insn::STOREIND::data_reg_index.place(52) | insn::STOREIND::offset_index.place(108) |
                            insn::STOREIND::reg_size_sel.place(b);
    CHECK(cycles_of({to_src}) == 3);  // the unpackers have the bank
    CHECK(cycles_of({to_src, to_src, no_effect}) == 7);
    // Both banks belong to the matrix unit until T1's CLEARDVALID in m gives one back: that takes hand_over.latency_cycles.
    for (int gap : {-20, 0, 1, 2, 3, 17}) {
      CAPTURE(b, gap);
      scenario s;
      prepare(s);
      s.push(setdvalid(3)).push(setdvalid(3)).settle().delay(100).mark("begin");
      const uint64_t at = [&] {
        scenario probe = s;
        return probe.run().mark("begin");
      }();
      s.push(to_src).push(no_effect).sync().mark("end");
      s.thread(1).delay(at + gap).push(clear_dvalid(b ? 2 : 1));
      s.thread(2).delay(at + 1).push(setdmareg).sync().mark("end");
      const run_result r = s.run();
      const int64_t bank = gap + static_cast<int64_t>(p("hand_over.latency_cycles"));  // from g on
      const uint64_t done = static_cast<uint64_t>(std::max<int64_t>(3, bank + 1));
      CHECK(r.mark("end") - at - p.to_gate() - p.sync_load() == done + 1);
      CHECK(r.mark("end", 2) - at - p.to_gate() - p.sync_load() == done + 1);  // another thread waits for the unit
    }
  }
}

TEST_CASE("LOADIND and STOREIND access L1 at the GPR times 16 plus the offset", "[config]") {
  const uint32_t offset = insn::LOADIND::offset_index.place(112);  // low half of GPR 56
  const uint32_t load = memory(opcode::LOADIND) | offset;
  const uint32_t store = memory(opcode::STOREIND) | insn::STOREIND::mem_hier_sel.place(1) | offset;
  scenario s;
  prepare(s);
  s.line("l1w 0x40020 0x11223344 0x55667788")
      .push(word::setdmareg(56, 0, 0x24))
      .push(load | insn::LOADIND::size_sel.place(1))
      .settle();
  s.push(word::setdmareg(56, 0, 0x40)).push(store | 1u << 21).settle().line("out 0x40040 4");
  CHECK(s.run().outs.at(0) == "out 0x40040 88776655");
}

}  // namespace scalar_rules_test
