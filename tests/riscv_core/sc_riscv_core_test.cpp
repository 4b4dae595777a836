// SPDX-License-Identifier: Apache-2.0
// When a core's instructions happen: closed formulas for each documented number, "not at n - 1, at n". Source: ISA
// documentation, BabyRISCV (Blackhole), MemoryOrdering, PushTensixInstruction, CSRs, SoftReset.
#include <cstdlib>
#include <memory>
#include <systemc>

#include "catch.h"
#include "riscv_core/core_bench.h"

using namespace tensix;
using namespace tensix::riscv_test;

namespace {

struct benches_t {
  bench plain{"plain"};
  bench slow{"slow",
             {"riscv.l1_load_cycles=40", "riscv_core.mispredict_cycles=9", "riscv_core.divide_most_cycles=50",
              "riscv_core.ex2_cycles=5", "riscv_core.ttinsn_fusion=2", "riscv_core.data_cache_lines=0",
              "riscv_core.atomic_cycles=20"}};
  bench small_fifo{"small", {"frontend.fifo_entries=16", "frontend.fifo_headroom=6", "frontend.fifo_counts_downstream=false"}};
  bench free_forwarding{
      "free", {"riscv.l1_load_cycles=40", "riscv_core.single_writer_forwarding=false", "riscv_core.predictor_history=3"}};
  bench wormhole{"wormhole",
                 {"riscv.l1_load_cycles=40", "riscv_core.forwards_out_of_queue=false", "riscv_core.multiply_busy_cycles=2",
                  "riscv_core.data_cache_lines=0", "riscv_core.predictor_entries=16", "riscv_core.predictor_history=0",
                  "riscv_core.l1_load_release_cycles=0", "riscv_core.instruction_cache_ways=1",
                  "riscv_core.instruction_cache_bytes_t0=2048", "riscv_core.instruction_cache_bytes_t1=512"}};
};
std::unique_ptr<benches_t> benches;

// From EX1 of `producer` (result in x10) to EX1 of the first that may use it: the dependent instruction is moved away step by
// step.
// (The retire queue has room for seven more behind it: only distances up to 8 can be seen so.)
uint64_t distance(bench& on, uint32_t producer, const words& before, const words& each = {}, unsigned core = t0) {
  for (unsigned n = 1; n < 60; ++n) {
    const uint64_t dependent = on.cycles(words{producer} + nops(n - 1) + words{use(10)}, before, each, core);
    if (dependent == n + 1) return n;
    // Nearer than that it waits, exactly as long as is missing.
    const uint64_t missing = on.cycles(words{producer} + words{use(10)}, before, each, core);
    if (dependent != missing) return 1000 + n;
  }
  return 2000;
}

}  // namespace

TEST_CASE("one simple instruction a cycle, each with the result of the one before") {
  bench& on = benches->plain;
  for (unsigned n : {1u, 2u, 5u, 17u}) {
    CHECK(on.cycles(nops(n)) == n);
    CHECK(on.cycles(words(n, asm_i("addi", 10, 10, 1))) == n);
  }
}

TEST_CASE("load-use distances by region") {
  bench& on = benches->plain;
  const parameters& p = on.p;
  const auto from = [&](uint32_t address, unsigned core = t0) { return distance(on, lw(10, 11), li(11, address), {}, core); };
  CHECK(from(local) == 2);
  CHECK(from(data) == 8);
  CHECK(from(semaphore_base) == 3);
  CHECK(from(mailbox_query) == 3);
  CHECK(from(gpr) == 4);
  CHECK(from(config) == 4);
  CHECK(from(clock_low) == 7);
  CHECK(from(overlay) == 7);
  CHECK(from(slow_path) == 8);
  CHECK(from(ttsync_other) == p.riscv.ttsync_load_cycles);
  CHECK(from(data, b) == 8);
  CHECK(from(gpr, b) == 4);
  CHECK(from(local, nc) == 2);
  CHECK(from(data, nc) == 8);
  CHECK(from(overlay, nc) == 7);
  CHECK(from(slow_path + 0x2000, nc) == 8);
  CHECK(distance(on, lw(10, 11, 4), li(11, data), {}) == 8);
  // In the L0 data cache after a load of the same 16 bytes.
  CHECK(on.cycles(words{lw(9, 11), use(9), lw(10, 11, 12), use(10)}, li(11, data)) == 8 + 1 + 2 + 1);
  CHECK(on.cycles(words{lw(9, 11), use(9), lw(10, 11, 12), nop, use(10)}, li(11, data)) == 8 + 1 + 2 + 1);
  CHECK(on.cycles(words{lw(9, 11), use(9), lw(10, 11, 16), use(10)}, li(11, data)) == 8 + 1 + 8 + 1);
  for (unsigned between = 0; between < 7; ++between)
    CHECK(benches->slow.cycles(words{lw(10, 11)} + nops(between) + words{use(10)}, li(11, data)) == 40 + 1);
}

