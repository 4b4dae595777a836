// SPDX-License-Identifier: Apache-2.0
// Configuration unit, rule by rule: who may enter when, GPR write contention of RDCFG, requests from outside, and when a write
// is seen by whoever reads it. Expected cycles are worked out by hand from the table of stages.
// Source: ISA documentation (Blackhole), ConfigurationUnit, STREAMWRCFG, CFGSHIFTMASK; WRCFG, RMWCIB, RDCFG, XMOV.
#include <algorithm>
#include <array>

#include "catch.h"
#include "timing/scenario.h"

using namespace tensix;
using namespace tensix::timing;

namespace config_rules_test {
namespace {

constexpr uint32_t word_a = cfg::THCON_SEC0_REG6_Source_address.word, word_b = cfg::THCON_SEC0_REG6_Destination_address.word;
const uint32_t shiftmask =
    word_of(opcode::CFGSHIFTMASK) | insn::CFGSHIFTMASK::cfg_reg.place(word_a) | insn::CFGSHIFTMASK::mask_width.place(7);
const uint32_t wrcfg = word::wrcfg(4, word_b), rmwcib = word::rmwcib(0, word_b, 0xff, 0x12);
const uint32_t rdcfg = word_of(opcode::RDCFG) | insn::RDCFG::cfg_reg.place(word_b) | insn::RDCFG::gpr_address.place(8);
const uint32_t streamwrcfg = word_of(opcode::STREAMWRCFG) | insn::STREAMWRCFG::cfg_reg.place(word_a);
const uint32_t setdmareg = word::setdmareg(12, 0, 1), setc16 = word::setc16(60, 1);

// From the cycle in which the gate presents the first instruction to the first in which none is on the way.
uint64_t cycles_of(const words& w, const arguments& args = {}) { return span_of(scenario().settle(), w, args); }

}  // namespace

TEST_CASE("three threads enter the pipeline in one cycle at stages -4, -1 and 0", "[config]") {
  // All enter in g. RMWCIB: stage 0 in g. WRCFG: 0 in g + 1. STREAMWRCFG: -3 in g + 1, 0 in g + 4.
  CHECK(together({streamwrcfg}, {wrcfg}, {rmwcib}) == three{5, 2, 1});
  // At the same stage one after the other, thread 0 first.
  CHECK(together({rmwcib}, {rmwcib}, {rmwcib}) == three{1, 2, 3});
  CHECK(together({wrcfg}, {wrcfg}, {wrcfg}) == three{2, 3, 4});
  CHECK(together({streamwrcfg}, {streamwrcfg}, {streamwrcfg}) == three{5, 6, 7});
  CHECK(together({shiftmask}, {shiftmask}, {shiftmask}) == three{2, 4, 6});
  // SETC16 has a path of its own, three a cycle.
  CHECK(together({setc16}, {setc16}, {setc16}) == three{1, 1, 1});
  CHECK(together({shiftmask}, {setc16}, {setc16}) == three{2, 1, 1});
}

TEST_CASE("a STREAMWRCFG from stage -3 on keeps every thread out of the stages behind it", "[config]") {
  // T0's STREAMWRCFG is in -4 in g, -3 in g + 1, -1 in g + 3, 0 in g + 4. What comes in g + 1, behind a NOP, has to wait: a
  // WRCFG enters -1 in g + 4, a RMWCIB or CFGSHIFTMASK enters 0 in g + 5.
  CHECK(together({streamwrcfg}, {word::nop, wrcfg}, {no_effect}) == three{5, 6, 1});
  CHECK(together({streamwrcfg}, {word::nop, rmwcib}, {no_effect}) == three{5, 6, 1});
  CHECK(together({streamwrcfg}, {word::nop, shiftmask}, {no_effect}) == three{5, 7, 1});
  // In g it is in -4 and keeps nobody out, whichever thread. (T2's CFGSHIFTMASK finds stage 0 taken by T1 and so misses it.)
  CHECK(together({streamwrcfg}, {rmwcib}, {shiftmask}) == three{5, 1, 7});
}

TEST_CASE("CFGSHIFTMASK keeps stage -1 empty, against what enters in the same cycle, too", "[config]") {
  // T0's WRCFG is in -1 in g, in 0 in g + 1: T1's CFGSHIFTMASK cannot enter with it, and enters 0 in g + 2.
  CHECK(together({wrcfg}, {shiftmask}, {no_effect}) == three{2, 4, 1});
  // The other way round the WRCFG enters -1 in g + 1, the CFGSHIFTMASK's last cycle.
  CHECK(together({shiftmask}, {wrcfg}, {no_effect}) == three{2, 3, 1});
  // STREAMWRCFG goes on meanwhile: in -3 in g + 1, where it keeps T2's WRCFG out until it is in 0, in g + 4.
  CHECK(together({shiftmask}, {streamwrcfg}, {wrcfg}) == three{2, 5, 6});
  // n pairs need stage 0 for 3 n cycles; the WRCFGs come first, and leave no room while they come every second cycle.
  words w, c;
  for (int i = 0; i < 20; ++i) {
    w.insert(w.end(), {wrcfg, word::nop});
    c.insert(c.end(), {shiftmask, word::nop});
  }
  const three all = together(w, c, {no_effect});
  CHECK(all[0] == 2 * 20);
  CHECK(all[1] == 2 * 20 + 2 * 20);
  // Longer ones: not pipelined, nobody overtakes.
  for (unsigned n : {1u, 2u, 3u, 9u}) {
    CAPTURE(n);
    const arguments args{"--set", "config_unit.cfgshiftmask_cycles=" + std::to_string(n)};
    CHECK(together({shiftmask}, {wrcfg}, {word::nop, rmwcib}, args) == (n == 1 ? three{1, 2, 3} : three{n, n + 1, n + 2}));
    CHECK(cycles_of({shiftmask, wrcfg}, args) == std::max(n + 1, 3u));
    CHECK(cycles_of({shiftmask, streamwrcfg}, args) == std::max(n + 1, 6u));
  }
}

TEST_CASE("a SETC16 of the bank does not redirect what is still on its way to Config", "[config]") {
  const uint32_t other_bank = word::setc16(tcfg::CFG_STATE_ID_StateID.reg, 1);
  const uint32_t other_stream = word::setc16(tcfg::STREAM_ID_SYNC_SEC0_BankSel.reg, 9);
  for (uint32_t w : {wrcfg, rmwcib, shiftmask, streamwrcfg})
    for (unsigned nops : {0u, 1u, 2u, 3u, 8u})
      for (unsigned cycles : {2u, 7u}) {
        CAPTURE(disassemble(w), nops, cycles);
        const uint32_t target = w == wrcfg || w == rmwcib ? word_b : word_a;
        scenario s;
        s.push(word::setdmareg(4, 0, 0x12)).push(word::setdmareg(4, 1, 0)).store(0xFFB40000, 0x12);
        s.config(target, 0x7f00).config(target + 224, 0x7f00).config(cfg::SCRATCH_SEC0_val.word, 0x12).settle();
        s.push(w).push(word::nop, nops).push(other_bank).push(other_stream).settle();
        for (unsigned bank : {0u, 1u})
          s.line("t0 copy " + std::to_string(riscv_address::config + 4 * (target + 224 * bank)) + " " +
                 std::to_string(0x30000 + 4 * bank));
        const run_result r =
            s.line("out 0x30000 8").run({"--set", "config_unit.cfgshiftmask_cycles=" + std::to_string(cycles)});
        const bool byte = w == rmwcib || w == shiftmask;
        CHECK(r.outs.at(0) == (byte ? "out 0x30000 127f0000007f0000" : "out 0x30000 12000000007f0000"));
      }
}

TEST_CASE("RDCFG stays in stage +1 while the scalar unit writes a GPR", "[config]") {
  CHECK(cycles_of({rdcfg, no_effect}) == 2);
  // RDCFG in +1 in g + 1, in which the SETDMAREG writes its GPR: the value is written in g + 2.
  CHECK(cycles_of({rdcfg, setdmareg}) == 3);
  CHECK(cycles_of({rdcfg, no_effect, setdmareg}) == 3);             // the RDCFG has written in g + 1
  CHECK(cycles_of({rdcfg, setdmareg, setdmareg, setdmareg}) == 5);  // g + 1, g + 2, g + 3 are taken
  // ADDDMAREG takes three cycles and writes in its last one, g + 3: no conflict in g + 1.
  CHECK(cycles_of({rdcfg, word_of(opcode::ADDDMAREG)}) == 4);
  // The same with another thread's RDCFG behind. T1's enters 0 in g + 1 and would be in +1 in g + 2, but T0's is still there:
  // it keeps stage 0 for g + 2 and writes in g + 3. A RMWCIB behind it enters 0 in g + 3 instead of g + 2.
  CHECK(together({rdcfg, no_effect}, {rdcfg}, {word::nop, no_effect, rmwcib}) == three{2, 3, 3});
  CHECK(together({rdcfg, setdmareg}, {rdcfg}, {word::nop, no_effect, rmwcib}) == three{3, 4, 4});
  // WRCFG enters -1 in g + 1 and would be in 0 in g + 2: in g + 3.
  CHECK(together({rdcfg, no_effect}, {rdcfg}, {word::nop, wrcfg}) == three{2, 3, 3});
  CHECK(together({rdcfg, setdmareg}, {rdcfg}, {word::nop, wrcfg}) == three{3, 4, 4});
}

TEST_CASE("RDCFG takes the value in stage 0, however late it writes the GPR", "[config]") {
  for (unsigned behind : {1u, 4u}) {
    CAPTURE(behind);
    const arguments args{"--set", "config_unit.rdcfg_gpr_write_cycles=" + std::to_string(behind)};
    scenario s;
    s.config(word_b, 0x77).settle().push(rdcfg).push(rmwcib).settle();
    s.line("t0 copy 0xFFE00020 0x30000").line("t0 copy " + std::to_string(riscv_address::config + 4 * word_b) + " 0x30004");
    s.line("out 0x30000 8");
    CHECK(s.run(args).outs == std::vector<std::string>{"out 0x30000 7700000012000000"});
    CHECK(cycles_of({rdcfg}, args) == 1 + behind);
  }
}

TEST_CASE("a flood of WRCFGs starves loads, stores and the mover until it is over", "[config]") {
  const parameter_values p({});
  constexpr unsigned flood = 60;
  // T1's core pushes from cycle 20 on: the last WRCFG is in -1 in `last`, in 0 in last + 1; stage 0 is free in last + 2.
  const uint64_t last = 20 + p.to_gate() + flood - 1;
  const auto beside = [&](unsigned words) {
    scenario s;
    s.thread(1).delay(20).push(wrcfg, words);
    return s;
  };
  const std::string config_word = std::to_string(riscv_address::config + 4 * 100);
  for (unsigned began : {30u, 45u, 70u}) {
    CAPTURE(began);
    scenario load = beside(flood);
    load.thread(0).delay(began).line("t0 ld " + config_word).mark("end");
    CHECK(load.run().mark("end") == last + 2 - 1 + p("riscv.register_load_cycles"));
    // A store travels by itself; the load after it comes when it has been in stage 0.
    scenario store = beside(flood);
    store.thread(0).delay(began).line("t0 st " + config_word + " 5").mark("stored").line("t0 ld " + config_word).mark("end");
    const run_result r = store.run();
    CHECK(r.mark("stored") == began + p("player.store_cycles"));
    CHECK(r.mark("end") == last + 3 - 1 + p("riscv.register_load_cycles") + 1);
  }
  scenario alone;
  alone.thread(0).delay(30).line("t0 ld " + config_word).mark("end");
  CHECK(alone.run().mark("end") == 30 + p("riscv.register_load_cycles"));
  // RMWCIBs fill stage 0 only: the load comes in the cycle after the last of them.
  scenario other;
  other.thread(1).delay(20).push(rmwcib, flood);
  other.thread(0).delay(40).line("t0 ld " + config_word).mark("end");
  CHECK(other.run().mark("end") == last + 1 - 1 + p("riscv.register_load_cycles"));
  // The mover's write of one 16-byte word of Config. It begins in `start`; its request would be in stage 0 in start.
  const auto mover = [&](unsigned words) {
    scenario s;
    s.config(cfg::THCON_SEC0_REG6_Destination_address.word, 4).config(cfg::THCON_SEC0_REG6_Buffer_size.word, 1 | 2u << 30);
    s.settle().mark("a").push(word_of(opcode::XMOV)).push(word::stallwait(block_all, 1 << 9)).push(no_effect).sync().mark("b");
    // Thread 1 begins when the mover is set up, before it begins.
    s.thread(1).line("t1 poll " + std::to_string(riscv_address::config + 4 * cfg::THCON_SEC0_REG6_Buffer_size.word) +
                     " 0xffffffff 0x80000001");
    s.mark("flood").push(words ? word::wrcfg(4, 100) : word::nop, words ? words : 1);
    const run_result r = s.run();
    return std::array<uint64_t, 3>{r.mark("a"), r.mark("b"), r.mark("flood", 1)};
  };
  const auto quiet = mover(0), starved = mover(300);
  const uint64_t over = starved[2] + p.to_gate() + 300 - 1 + 2;  // stage 0 is free for it
  // Undisturbed its one write is in stage 0 in to_gate + start_cycles; the cycles behind that are the same.
  const uint64_t behind = quiet[1] - quiet[0] - p.to_gate() - p("mover.start_cycles");
  CHECK(starved[1] == over + behind);
}

TEST_CASE("a write is seen from its documented cycle on: XMOV right behind it takes the old destination", "[config]") {
  // XMOV reads THCON_SEC0_REG6 in the cycle in which it is issued. Two destinations, 0x50000 and 0x50100.
  constexpr uint32_t source = 0x40000, old_place = 0x50000, new_place = 0x50100;
  const auto moved_to_new = [&](const words& w, unsigned nops, const words& before = {}) {
    scenario s;
    s.line("l1w 0x40000 0x11111111 0x11111111 0x11111111 0x11111111");
    s.config(word_a, source / 16).config(word_b, old_place / 16).config(cfg::THCON_SEC0_REG6_Buffer_size.word, 1 | 3u << 30);
    s.config(224 + word_a, source / 16).config(224 + word_b, new_place / 16);  // bank 1
    s.config(224 + cfg::THCON_SEC0_REG6_Buffer_size.word, 1 | 3u << 30);
    s.config(cfg::SCRATCH_SEC0_val.word, (new_place ^ old_place) / 16);
    s.push(word::setdmareg(4, 0, new_place / 16)).push(word::setdmareg(4, 1, 0));
    s.store(0xFFB40000, new_place / 16);  // register 0 of stream 0
    for (uint32_t x : before) s.push(x);
    s.settle();
    for (uint32_t x : w) s.push(x);
    s.push(word::nop, nops).push(word_of(opcode::XMOV)).push(word::stallwait(block_all, 1 << 9)).push(no_effect).settle();
    s.line("out 0x50000 4").line("out 0x50100 4");
    const run_result r = s.run({"--hazards=warn"});
    REQUIRE(r.outs.size() == 2);
    const bool at_new = r.outs[1] == "out 0x50100 11111111";
    // --hazards=warn names just those that come too early.
    CHECK((r.errors.find("hazard: ") == std::string::npos) == at_new);
    CHECK((r.outs[0] == "out 0x50000 11111111") != at_new);
    return at_new;
  };
  // WRCFG: -1 in g, 0 in g + 1, seen from g + 2 on. The XMOV comes in g + 1 + nops.
  CHECK_FALSE(moved_to_new({wrcfg}, 0));
  CHECK(moved_to_new({wrcfg}, 1));
  // CFGSHIFTMASK (xor with scratch): 0 in g and g + 1, seen from g + 2 on.
  const uint32_t flip = word_of(opcode::CFGSHIFTMASK) | insn::CFGSHIFTMASK::cfg_reg.place(word_b) |
                        insn::CFGSHIFTMASK::mask_width.place(31) | insn::CFGSHIFTMASK::operation.place(2) |
                        insn::CFGSHIFTMASK::disable_mask_on_old_val.place(1);
  CHECK_FALSE(moved_to_new({flip}, 0));
  CHECK(moved_to_new({flip}, 1));
  // RMWCIB: 0 in g, seen from g + 1 on.
  CHECK(moved_to_new({word::rmwcib(0, word_b, 0xff, new_place / 16 & 0xff)}, 0));
  // SETC16, here of the bank: likewise.
  CHECK(moved_to_new({word::setc16(tcfg::CFG_STATE_ID_StateID.reg, 1)}, 0));
  // STREAMWRCFG: 0 in g + 4, seen from g + 5 on.
  const uint32_t stream = word_of(opcode::STREAMWRCFG) | insn::STREAMWRCFG::cfg_reg.place(word_b);
  CHECK_FALSE(moved_to_new({stream}, 3));
  CHECK(moved_to_new({stream}, 4));
  // A WRCFG waits behind what is in the pipeline: CFGSHIFTMASK in g, the WRCFG of g + 1 in 0 in g + 2, seen from g + 3 on.
  CHECK_FALSE(moved_to_new({shiftmask ^ insn::CFGSHIFTMASK::cfg_reg.place(word_a ^ 100), wrcfg}, 0));
  CHECK(moved_to_new({shiftmask ^ insn::CFGSHIFTMASK::cfg_reg.place(word_a ^ 100), wrcfg}, 1));
}

TEST_CASE("the reset of a bank counts from the write's cycle on", "[config]") {
  // WRCFG of the reset word: 0 in g + 1, the bank is zero from g + 2 on. An XMOV in g + 1 still has its parameters.
  for (unsigned nops : {0u, 1u, 2u}) {
    CAPTURE(nops);
    scenario s;
    s.line("l1w 0x40000 0x11111111 0x11111111 0x11111111 0x11111111");
    s.config(word_a, 0x4000).config(word_b, 0x5000).config(cfg::THCON_SEC0_REG6_Buffer_size.word, 1 | 3u << 30).settle();
    s.push(word::wrcfg(4, state_reset_word)).push(word::nop, nops).push(word_of(opcode::XMOV));
    s.push(word::stallwait(block_all, 1 << 9)).push(no_effect).settle().line("out 0x50000 4");
    s.line("t0 copy " + std::to_string(riscv_address::config + 4 * word_b) + " 0x1000").line("out 0x1000 4");
    const run_result r = s.run();
    CHECK(r.outs.at(0) == (nops == 0 ? "out 0x50000 11111111" : "out 0x50000 00000000"));
    CHECK(r.outs.at(1) == "out 0x1000 00000000");
  }
}

TEST_CASE("a store to the space of both banks is one request: both are written in one cycle", "[config]") {
  const parameter_values p({});
  // The load behind the store enters stage 0 when the store has left it.
  const auto behind = [&](uint32_t address) {
    scenario s;
    s.settle().mark("begin").store(address, 0x55).line("t0 ld 0xFFEF0000").mark("end");
    s.line("t0 copy 0xFFEF0190 0x30000").line("t0 copy " + std::to_string(0xFFEF0190 + 896) + " 0x30004");
    s.line("out 0x30000 8");
    const run_result r = s.run();
    CHECK(r.outs.at(0) == std::string("out 0x30000 55000000") + (address == 0xFFEF0890 ? "55000000" : "00000000"));
    return r.mark("end") - r.mark("begin");
  };
  const uint64_t one = p("riscv.store_travel_cycles") + 1 + p("riscv.register_load_cycles");
  CHECK(behind(0xFFEF0190) == one);
  CHECK(behind(0xFFEF0890) == one);
}

}  // namespace config_rules_test
