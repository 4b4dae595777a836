// SPDX-License-Identifier: Apache-2.0
// Wait gates and sync unit, rule by rule: every condition C0..C12 and block bit B0..B8, several conditions at once, semaphores,
// mutexes, how many sync instructions a cycle. Expected cycles are worked out by hand.
// Source: ISA documentation (Blackhole), STALLWAIT; SyncUnit, SEMWAIT, ATGETM, ATRELM, MiscellaneousUnit.
#include <array>

#include "catch.h"
#include "timing/scenario.h"

using namespace tensix;
using namespace tensix::timing;

namespace gate_rules_test {
namespace {

// TTSync sees what the gate sees, and a wait behind a wait is as any other: both are tested below.
const char* const no_lag = "frontend.ttsync_lag_cycles=0";
const arguments forgets_at_once{"--set", "frontend.forget_cycles=0"};
constexpr uint32_t condition(unsigned n) { return 1u << n; }
uint32_t setdvalid(unsigned which) { return word_of(opcode::SETDVALID) | insn::SETDVALID::setvalid.place(which); }
const uint32_t sfpmad = word_of(opcode::SFPMAD), sfpnop = word_of(opcode::SFPNOP), xmov = word_of(opcode::XMOV);
// Goes through the packer and writes nothing: loads one half of the value that later PACR_SETREGs write.
const uint32_t through_packer =
    word_of(opcode::PACR_SETREG) | insn::PACR_SETREG::mode_sel.place(1) | insn::PACR_SETREG::push.place(1);

// From the cycle in which the gate presents the first to the first in which the thread has nothing on the way.
uint64_t cycles_of(const words& w, const arguments& args = {}, bool with_unpacker = false) {
  scenario s;
  if (with_unpacker)
    for (unsigned u = 0; u < 2; ++u) {
      unpack_setup setup;
      setup.unpacker = u;
      configure(s, setup);
    }
  s.push(word::setdmareg(16, 0, 0x4000)).push(word::setdmareg(16, 1, 0)).settle();  // L1 address of loads
  return span_of(s, w, args);
}

// T1 waits for `conditions`, T0 executes `w` in cycle g. Result: the cycle, from g on, in which T1 passes its gate.
uint64_t released(uint32_t conditions, const words& before, const words& w, const arguments& args = {}) {
  const parameter_values p(args);
  scenario s;
  configure(s, {});
  for (uint32_t x : before) s.push(x);
  s.settle().store(riscv_address::semaphores + 8, 0).delay(100).mark("begin");
  for (uint32_t x : w) s.push(x);
  s.thread(1).line("t1 poll 0xFFE80028 0xff 1").push(word::stallwait(block_all, conditions)).push(no_effect).sync().mark("end");
  const run_result r = s.run(args);
  const uint64_t end = r.mark("end", 1) - p.sync_load() - 1, g = r.mark("begin") + p.to_gate();
  return end < g ? 0 : end - g;
}

}  // namespace

TEST_CASE("C0..C4, C11, C12: released one cycle after the thread's last instruction has left the unit", "[gate]") {
  struct row {
    uint32_t word;
    unsigned bit;
    const char* what;
  };
  const uint32_t loadind =
      word_of(opcode::LOADIND) | insn::LOADIND::addr_reg_index.place(16) | insn::LOADIND::size_sel.place(1);
  const uint32_t rdcfg = word_of(opcode::RDCFG) | insn::RDCFG::cfg_reg.place(100);
  const row rows[] = {
      {loadind, 0, "scalar_unit.memory_latency_cycles"},         {unpacr(0), 1, "unpacker.pipeline_latency_cycles"},
      {unpacr(1), 2, "unpacker.pipeline_latency_cycles"},        {through_packer, 3, "packer.pipeline_latency_cycles"},
      {word_of(opcode::ZEROACC), 4, "matrix_unit.drain_cycles"}, {sfpmad, 11, "vector_unit.multiply_add_cycles"},
      {rdcfg, 12, "config_unit.rdcfg_gpr_write_cycles"}};
  const parameter_values usual({});
  for (const row& x : rows)
    for (unsigned more : {12u, 19u}) {
      CAPTURE(disassemble(x.word), x.bit, more);
      const arguments args{"--set", std::string(x.what) + "=" + std::to_string(usual(x.what) + more), "--set", no_lag};
      // `done`: the first cycle in which nothing of it is in the unit, on the way for longer than the instructions below take.
      const uint64_t done = cycles_of({x.word}, args, true);
      REQUIRE(done > 6);
      // The condition holds in `done`, the block mask is gone in done + 1, the next instruction is through in done + 2.
      CHECK(cycles_of({x.word, word::stallwait(block_all, condition(x.bit)), no_effect}, args, true) == done + 2);
      // Together with others that hold already.
      CHECK(cycles_of(
                {x.word, word::stallwait(block_all, condition(x.bit) | condition(9) | condition(10) | condition(5)), no_effect},
                args, true) == done + 2);
      // None of the other conditions is about it.
      for (unsigned other : {0u, 1u, 2u, 3u, 4u, 9u, 10u, 11u, 12u})
        if (other != x.bit) {
          CAPTURE(other);
          CHECK(cycles_of({x.word, word::stallwait(block_all, condition(other)), no_effect}, args, true) == done);
        }
      // No condition at all stands for C0..C3.
      CHECK(cycles_of({x.word, word::stallwait(block_all, 0), no_effect}, args, true) == (x.bit < 4 ? done + 2 : done));
    }
}

TEST_CASE("several conditions at once: the last one counts", "[gate]") {
  // SFPMAD is done in `vector`, the ZEROACC behind it in `matrix`: whichever is later, plus two.
  for (unsigned more : {0u, 10u, 30u}) {
    CAPTURE(more);
    const arguments args{"--set", "vector_unit.drain_cycles=20",
                         "--set", "matrix_unit.drain_cycles=" + std::to_string(5 + more),
                         "--set", no_lag};
    const uint64_t vector = cycles_of({sfpmad}, args), matrix = cycles_of({no_effect, word_of(opcode::ZEROACC)}, args);
    const uint32_t both = word::stallwait(block_all, condition(4) | condition(11));
    CHECK(cycles_of({sfpmad, word_of(opcode::ZEROACC), both, no_effect}, args) == std::max(vector, matrix) + 2);
  }
}

TEST_CASE("C12 waits for the configuration unit's instructions of every thread, C0..C4 and C11 only for the own", "[gate]") {
  const uint32_t stream = word_of(opcode::STREAMWRCFG) | insn::STREAMWRCFG::cfg_reg.place(100);
  // T0's STREAMWRCFG is in the pipeline from g to g + 4. T1's STALLWAIT is latched in g, looks from g + 1 on, finds it empty in
  // g + 5; the next instruction passes in g + 6.
  CHECK(together({stream}, {word::stallwait(block_all, condition(12)), no_effect}, {no_effect}, forgets_at_once) ==
        three{5, 7, 1});
  CHECK(together({word::wrcfg(4, 100)}, {word::stallwait(block_all, condition(12)), no_effect}, {no_effect}, forgets_at_once) ==
        three{2, 4, 1});
  const parameter_values p({});
  const auto r =
      together({sfpmad}, {word::stallwait(block_all, condition(11) | condition(4)), no_effect}, {no_effect}, forgets_at_once);
  CHECK(r[1] == 3);  // latched in g, holds in g + 1, released in g + 2
}

TEST_CASE("C5..C8: a change of AllowedClient is seen in its cycle", "[gate]") {
  for (unsigned latency : {1u, 3u}) {
    CAPTURE(latency);
    const arguments args{"--set", "hand_over.latency_cycles=" + std::to_string(latency)};
    // SETDVALID accepted in g gives a bank to the matrix unit at the end of its last cycle. Released a cycle after it has it.
    const uint64_t late = parameter_values(args)("hand_over.set_dvalid_cycles") - 1;
    CHECK(released(condition(7), {}, {setdvalid(1)}, args) == late + latency + 1);
    CHECK(released(condition(8), {}, {setdvalid(2)}, args) == late + latency + 1);
    CHECK(released(condition(7) | condition(8), {}, {setdvalid(1), setdvalid(2)}, args) == 1 + late + latency + 1);
    // Both banks of SrcA (SrcB) belong to the matrix unit: CLEARDVALID in g gives one back.
    CHECK(released(condition(5), {setdvalid(1), setdvalid(1)}, {clear_dvalid(1)}, args) == latency + 1);
    CHECK(released(condition(6), {setdvalid(2), setdvalid(2)}, {clear_dvalid(2)}, args) == latency + 1);
  }
  // The unpackers have the next bank while the matrix unit has one: C5 and C6 hold from the start.
  CHECK(released(condition(5) | condition(6), {setdvalid(3)}, {word::nop}) == 0);
}

TEST_CASE("C5, C6: a SETDVALID is seen at its end", "[gate]") {
  for (unsigned n : {1u, 2u, 3u, 7u}) {
    CAPTURE(n);
    const arguments args{"--set", "hand_over.set_dvalid_cycles=" + std::to_string(n), "--set", "frontend.forget_cycles=0"};
    const auto issued = [&](unsigned which, unsigned conditions) {
      return together({setdvalid(which), word::stallwait(block_all, conditions), no_effect}, {no_effect}, {no_effect}, args)[0];
    };
    // Accepted in g, latched in g + 1, looked at from g + 2 on: at the other bank from g + n on, and that one is free. Released a
    // cycle later, and the instruction is through in the one behind.
    const uint64_t free = std::max(2u, n);
    CHECK(issued(3, condition(5) | condition(6)) == free + 2);
    CHECK(issued(1, condition(5)) == free + 2);
    CHECK(issued(2, condition(6)) == free + 2);
    CHECK(issued(1, condition(6)) == 4);  // of the other source nothing changes
    CHECK(issued(2, condition(5)) == 4);
  }
}

TEST_CASE("C5..C8: a side that goes on to a bank which is its own already is seen in that cycle", "[gate]") {
  const auto setrwc = [](unsigned which) { return word_of(opcode::SETRWC) | insn::SETRWC::clear_ab_vld.place(which); };
  for (unsigned latency : {1u, 3u}) {
    CAPTURE(latency);
    const arguments args{"--set", "hand_over.latency_cycles=" + std::to_string(latency)};
    // The matrix unit has gone on to bank 1 without having had bank 0, which it gets afterwards. Its next step takes it to bank
    // 0, and no bank changes hands. T0's gate acts before T1's.
    CHECK(released(condition(7), {setrwc(1), setdvalid(1)}, {setrwc(1)}, args) == 1);
    CHECK(released(condition(8), {setrwc(2), setdvalid(2)}, {setrwc(2)}, args) == 1);
  }
}

TEST_CASE("C10: stores of the core to configuration, GPRs and TDMA-RISC have been processed", "[gate]") {
  const arguments args{"--set", "riscv.store_travel_cycles=30"};
  const parameter_values p(args);
  const auto end = [&](uint32_t address, unsigned bit) {
    scenario s;
    s.settle().mark("begin").store(address, 1).push(word::stallwait(block_all, condition(bit))).push(no_effect).sync();
    s.mark("end");
    const run_result r = s.run(args);
    return r.mark("end") - r.mark("begin") - p.sync_load();
  };
  // At the unit 30 cycles after the store, processed in that cycle, gone in the next; released a cycle after, one for the
  // instruction.
  for (uint32_t address : {0xFFEF0190u, 0xFFE00010u, 0xFFB11000u}) {
    CAPTURE(address);
    CHECK(end(address, 10) == 30 + 1 + 1 + 1);
    CHECK(end(address, 11) == 30 + 1);  // the thread was done long before; the core's TTSync load follows its own store
  }
  CHECK(end(0x1000, 10) < 20);  // L1 is none of them
}

TEST_CASE("block bits: each of the nine holds its unit's instructions and nobody else's", "[gate]") {
  struct row {
    uint32_t word, bits;
  };
  const row rows[] = {{no_effect, 0x001},
                      {word::sempost(3), 0x002},
                      {word::atgetm(2), 0x002},
                      {through_packer, 0x005},
                      {unpacr(0), 0x009},
                      {unpacr(1), 0x009},
                      {xmov, 0x011},
                      {word::setdmareg(4, 0, 1), 0x021},
                      {clear_dvalid(0), 0x040},
                      {word_of(opcode::ZEROACC), 0x040},
                      {word::setc16(60, 1), 0x080},
                      {word::wrcfg(4, 100), 0x080},
                      {sfpnop, 0x100},
                      {sfpmad, 0x100}};
  const uint32_t satisfied = until::unpacker1_done | until::unpacker0_done;
  for (const row& r : rows) {
    CAPTURE(disassemble(r.word));
    CHECK(block_bits(r.word) == r.bits);
    const uint64_t alone = cycles_of({r.word}, {}, true);
    for (unsigned bit = 0; bit < 9; ++bit) {
      CAPTURE(bit);
      // One cycle for the STALLWAIT; whoever is held passes a cycle later.
      CHECK(cycles_of({word::stallwait(1u << bit, satisfied), r.word}, {}, true) == alone + 1 + (r.bits >> bit & 1));
    }
  }
}

TEST_CASE("one semaphore or wait instruction a cycle in all, one mutex instruction a cycle and mutex", "[gate]") {
  const uint32_t post = word::sempost(3), get = word::semget(3), init = word::seminit(3, 15);
  const uint32_t wait = word::stallwait(1, until::scalar_done);
  CHECK(together({post}, {post}, {post}) == three{1, 2, 3});
  CHECK(together({post}, {get}, {init}) == three{1, 2, 3});
  CHECK(together({wait}, {post}, {wait}, forgets_at_once)[1] == 2);
  CHECK(together({post, post, post}, {get}, {no_effect}) == three{3, 4, 1});  // thread 0 asks first, every cycle
  CHECK(together({word::atgetm(2)}, {word::atgetm(3)}, {word::atgetm(4)}) == three{1, 1, 1});
  CHECK(together({word::atgetm(2)}, {word::atgetm(3)}, {post}) == three{1, 1, 1});
  CHECK(together({word::atrelm(2)}, {word::atrelm(2)}, {word::atrelm(2)}) == three{1, 2, 3});  // nobody holds it: no change
}

TEST_CASE("a released mutex goes round: thread i + 1 before i + 2", "[gate]") {
  const uint32_t get = word::atgetm(2), release = word::atrelm(2);
  // All ask in g: T0 has it. It releases in g + 2; T1 has it in g + 3, releases in g + 5; T2 in g + 6, releases in g + 8.
  CHECK(together({get, no_effect, release}, {get, no_effect, release}, {get, no_effect, release}) == three{3, 6, 9});
  // T0 asks again in g + 3: T1 releases in g + 5, and T2 comes before T0: T2 in g + 6, T0 in g + 9, done when released.
  CHECK(together({get, no_effect, release, get, no_effect, release}, {get, no_effect, release}, {get, no_effect, release}) ==
        three{12, 6, 9});
  // A mutex that is held does not delay its holder.
  CHECK(together({get, get, release}, {no_effect}, {no_effect}) == three{3, 1, 1});
}

TEST_CASE("SEMWAIT for several semaphores waits for the last, and both conditions may be asked for", "[gate]") {
  const parameter_values p({});
  using namespace insn::SEMWAIT;
  const auto wait = [](uint32_t selected, uint32_t condition) {
    return word_of(opcode::SEMWAIT) | stall_res.place(block_all) | sem_sel.place(selected) | wait_sem_cond.place(condition);
  };
  for (unsigned gap : {0u, 5u, 40u}) {
    CAPTURE(gap);
    scenario s;
    s.push(word::seminit(2, 1)).push(word::seminit(5, 3)).settle();
    s.thread(1).delay(60).push(wait(1u << 2 | 1u << 5, 1)).push(no_effect).sync().mark("end");
    s.thread(0).delay(100).push(word::sempost(2)).delay(gap).mark("last").push(word::sempost(5));
    const run_result r = s.run();
    CHECK(r.mark("end", 1) ==
          r.mark("last") + p.to_gate() + p("sync_unit.latency_cycles") + p("frontend.wait_lag_cycles") + 1 + p.sync_load());
  }
  // Not zero and not at its maximum: 0, then 2 of 2, then 1.
  scenario s;
  s.push(word::seminit(2, 2)).settle();
  s.thread(1).delay(60).push(wait(1u << 2, 3)).push(no_effect).sync().mark("end");
  s.thread(0).delay(100).line("t0 st 0xFFE80028 0");  // one of two: neither zero nor full
  s.mark("posted");
  const run_result r = s.run();
  CHECK(r.mark("end", 1) == r.mark("posted") - p("player.store_cycles") + p("riscv.store_travel_cycles") +
                                p("sync_unit.latency_cycles") + p("frontend.wait_lag_cycles") + 1 + p.sync_load());
}

TEST_CASE("semaphores stop at 0 and 15, however fast they are changed", "[gate]") {
  scenario s;
  s.push(word::seminit(2, 3)).push(word::sempost(2), 20).settle().line("t0 copy 0xFFE80028 0x1000");
  s.push(word::semget(2), 4).settle().line("t0 copy 0xFFE80028 0x1004");
  s.push(word::semget(2), 20).push(word::sempost(2)).settle().line("t0 copy 0xFFE80028 0x1008").line("out 0x1000 12");
  CHECK(s.run().outs.at(0) == "out 0x1000 0f0000000b00000001000000");
}

TEST_CASE("a mutex instruction behind a SEMPOST does not make the unit look idle", "[gate]") {
  const std::string latency = GENERATE("1", "2", "60");
  CAPTURE(latency);
  scenario s;
  s.push(word::sempost(2)).push(word_of(opcode::ATGETM)).sync().line("t0 copy 0xFFE80028 0x1000");
  s.push(word::sempost(2)).push(word_of(opcode::ATRELM)).sync().line("t0 copy 0xFFE80028 0x1004").line("out 0x1000 8");
  CHECK(s.run({"--set", "sync_unit.latency_cycles=" + latency}).outs.at(0) == "out 0x1000 0100000002000000");
}

TEST_CASE("the miscellaneous unit takes one instruction of each thread a cycle, every kind in one", "[gate]") {
  const opcode all[] = {opcode::SETADC,   opcode::SETADCXY, opcode::SETADCZW, opcode::SETADCXX, opcode::INCADCXY,
                        opcode::INCADCZW, opcode::ADDRCRXY, opcode::ADDRCRZW, opcode::SETDVALID};
  for (opcode op : all) {
    CAPTURE(disassemble(word_of(op)));
    const words w(7, word_of(op));
    CHECK(together(w, w, w) == three{7, 7, 7});
    CHECK(cycles_of({word_of(op), word::nop, word_of(op)}) == 3);
  }
  const words nops(9, word::nop);
  CHECK(together(nops, nops, nops) == three{9, 9, 9});
}

TEST_CASE("a wait instruction behind one that had to wait enters the gate later", "[gate]") {
  const uint32_t matrix_idle = word::stallwait(block_all, condition(4)), all = word::stallwait(block_all, condition(9));
  for (unsigned forget : {0u, 2u, 11u})
    for (unsigned latency : {1u, 2u, 3u, 9u}) {
      CAPTURE(forget, latency);
      const arguments args{"--set", "frontend.forget_cycles=" + std::to_string(forget),
                           "--set", "matrix_unit.zeroacc_latency_cycles=" + std::to_string(latency),
                           "--set", "matrix_unit.drain_cycles=0",
                           "--set", no_lag};
      const words first{word_of(opcode::ZEROACC), matrix_idle};
      const auto then = [&](words behind) {
        behind.insert(behind.begin(), first.begin(), first.end());
        return cycles_of(behind, args);
      };
      // ZEROACC in 0; the wait is latched in 1, looks from 2 on, lets go a cycle after the unit is empty.
      const uint64_t let_go = std::max(latency, 2u) + 1, late = latency > 2 ? forget : 0;
      CHECK(then({no_effect}) == let_go + 1);
      CHECK(then({all, no_effect}) == let_go + late + 2 + 1);
      // It is only the wait instruction that comes later, and not for ever.
      CHECK(then({no_effect, all, no_effect}) == let_go + std::max<uint64_t>(late, 1) + 2 + 1);
    }
}

TEST_CASE("TTSync sees units of the datapath idle later than STALLWAIT, others at once", "[gate]") {
  for (unsigned lag : {0u, 2u, 15u}) {
    CAPTURE(lag);
    const arguments args{"--set", "frontend.ttsync_lag_cycles=" + std::to_string(lag)};
    const auto alone = [&](uint32_t w) { return cycles_of({w}, args, true); };
    const auto without = [&](uint32_t w) { return cycles_of({w}, {"--set", no_lag}, true); };
    for (uint32_t w : {unpacr(0), unpacr(1), through_packer, word_of(opcode::ZEROACC), sfpmad}) {
      CAPTURE(disassemble(w));
      CHECK(alone(w) == without(w) + lag);
    }
    for (uint32_t w : {no_effect, word::sempost(3), word::setdmareg(4, 0, 1), word::setc16(60, 1), word::wrcfg(4, 100)}) {
      CAPTURE(disassemble(w));
      CHECK(alone(w) == without(w));
    }
    const uint64_t empty = without(word_of(opcode::ZEROACC));
    CHECK(cycles_of({word_of(opcode::ZEROACC), word::stallwait(block_all, condition(4)), no_effect}, args, true) ==
          std::max(empty + 2, empty + lag));
    // Long ago is long ago.
    words w{word_of(opcode::ZEROACC)};
    w.insert(w.end(), 40, no_effect);
    CHECK(cycles_of(w, args, true) == 41);
  }
}

}  // namespace gate_rules_test