TEST_CASE("independent loads are pipelined") {
  bench& on = benches->plain;
  CHECK(on.cycles(words{lw(10, 11), lw(12, 11, 16), lw(13, 11, 32), lw(14, 11, 48), use(10), use(12), use(13), use(14)},
                  li(11, data)) == 8 + 4);
  CHECK(on.cycles(words{lw(10, 11), lw(12, 11, 16), use(12)}, li(11, gpr)) == 1 + 4 + 1);
  CHECK(on.cycles(words{lw(10, 11), lw(12, 13), use(12)}, li(11, data) + li(13, local)) == 1 + 2 + 1);
}

TEST_CASE("multiplication and floating point use EX2") {
  bench& on = benches->plain;
  CHECK(distance(on, asm_r("mul", 10, 11, 11), {}) == 2);
  CHECK(distance(on, asm_r("feq", 10, 1, 1), {}) == 2);
  CHECK(distance(benches->slow, asm_r("mul", 10, 11, 11), {}) == 5);
}

TEST_CASE("a multiplication lets the next instruction in, or keeps EX1") {
  const uint32_t mul = asm_r("mul", 10, 11, 11);
  CHECK(benches->plain.cycles({mul, nop, nop}) == 3);
  CHECK(benches->wormhole.cycles({mul, nop, nop}) == 4);
  CHECK(benches->plain.cycles({mul, mul, mul}) == 3);
  CHECK(benches->wormhole.cycles({mul, mul, mul}) == 6);
  CHECK(benches->wormhole.cycles({mul, use(10)}) == 3);  // the result is there when the next one may enter
}

TEST_CASE("a division takes 2, or 6 cycles and four more for each four bits of the dividend behind four, at most 33") {
  bench& on = benches->plain;
  const auto cycles = [&](const char* name, uint32_t a, uint32_t divisor, bench& where) {
    return where.cycles(words{asm_r(name, 10, 11, 12)}, li(11, a) + li(12, divisor));
  };
  for (const char* name : {"div", "divu", "rem", "remu"}) {
    CAPTURE(name);
    CHECK(cycles(name, 1000, 0, on) == 2);
    CHECK(cycles(name, 1000, 1, on) == 2);
    CHECK(cycles(name, 0, 5, on) == 6);
    for (unsigned bits = 1; bits < 32; ++bits) {
      CAPTURE(bits);
      const uint64_t expected = 2 + (bits + 3) / 4 * 4;
      for (const uint32_t dividend : {1u << (bits - 1), ~0u >> (32 - bits)}) {
        CHECK(cycles(name, dividend, 5, on) == std::min<uint64_t>(expected, 33));
        if (bits > 28) CHECK(cycles(name, dividend, 5, benches->slow) == expected);
      }
    }
  }
  CHECK(cycles("divu", 0x80000000, ~0u, on) == 33);
  CHECK(cycles("divu", ~0u, 3, on) == 33);
  CHECK(cycles("div", 0x80000000, ~0u, on) == 2);
  CHECK(cycles("rem", 0x80000000, ~0u, on) == 2);
  CHECK(cycles("div", 0x80000000, 3, on) == 33);
  CHECK(cycles("div", ~0u, 3, on) == 6);
  // The divider keeps EX1: the next instruction waits even if it does not need the result.
  CHECK(on.cycles(words{asm_r("divu", 10, 11, 12), nop, nop}, li(11, ~0u) + li(12, 3)) == 33 + 2);
}

TEST_CASE("a mispredicted branch costs four cycles, a predicted one none") {
  for (bench* on : {&benches->plain, &benches->slow}) {
    const uint64_t bubble = on->p.riscv_core.mispredict_cycles;
    // x28 counts 4, 3, 2, 1: the last round is measured.
    const words one = li(1, 1);
    const auto branch = [](const char* name) { return words{asm_branch(name, 28, 1, 8), nop}; };
    CHECK(on->cycles(branch("beq"), one) == 1 + bubble);      // never taken until now
    CHECK(on->cycles(branch("bne"), one) == 1 + bubble + 1);  // always taken until now
    CHECK(on->cycles(branch("bgeu"), one) == 1);              // always taken
    CHECK(on->cycles(branch("blt"), one) == 2);               // never taken
    CHECK(on->cycles(words{word_j(10, 8), nop}) == 1);        // a jump, known by then
    CHECK(on->cycles(words{word_j(10, 8), nop}, set_cfg0(riscv_csrs::disable_predictor)) == 1 + bubble);
  }
}

TEST_CASE("as many other branches as it has entries displace what the predictor knows of one") {
  bench& on = benches->plain;
  const uint64_t bubble = on.p.riscv_core.mispredict_cycles;
  const unsigned entries = on.p.riscv_core.predictor_entries;
  // A branch that is always taken; before each of its rounds, and besides the loop's own, so many that are not.
  const auto taken_after = [&](unsigned others) {
    return on.cycles(words{asm_branch("beq", 0, 0, 8), nop}, {}, words(others, asm_branch("bne", 0, 0, 8)));
  };
  CHECK(taken_after(entries - 2) == 1);
  CHECK(taken_after(entries - 1) == 1 + bubble);
  CHECK(benches->wormhole.cycles(words{asm_branch("beq", 0, 0, 8), nop}, {}, words(27, asm_branch("bne", 0, 0, 8))) ==
        1 + bubble);  // the documented sequence, with the loop's branch
}

namespace {
// Cycles of two rounds of a loop with an alternating branch: `again` times as a second one with the same outcome right behind it,
// and with so many branches that are never taken before it.
uint64_t two_alternating_rounds(bench& on, unsigned again, unsigned others) {
  const auto take = [&](unsigned rounds) {
    words w = li(28, rounds) + li(5, 0) + words{asm_csr("csrrs", 20, 0xb00, 0)};
    const size_t loop = w.size();
    w.push_back(asm_i("xori", 5, 5, 1));
    w = w + words(others, asm_branch("bne", 0, 0, 8));
    for (unsigned i = 0; i <= again; ++i) w = w + words{asm_branch("beq", 5, 0, 8), nop};
    w.push_back(asm_i("addi", 28, 28, -1));
    w.push_back(asm_branch("bne", 28, 0, 4 * (static_cast<int32_t>(loop) - static_cast<int32_t>(w.size()))));
    w = w + words{asm_csr("csrrs", 21, 0xb00, 0), asm_r("sub", 22, 21, 20), asm_ebreak};
    on.start(t0, w);
    CHECK(on.run());
    return on.x(t0, 22);
  };
  return (take(60) - take(20)) / 20;
}
}  // namespace

TEST_CASE("an alternating branch is predicted if a branch of its history had the same outcome, and mispredicted otherwise") {
  for (bench* on : {&benches->plain, &benches->wormhole, &benches->free_forwarding}) {
    const unsigned history = on->p.riscv_core.predictor_history;
    for (unsigned others = 0; others < 5; ++others)
      for (unsigned again = 0; again < 3; ++again) {
        CAPTURE(history);
        CAPTURE(others);
        CAPTURE(again);
        // Two rounds: one with, one without the instruction behind each branch.
        const uint64_t right = 2 * (3 + others) + 3 * (again + 1);
        // The first one's history reaches past the others and the loop's branch, or does not; those behind it have it before them.
        const unsigned wrong = (others + 1 >= history ? 1 : 0) + (history ? 0 : again);
        CHECK(two_alternating_rounds(*on, again, others) == right + 2 * wrong * on->p.riscv_core.mispredict_cycles);
      }
  }
}

namespace {
words loads(unsigned n, unsigned base, int32_t step) {
  words w;
  for (unsigned i = 0; i < n; ++i) w.push_back(lw(1 + i % 9, base, static_cast<int32_t>(i) * step));
  return w;
}
}  // namespace

TEST_CASE("four loads are in flight; another one takes the place of the first when that is back") {
  bench& on = benches->plain;
  // From the first load's EX1 to the last one's: four, one a cycle, every `period` cycles.
  const auto expected = [](unsigned n, unsigned places, unsigned period) {
    return (n - 1) / places * std::max(period, places) + (n - 1) % places + 1;
  };
  for (unsigned n = 1; n <= 21; ++n) {
    CAPTURE(n);
    CHECK(on.cycles(loads(n, 11, 64), li(11, data)) == expected(n, 4, 8));
    CHECK(on.cycles(loads(n, 11, 0), li(11, clock_low)) == expected(n, 4, 7 + 1));
    CHECK(on.cycles(loads(n, 11, 4), li(11, gpr)) == expected(n, 4, 4 + 1));
    CHECK(on.cycles(loads(n, 11, 0), li(11, semaphore_base)) == n);
    CHECK(on.cycles(loads(n, 11, 4), li(11, local)) == n);
  }
  for (unsigned n = 1; n <= 12; ++n) CHECK(benches->wormhole.cycles(loads(n, 11, 64), li(11, data)) == expected(n, 4, 40 - 1));
  // Lines in turn, one more than the cache has: each has left it before it is loaded again.
  const auto turns = [&](unsigned lines) {
    words w;
    for (unsigned i = 0; i < 24; ++i) w.push_back(lw(1 + i % 9, 11, static_cast<int32_t>(64 * (i % lines))));
    return on.cycles(w, li(11, data));
  };
  for (const unsigned lines : {5u, 6u, 8u, 24u}) CHECK(turns(lines) == expected(24, 4, 8));
  CHECK(turns(4) < expected(24, 4, 8));
  // Both ways together.
  const words before = li(11, data) + li(12, clock_low);
  const words four{lw(1, 11), lw(2, 12), lw(3, 11, 64), lw(4, 12)};
  CHECK(on.cycles(four, before) == 4);
  CHECK(on.cycles(four + words{lw(5, 11, 128)}, before) == 9);
  CHECK(on.cycles(four + words{lw(5, 13)}, before + li(13, local)) == 5);
  // What finds its line in the data cache when there is a place takes none.
  CHECK(on.cycles(loads(4, 11, 64) + words{lw(5, 11, 4), lw(6, 11, 8)}, li(11, data)) == 8 + 2);
}

TEST_CASE("cores that load the wall clock in one cycle hold one another up") {
  bench& on = benches->plain;
  constexpr unsigned n = 64;
  const words program = li(11, clock_low) + nops(40) + words{asm_csr("csrrs", 20, 0xb00, 0)} + loads(n, 11, 0) +
                        words{asm_csr("csrrs", 21, 0xb00, 0), asm_r("sub", 22, 21, 20), asm_ebreak};
  const auto slowest = [&](std::initializer_list<unsigned> who) {
    for (unsigned core : who) on.start(core, program);
    CHECK(on.run());
    uint32_t most = 0;
    for (unsigned core : who) most = std::max(most, on.x(core, 22));
    return most;
  };
  const uint32_t alone = slowest({t0});
  CHECK(slowest({b}) == alone);
  CHECK(slowest({nc}) == alone);
  CHECK(slowest({t0, t1, t2, b}) > alone);
  CHECK(slowest({t0, t1, t2, b, nc}) > alone);
  CHECK(slowest({t0, t1, t2, b, nc}) <= alone + n / 4);  // 2.25 cycles a load
}

TEST_CASE("eight instructions are in the retire queue") {
  bench& on = benches->slow;
  // The load retires in cycle 40; the eighth after it has to wait for that.
  for (unsigned n = 0; n < 12; ++n) {
    CAPTURE(n);
    CHECK(on.cycles(words{lw(10, 11)} + nops(n) + words{nop}, li(11, data)) == (n + 1 < 7    ? n + 2
                                                                                : n + 1 == 7 ? 40
                                                                                             : 40 + n - 6));
  }
}

TEST_CASE("of two unretired results for one register none is forwarded, but the one just leaving EX1") {
  const words before = li(11, data) + li(13, 7);
  const uint32_t mv = asm_i("addi", 14, 13, 0), more = asm_i("addi", 14, 14, 1);
  const words chain{lw(10, 11), mv, more, more, more}, one{lw(10, 11), mv, nop, nop, more},
      gap{lw(10, 11), mv, more, nop, more};
  for (bench* on : {&benches->slow, &benches->free_forwarding}) {
    CHECK(on->cycles(chain, before) == 5);
    CHECK(on->cycles(one, before) == 5);
  }
  CHECK(benches->free_forwarding.cycles(gap, before) == 5);
  // mv retires in the cycle after the load's; then only one is left.
  CHECK(benches->slow.cycles(gap, before) == 40 + 1 + 1 + 1);
}

// ISA documentation, BabyRISCV, MemoryOrdering (Wormhole), "Mailbox read from the future".
TEST_CASE("without forwarding out of the retire queue a result is used at once, or when its instruction retires") {
  const words before = li(11, data) + li(13, 7);
  const uint32_t load = lw(10, 11), first = asm_i("addi", 14, 13, 0), more = asm_i("addi", 14, 14, 1);
  bench& on = benches->wormhole;
  CHECK(on.cycles(words{load, first, more, more, more, more, more}, before) == 7);
  // One instruction between them, and the load before both keeps the first from retiring until cycle 40 + 1.
  CHECK(on.cycles(words{load, first, nop, more}, before) == 41 + 1);
  CHECK(on.cycles(words{load, first, more, nop, more}, before) == 42 + 1);
  CHECK(benches->slow.cycles(words{load, first, nop, more}, before) == 4);
  // Two operands: what was just leaving EX1 is in the queue as well when the other one comes.
  const uint32_t other = asm_i("addi", 15, 13, 0), sum = asm_r("add", 16, 14, 15);
  CHECK(on.cycles(words{load, first, other, sum}, before) == 42 + 1);
  // Nothing unretired before it: no wait.
  CHECK(on.cycles(words{first, nop, nop, more}, before) == 4);
}

TEST_CASE("CSR instructions and fences hold the next instruction until they have retired") {
  bench& on = benches->plain;
  CHECK(on.cycles(words{asm_csr("csrrs", 10, 0xb00, 0), nop}) == 4);
  CHECK(on.cycles(words{asm_csr("csrrs", 10, 0xb00, 0), nop}, set_cfg0(riscv_csrs::disable_csr_sync)) ==
        2 + 1 - 1);  // (the measuring instructions have no bubble either)
  CHECK(on.cycles(words{asm_fence, nop}) == 5);
  // A fence waits for loads, too.
  CHECK(on.cycles(words{lw(10, 11), asm_fence, nop}, li(11, data)) == 8 + 4 + 1);
}

TEST_CASE("stores: one a cycle, to L1 if they fill 16 bytes; otherwise one every five cycles") {
  bench& on = benches->plain;
  const auto row = [](unsigned n, int32_t step, unsigned base) {
    words w;
    for (unsigned i = 0; i < n; ++i) w.push_back(sw(10, base, step * static_cast<int32_t>(i)));
    return w;
  };
  CHECK(on.cycles(row(40, 4, 11), li(11, data)) == 40);
  CHECK(on.cycles(row(40, 4, 11), li(11, local)) == 40);
  CHECK(on.cycles(row(40, 4, 11), li(11, gpr)) == 40);
  CHECK(on.cycles(row(4, 16, 11), li(11, data)) == 4);  // the queue takes four
  for (unsigned n = 8; n < 14; ++n) {
    CHECK(on.cycles(row(n + 1, 16, 11), li(11, data)) - on.cycles(row(n, 16, 11), li(11, data)) == 5);
    CHECK(on.cycles(row(n + 1, 8, 11), li(11, data)) >= on.cycles(row(n, 8, 11), li(11, data)));  // 8 apart: not within 4
  }
  CHECK(on.cycles(row(20, 8, 11), li(11, data)) - on.cycles(row(10, 8, 11), li(11, data)) == 50);
  CHECK(on.cycles(row(40, 4, 11), li(11, data) + set_cfg0(riscv_csrs::disable_store_merge)) -
            on.cycles(row(20, 4, 11), li(11, data) + set_cfg0(riscv_csrs::disable_store_merge)) ==
        100);
}

TEST_CASE("a lone store to L1 waits for company as long as StMergeTimer says; a load of its bytes waits for it") {
  bench& on = benches->plain;
  const auto cycles = [&](const words& before) {
    return on.cycles(words{sw(10, 11), lw(12, 11), use(12)}, li(11, data) + before);
  };
  const uint64_t sixteen = cycles({}), narrow_write = on.p.l1.atomic_cycles;  // for which it keeps the core's port of L1
  const words cleared = li(19, 31u << 13) + words{asm_csr("csrrc", 0, 0x7c0, 19)};
  for (uint32_t timer : {0u, 1u, 7u, 31u}) {
    CAPTURE(timer);
    CHECK(cycles(cleared + li(19, timer << 13) + words{asm_csr("csrrs", 0, 0x7c0, 19)}) == timer + narrow_write + 8 + 1);
  }
  CHECK(sixteen == 16 + narrow_write + 8 + 1);
  // One that finds the queue full waits for it from its first cycle in EX1 on, not from when there is room.
  const auto last_of = [&](unsigned n) {
    words w;
    for (unsigned i = 0; i < n; ++i) w.push_back(sw(10, 11, static_cast<int32_t>(16 * i)));
    const words load{lw(12, 11, static_cast<int32_t>(16 * (n - 1))), use(12)};
    return on.cycles(w + load, li(11, data) + li(19, 31u << 13) + words{asm_csr("csrrs", 0, 0x7c0, 19)});
  };
  const unsigned fit = on.p.riscv.store_queue_entries + 1;  // the first is on its way out when the last of them comes
  CHECK(last_of(fit + 1) == last_of(fit) + 1);
  // Other bytes: the load goes ahead.
  CHECK(on.cycles(words{sw(10, 11), lw(12, 11, 4), use(12)}, li(11, data)) == 1 + 8 + 1);
  // Another store behind it, and it goes.
  CHECK(on.cycles(words{sw(10, 11), sw(10, 13), lw(12, 11), use(12)}, li(11, data) + li(13, local)) ==
        1 + narrow_write + 8 + 1);
}

TEST_CASE("atomics take twelve cycles and wait for what is before them") {
  bench& on = benches->plain;
  for (unsigned between = 0; between < 7; ++between) {
    const words body = words{asm_r("amoadd.w", 10, 11, 12)} + nops(between) + words{use(10)};
    CHECK(on.cycles(body, li(11, data)) == 12 + 1);
    CHECK(benches->slow.cycles(body, li(11, data)) == 20 + 1);
  }
  CHECK(on.cycles(words{lw(13, 11), asm_r("amoadd.w", 10, 11, 12), use(10)}, li(11, data)) == 8 + 12 + 1);
  on.set_l1(data, 5);
  words w = li(11, data) + li(12, 3) + words{asm_r("amoadd.w", 10, 11, 12), asm_r("amoxor.w", 13, 11, 12), asm_ebreak};
  on.start(t0, w);
  CHECK(on.run());
  CHECK(on.x(t0, 10) == 5);
  CHECK(on.x(t0, 13) == 8);
  CHECK(on.l1(data) == 11);
}

TEST_CASE("up to four adjacent pushes are fused into one cycle") {
  const uint32_t tt_nop = asm_ttinsn(0x02000000);
  for (unsigned n : {1u, 2u, 3u, 4u, 5u, 8u, 9u, 13u, 16u}) {
    CAPTURE(n);
    const words body(n, tt_nop);
    CHECK(benches->plain.cycles(body) == (n + 3) / 4);
    CHECK(benches->slow.cycles(body) == (n + 1) / 2);
    CHECK(benches->plain.cycles(body, set_cfg0(riscv_csrs::disable_ttinsn_fusion)) == n);
    CHECK(benches->plain.cycles(words(n, sw(12, 11)), li(11, 0xFFE40000) + li(12, 0x02000000)) == n);  // sw is not
  }
}

TEST_CASE("a full instruction FIFO holds the core when its store queue is full as well") {
  bench& on = benches->plain;
  // One instruction a cycle leaves: of many pushes the core is ahead by what FIFO and queue hold.
  const words body(400, asm_ttinsn(0x02000000));
  const uint64_t all = on.cycles(body);
  CHECK(all > 300);
  CHECK(all < 400);
  on.cores->close_accounts(now_cycle());
  CHECK(on.cores->core(t0).activity().stall_cycles(stall_reason::fifo_full) > 300);
}

namespace {
// The gate of T0's thread is closed; then T0 executes `pushes`, which begin at a line of instructions. Does it come to its end?
bool comes_through(bench& on, const words& pushes) {
  constexpr uint32_t semaphore = 3,
                     seminit = word_of(opcode::SEMINIT) | insn::SEMINIT::max_value.place(1) |
                               insn::SEMINIT::sem_sel.place(1 << semaphore),
                     semwait = word_of(opcode::SEMWAIT) | insn::SEMWAIT::stall_res.place(0x1ff) |
                               insn::SEMWAIT::sem_sel.place(1 << semaphore) | insn::SEMWAIT::wait_sem_cond.place(1);
  on.start(t0, words{asm_ttinsn(seminit)} + nops(40) + words{asm_ttinsn(semwait)} + nops(42) + pushes + words{asm_ebreak});
  on.run(2000);
  const bool through = on.cores->core(t0).state() == riscv_core::condition::stopped;
  on.start(t1, li(11, semaphore_base + 4 * semaphore) + words{sw(0, 11), asm_ebreak});  // SEMPOST opens the gate
  CHECK(on.run());
  return through;
}
}  // namespace

TEST_CASE("an instruction FIFO with fewer than four free entries accepts nothing") {
  constexpr unsigned queue = 4, behind = 8 + 2;  // entries of the store queue, of the FIFOs behind
  const uint32_t tt_nop = asm_ttinsn(0x02000000);
  // Up to `limit` words may be there when one comes, here or further down.
  const unsigned small = GENERATE(0u, 1u);
  bench& on = small ? benches->small_fifo : benches->plain;
  const unsigned limit = small ? 16 - 6 + behind : 28;
  const auto singles = [&](unsigned n) {  // words that are not adjacent are not fused
    words w;
    for (unsigned i = 0; i < n; ++i) w = w + words{tt_nop, nop, nop, nop};
    return w;
  };
  CHECK(comes_through(on, singles(limit + 1 + queue)));
  CHECK_FALSE(comes_through(on, singles(limit + 1 + queue + 1)));
  // Four in one store: seven stores make 28, the eighth is accepted as well; not behind a single word.
  const auto stores_of_four = [&](unsigned n) {
    words w;
    for (unsigned i = 0; i < n; ++i) w = w + words(4, tt_nop) + nops(4);  // a line, which is fused whole
    return w;
  };
  CHECK(comes_through(on, stores_of_four(limit / 4 + 1 + queue)));
  CHECK_FALSE(comes_through(on, stores_of_four(limit / 4 + 1 + queue + 1)));
  for (unsigned first : {1u, 2u, 3u, 4u, 5u}) {
    CAPTURE(first);
    const unsigned stores = (limit - std::min(first, limit)) / 4 + 1;
    CHECK(comes_through(on, singles(first) + stores_of_four(stores + queue)));
    CHECK_FALSE(comes_through(on, singles(first) + stores_of_four(stores + queue + 1)));
  }
}

TEST_CASE("what MOP and REPLAY expand does not take entries of the instruction FIFO") {
  bench& on = benches->plain;
  const uint32_t tt_nop = asm_ttinsn(0x02000000);
  const auto replay = [](unsigned n, bool load) {
    return asm_ttinsn(word_of(opcode::REPLAY) | insn::REPLAY::len.place(n) | insn::REPLAY::load_mode.place(load));
  };
  // Ten words to replay; they fill the FIFOs behind, and the one that is being replayed keeps its entry.
  on.start(t0, words{replay(10, true)} + words(10, tt_nop) + nops(60) + words{asm_ebreak});
  CHECK(on.run());
  words w{replay(10, false), nop};
  for (unsigned i = 0; i < 28 + 4; ++i) w = w + words{tt_nop, nop};
  CHECK(comes_through(on, w));
  CHECK_FALSE(comes_through(on, w + words{tt_nop}));
}

TEST_CASE("code that is not in the instruction cache comes from L1") {
  bench& on = benches->plain;
  // Straight line: the first line takes a whole fetch, those behind it what the prefetcher does not hide.
  const auto whole = [&](unsigned n) {
    sc_core::sc_start(sc_core::sc_time(100, sc_core::SC_NS));  // what the prefetcher still had on its way
    const uint64_t from = now_cycle();
    on.start(t0, nops(n) + words{asm_ebreak});
    CHECK(on.run());
    return on.cores->core(t0).stopped_in() - from;
  };
  CHECK(whole(0) == 10 + 1);
  CHECK(whole(3) == 10 + 3 + 1);
  // Behind each line two are on their way: two lines every ten cycles.
  for (unsigned lines = 1; lines < 100; ++lines)
    CHECK(whole(4 * lines) == 10 + 10 * ((lines + 1) / 2) + (lines % 2 ? 0 : 4) + 1);
  // In the Wormhole's T1 a loop of 200 instructions comes from L1 in every round.
  CHECK(benches->wormhole.cycles(nops(200)) == 200);
  CHECK(benches->wormhole.cycles(nops(200), {}, {}, t1) > 200);
  CHECK(benches->wormhole.cycles(nops(100), {}, {}, t1) == 100);
}

namespace {
// Cycles of a round of a loop over so many lines of instructions that begins at a line.
uint64_t loop_cycles(bench& on, unsigned lines, unsigned core) {
  const auto take = [&](unsigned rounds) {
    words w = li(28, rounds) + words{asm_csr("csrrs", 20, 0xb00, 0)};
    while (w.size() % 4) w.push_back(nop);
    const size_t loop = w.size();
    w = w + nops(4 * lines - 3);
    w.push_back(asm_i("addi", 28, 28, -1));
    w.push_back(asm_branch("beq", 28, 0, 8));
    w.push_back(word_j(0, 4 * (static_cast<int32_t>(loop) - static_cast<int32_t>(w.size()))));
    w = w + words{asm_csr("csrrs", 21, 0xb00, 0), asm_r("sub", 22, 21, 20), asm_ebreak};
    on.start(core, w);
    CHECK(on.run());
    return on.x(core, 22);
  };
  return (take(7) - take(3)) / 4;
}
}  // namespace

TEST_CASE("the instruction cache holds 4 KiB; of a set of two lines the one used longest ago is displaced") {
  bench& on = benches->plain;
  constexpr unsigned capacity = 4096 / 16;
  for (const unsigned core : {t0, t1, t2, b, nc}) {
    for (const unsigned lines : {1u, 64u, capacity - 1, capacity}) CHECK(loop_cycles(on, lines, core) == 4 * lines);
    CHECK(loop_cycles(on, capacity + 1, core) > 4 * (capacity + 1));
  }
  // Of each set with three lines all three come from L1 again in every round: one cycle more for each, as far as that is not
  // hidden where a stretch of them begins, and the way to the loop's first line.
  for (const unsigned more : {2u, 31u, 64u, 127u, 128u}) {
    CAPTURE(more);
    const uint64_t lines = capacity + more, cycles = loop_cycles(on, lines, t0);
    CHECK(cycles > 4 * lines + 3 * more - 10);
    CHECK(cycles <= 4 * lines + 3 * more + 10);
  }
  for (const unsigned lines : {capacity * 3 / 2 + 1, 2 * capacity}) {
    const uint64_t cycles = loop_cycles(on, lines, t0);
    CHECK(cycles >= 5 * lines);
    CHECK(cycles <= 5 * lines + 10);
  }
}

TEST_CASE("tt_cfg_qstatus and tt_cfg_bstatus: types of instructions that are queued, and at work") {
  bench& on = benches->plain;
  constexpr uint32_t sync = 1 << 7, wide = 1u << 11 | 1u << 24;
  const auto status = [](unsigned q, unsigned s) {
    return words{asm_csr("csrrs", q, 0xbc0, 0), asm_csr("csrrs", s, 0xbc1, 0)};
  };
  const auto check = [&](unsigned core, unsigned q, unsigned s, uint32_t own, uint32_t all, uint32_t own_busy,
                         uint32_t all_busy) {
    CHECK(on.x(core, q) == (own | all << 13 | wide));
    CHECK(on.x(core, s) == (own_busy | all_busy << 11));
  };
  const uint32_t semwait = word_of(opcode::SEMWAIT) | insn::SEMWAIT::stall_res.place(0x1ff) |
                           insn::SEMWAIT::sem_sel.place(1 << 5) | insn::SEMWAIT::wait_sem_cond.place(1);
  struct row {
    uint32_t word, type;
  };
  const row rows[] = {{word_of(opcode::SETRWC), 1 << 10},
                      {word_of(opcode::SFPNOP), 1 << 9},
                      {word_of(opcode::SETADCXY), 1 << 8},
                      {word_of(opcode::SEMGET), 1 << 7},
                      {word_of(opcode::RDCFG) | insn::RDCFG::gpr_address.place(20), 1 << 6},
                      {word_of(opcode::SETDMAREG) | insn::SETDMAREG::reg_index_16b.place(40), 1 << 2 | 1 << 8},
                      {word_of(opcode::NOP), 0}};
  for (const row& r : rows) {
    CAPTURE(disassemble(r.word));
    // SEMWAIT is at the gate, the other one behind it; then the semaphore is posted, and everything ends.
    on.start(t0,
             words{asm_ttinsn(semwait)} + nops(20) + words{asm_ttinsn(r.word)} + nops(20) + status(10, 11) + words{asm_ebreak});
    REQUIRE(on.run());
    check(t0, 10, 11, r.type, r.type, r.type | sync, r.type | sync);
    for (const unsigned other : {t1, b}) {
      on.start(other, status(10, 11) + words{asm_ebreak});
      REQUIRE(on.run());
      if (other == b) check(b, 10, 11, r.type, r.type, r.type | sync, r.type | sync);
      else check(t1, 10, 11, 0, r.type, 0, r.type | sync);
    }
    // Frozen, it stays as it was; a write of it stays too.
    on.start(t0, set_cfg0(riscv_csrs::freeze_status) + li(12, semaphore_base + 4 * 5) + words{sw(0, 12)} + nops(100) +
                     status(10, 11) + words{asm_csr("csrrwi", 0, 0xbc1, 9)} + status(13, 14) + words{asm_ebreak});
    REQUIRE(on.run());
    check(t0, 10, 11, r.type, r.type, r.type | sync, r.type | sync);
    CHECK(on.x(t0, 14) == 9);
    on.start(t0, words{asm_csr("csrrwi", 0, 0xbc1, 9)} + status(10, 11) + words{asm_ebreak});
    REQUIRE(on.run());
    check(t0, 10, 11, 0, 0, 0, 0);
    on.tile->state().sem[5].value = 0;
  }
  // Not at n - 1, at n: an instruction is queued until it passes the gate, two cycles behind its way to it.
  uint64_t queued = 0;
  for (unsigned n = 0; n < 20; ++n) {
    on.start(t0, words{asm_ttinsn(word_of(opcode::SETRWC))} + nops(n) + status(10, 11) + words{asm_ebreak});
    REQUIRE(on.run());
    if (on.x(t0, 10) & 0x7ff) {
      CHECK(queued == n);
      queued = n + 1;
    }
  }
  CHECK(queued > 0);
  CHECK(queued <= 4);
}

TEST_CASE("every cycle of a core is accounted for") {
  for (bench* on : {&benches->plain, &benches->slow}) {
    on->cores->close_accounts(now_cycle());
    for (auto& [name, a] : on->cores->accounts()) {
      uint64_t sum = a->busy_cycles() + a->idle_cycles();
      for (int i = 1; i < static_cast<int>(stall_reason::count); ++i) sum += a->stall_cycles(static_cast<stall_reason>(i));
      CAPTURE(name);
      CHECK(sum == a->elapsed());
      CHECK(a->elapsed() == now_cycle());
    }
  }
}

int sc_main(int argc, char** argv) {
  benches = std::make_unique<benches_t>();
  const int failed = run_test_cases(argc, argv);
  benches.reset();
  return failed;
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
