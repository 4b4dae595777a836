// When a core's instructions happen: closed formulas for each documented number, "not at n - 1, at n"; and that running ahead
// of the simulation changes no result. Source: ISA documentation, BabyRISCV (Blackhole), MemoryOrdering, PushTensixInstruction,
// CSRs, SoftReset.
#ifndef TENSIX_CATCH3
#define CATCH_CONFIG_RUNNER
#endif
#include <array>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <systemc>

#include "catch.h"
#include "riscv_core/core_bench.h"

using namespace tensix;
using namespace tensix::riscv_test;
using words = std::vector<uint32_t>;

namespace {

struct benches_t {
  bench plain{"plain"};
  bench slow{"slow",
             {"riscv.l1_load_cycles=40", "riscv_core.mispredict_cycles=9", "riscv_core.divide_most_cycles=50",
              "riscv_core.ex2_cycles=5", "riscv_core.ttinsn_fusion=2", "riscv_core.data_cache_lines=0",
              "riscv_core.atomic_cycles=20"}};
  bench free_forwarding{"free", {"riscv.l1_load_cycles=40", "riscv_core.single_writer_forwarding=false"}};
  bench polls{"polls"};
  bench ahead{"ahead"}, beside{"beside"};  // the cores run ahead, or step by step with the simulation
};
std::unique_ptr<benches_t> benches;

constexpr uint32_t data = 0x800c0, gpr = 0xFFE00000, config = 0xFFEF0000, semaphore_base = 0xFFE80020, clock_low = 0xFFB121F0,
                   overlay = 0xFFB40000, slow_path = 0xFFB14000, local = 0xFFB00000, mailbox_query = 0xFFEC0004,
                   ttsync_other = 0xFFE8000C;
const uint32_t nop = asm_nop;

words operator+(words a, const words& more) {
  a.insert(a.end(), more.begin(), more.end());
  return a;
}
words nops(unsigned n) { return words(n, nop); }
words li(unsigned rd, uint32_t value) {
  words w;
  append_li(w, rd, value);
  return w;
}
words set_cfg0(uint32_t bits) { return li(19, bits) + words{asm_csr("csrrs", 0, 0x7c0, 19)}; }
uint32_t lw(unsigned rd, unsigned base, int32_t offset = 0) { return asm_i("lw", rd, base, offset); }
uint32_t sw(unsigned value, unsigned base, int32_t offset = 0) { return asm_store("sw", value, base, offset); }
uint32_t use(unsigned r) { return asm_i("addi", 18, r, 0); }

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

TEST_CASE("a division takes 2, or 6 to 33 cycles by the magnitude of the dividend") {
  bench& on = benches->plain;
  const auto cycles = [&](const char* name, uint32_t a, uint32_t divisor, bench& where) {
    return where.cycles(words{asm_r(name, 10, 11, 12)}, li(11, a) + li(12, divisor));
  };
  for (const char* name : {"div", "divu", "rem", "remu"}) {
    CAPTURE(name);
    CHECK(cycles(name, 1000, 0, on) == 2);
    CHECK(cycles(name, 1000, 1, on) == 2);
    CHECK(cycles(name, 0, 5, on) == 6);
    CHECK(cycles(name, 31, 5, on) == 6);
    CHECK(cycles(name, 32, 5, on) == 7);
    CHECK(cycles(name, 0x40000000, 5, on) == 32);
    CHECK(cycles(name, 1000, 2, benches->slow) == 50 - 22);
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

TEST_CASE("CSR instructions and fences hold the next instruction until they have retired") {
  bench& on = benches->plain;
  CHECK(on.cycles(words{asm_csr("csrrs", 10, 0xb00, 0), nop}) == 3);
  CHECK(on.cycles(words{asm_csr("csrrs", 10, 0xb00, 0), nop}, set_cfg0(riscv_csrs::disable_csr_sync)) ==
        2 + 1 - 1);  // (the measuring instructions have no bubble either)
  CHECK(on.cycles(words{asm_fence, nop}) == 4);
  // A fence waits for loads, too.
  CHECK(on.cycles(words{lw(10, 11), asm_fence, nop}, li(11, data)) == 8 + 3 + 1);
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
  CHECK(on.cores->core(t0).activity().stall_cycles(stall_reason::core_fifo) > 300);
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
  CHECK(whole(0) == 8 + 1);
  CHECK(whole(3) == 8 + 3 + 1);
  CHECK(whole(4) >= 8 + 4 + 1);
  CHECK(whole(400) < 400 + 400 + 20);
  // T1 has 512 bytes: a loop of 200 instructions comes from L1 in every round, on T0 it does not.
  CHECK(on.cycles(nops(200)) == 200);
  CHECK(on.cycles(nops(200), {}, {}, t1) > 200);
  CHECK(on.cycles(nops(100), {}, {}, t1) == 100);
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

TEST_CASE("a program that mixes everything leaves what the untimed function leaves") {
  struct flat : riscv_memory {
    std::vector<uint8_t> l1, ram = std::vector<uint8_t>(0x1000);
    uint8_t* at(uint32_t address) { return address >= local ? &ram[address - local] : &l1[address]; }
    uint32_t fetch(uint32_t address) override { return load(address, 4); }
    uint32_t load(uint32_t address, unsigned n) override {
      uint32_t v = 0;
      std::memcpy(&v, at(address), n);
      return v;
    }
    void store(uint32_t address, unsigned n, uint32_t v) override { std::memcpy(at(address), &v, n); }
    void push(uint32_t) override {}
  };
  for (uint32_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    bench& on = seed % 2 ? benches->plain : benches->slow;
    std::mt19937 random(seed);
    const auto below = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
    static constexpr const char* alu[] = {"add", "sub", "xor", "sltu", "mul", "divu", "rem", "sh2add", "max", "ror"};
    static constexpr const char* loads[] = {"lb", "lh", "lw", "lbu", "lhu"};
    static constexpr const char* stores[] = {"sb", "sh", "sw"};
    static constexpr const char* atomics[] = {"amoadd.w", "amoswap.w", "amomin.w"};
    words w = li(30, data + 0x1000) + li(31, local + 0x400);
    for (unsigned r = 1; r < 12; ++r) w = w + li(r, random());
    w = w + li(29, 3);
    const size_t loop = w.size();
    for (unsigned i = 0; i < 300; ++i) {
      const unsigned rd = below(12), rs1 = below(12), rs2 = below(12), base = 30 + below(2), k = below(16);
      if (k < 5) {
        w.push_back(asm_r(alu[below(10)], rd, rs1, rs2));
      } else if (k < 9) {
        const unsigned i5 = below(5), size = 1u << (i5 < 3 ? i5 : i5 - 3);
        w.push_back(asm_i(loads[i5], rd, base, static_cast<int32_t>(below(64) * 4 / size * size)));
      } else if (k < 13) {
        const unsigned i3 = below(3);
        w.push_back(asm_store(stores[i3], rs2, base, static_cast<int32_t>(below(64) * 4 + (below(4) >> i3 << i3))));
      } else if (k == 13) {
        w.push_back(asm_branch("bltu", rs1, rs2, 12));
        w.push_back(asm_r("add", rd, rs1, rs2));
        w.push_back(sw(rd, base, 32));
      } else if (k == 14) {
        w.push_back(below(3) ? nop : asm_fence);
      } else {
        w.push_back(asm_i("addi", 28, 30, static_cast<int32_t>(4 * below(64))));
        w.push_back(asm_r(atomics[below(3)], rd, 28, rs2));
      }
    }
    w.push_back(asm_i("addi", 29, 29, -1));
    w.push_back(asm_branch("bne", 29, 0, 4 * (static_cast<int32_t>(loop) - static_cast<int32_t>(w.size()))));
    w.push_back(asm_ebreak);

    on.load(t0, w);
    flat memory;
    memory.l1 = on.tile->state().l1;
    tlm::tlm_generic_payload word;
    word.set_read();
    word.set_data_length(4);
    for (uint32_t a = 0; a < 0x1000; a += 4) {
      word.set_address(slow_path + 0x4000 + a);
      word.set_data_ptr(&memory.ram[a]);
      on.cores->core(t1).bus->transport_dbg(word);
    }
    riscv_core_function reference(t0);
    reference.pc = code;
    while (reference.step(memory) == riscv_outcome::went_on) {
    }
    on.start(t0, w);
    REQUIRE(on.run());
    CHECK(on.cores->core(t0).instructions() == reference.instructions + 1);
    uint32_t wrong = 0;
    for (unsigned r = 0; r < 32; ++r) wrong += on.x(t0, r) != reference.state.reg[r];
    CHECK(wrong == 0);
    CHECK(on.tile->state().l1 == memory.l1);
    for (uint32_t a = 0; a < 0x1000; a += 4) {
      uint32_t v = 0;
      word.set_address(slow_path + 0x4000 + a);
      word.set_data_ptr(reinterpret_cast<uint8_t*>(&v));
      on.cores->core(t1).bus->transport_dbg(word);
      wrong += v != memory.load(local + a, 4);
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("how far the cores run ahead changes neither results nor cycles") {
  for (unsigned i = 0; i < 4; ++i) benches->beside.cores->core(i).run_ahead = 0;
  for (uint32_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const auto below = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
    std::array<words, 4> programs;
    for (unsigned core = 0; core < 4; ++core) {
      words& w = programs[core];
      const uint32_t own_gpr = gpr + (core == b ? 0x80 : 0);
      w = li(24, data + 0x1000 * core) + li(25, data) + li(26, own_gpr) + li(27, config) + li(28, local) +
          li(31, core == b ? overlay : semaphore_base) + li(23, 0x02000000) + li(29, 4 + below(3));
      const size_t loop = w.size();
      for (unsigned i = 0; i < 60; ++i) {
        const unsigned rd = 1 + below(16), rs = 1 + below(16);
        const auto offset = static_cast<int32_t>(4 * below(24));
        switch (below(16)) {
          case 0: w.push_back(lw(rd, 24, offset)); break;
          case 1: w.push_back(sw(rs, 24, offset)); break;
          case 2: w.push_back(lw(rd, 25, offset)); break;
          case 3: w.push_back(sw(rs, 25, offset)); break;
          case 4: w.push_back(lw(rd, 26, offset)); break;
          case 5: w.push_back(sw(rs, 26, offset)); break;
          case 6: w.push_back(lw(rd, 27, offset)); break;
          case 7: w.push_back(lw(rd, 31, offset % 32)); break;
          case 8: w.push_back(sw(rs, 28, offset)); break;
          case 9: w.push_back(lw(rd, 28, offset)); break;
          case 10: w = w + words(below(9), core == b ? nop : asm_ttinsn(0x02000000)); break;
          case 11: w.push_back(asm_r("divu", rd, rs, 23)); break;
          case 12: w.push_back(asm_r("mul", rd, rs, 29)); break;
          case 13: w.push_back(below(4) ? nop : asm_fence); break;
          default: w.push_back(asm_r("add", rd, rs, 29)); break;
        }
      }
      w.push_back(asm_i("addi", 29, 29, -1));
      w.push_back(asm_branch("bne", 29, 0, 4 * (static_cast<int32_t>(loop) - static_cast<int32_t>(w.size()))));
      w.push_back(asm_ebreak);
    }
    std::array<std::vector<uint64_t>, 2> left;
    for (bench* on : {&benches->ahead, &benches->beside}) {
      sc_core::sc_start(sc_core::sc_time(1000, sc_core::SC_NS));
      const uint64_t from = now_cycle();
      for (unsigned core = 0; core < 4; ++core) on->start(core, programs[core]);
      REQUIRE(on->run());
      auto& l = left[on == &benches->beside];
      for (unsigned core = 0; core < 4; ++core) {
        l.push_back(on->cores->core(core).stopped_in() - from);
        l.push_back(on->cores->core(core).instructions());
        for (unsigned r = 1; r < 32; ++r) l.push_back(on->x(core, r));
      }
      for (uint32_t a = 0; a < 0x4000; a += 4) l.push_back(on->l1(data + a));
    }
    for (size_t i = 0; i < left[0].size(); ++i)
      if (left[0][i] != left[1][i]) {
        CAPTURE(i, left[0][i], left[1][i]);
        FAIL_CHECK("not the same");
        break;
      }
  }
}

TEST_CASE("a mailbox is read from the future, as documented") {
  bench& on = benches->plain;
  const words w = li(5, 0xFFEC0000) + li(6, 123) + words{lw(7, 5), sw(6, 5), use(7), asm_ebreak};
  on.start(b, w);
  CHECK(on.run());
  CHECK(on.x(b, 7) == 123);
}

TEST_CASE("asleep in a poll a core sees the change in the very cycle in which it would have seen it awake") {
  bench& on = benches->polls;
  unsigned met = 0;
  for (const uint32_t address : {data, semaphore_base + 4})
    for (unsigned delay = 0; delay < 24; ++delay) {
      uint64_t end[2], polled[2];
      for (const bool asleep : {false, true}) {
        sc_core::sc_start(sc_core::sc_time(100, sc_core::SC_NS));
        on.cores->core(t0).sleeps_in_polls = asleep;
        words poll = li(11, address);
        // Semaphore 1 is made zero; T1 posts it (an even value).
        if (address == data) on.set_l1(data, 0);
        else poll = poll + li(13, 1) + words{sw(13, 11), sw(13, 11), sw(13, 11)} + nops(20);
        poll = poll + words{asm_fence, lw(12, 11), asm_i("andi", 12, 12, 1), asm_branch("beq", 12, 0, -12), asm_ebreak};
        const words setter = li(11, address) + li(10, address == data ? 1 : 0) + li(9, 200) +
                             words{asm_i("addi", 9, 9, -1), asm_branch("bne", 9, 0, -4)} + words(delay, nop) +
                             words{sw(10, 11), asm_fence, asm_ebreak};
        on.start(t0, poll);
        on.start(t1, setter);
        const uint64_t from = now_cycle();
        REQUIRE(on.run());
        end[asleep] = on.cores->core(t0).stopped_in() - from;
        on.cores->close_accounts(now_cycle());
        polled[asleep] = on.cores->core(t0).activity().stall_cycles(stall_reason::core_poll);
      }
      CAPTURE(address, delay);
      CHECK(polled[1] > polled[0]);
      if (address == data && end[0] != end[1]) ++met;
      else CHECK(end[0] == end[1]);
    }
  CHECK(met <= 3);  // of 24: then the load that is not made would have met the store in L1's bank
}

TEST_CASE("a core that only polls ends the run, and says what it polls") {
  bench& on = benches->polls;
  on.cores->core(t0).sleeps_in_polls = true;
  on.set_l1(data, 0);
  for (const bool with_fence : {true, false}) {
    on.start(t0, li(11, data) + words{with_fence ? asm_fence : nop, lw(12, 11), asm_branch("beq", 12, 0, -8), asm_ebreak});
    CHECK(!on.run(100'000'000));
    CHECK(now_cycle() < 10'000'000);
    INFO(on.cores->who_waits());
    CHECK(on.cores->who_waits().find("RISC-V T0 polls 0x000800c0 (L1) at pc 0x1000c") != std::string::npos);
    on.set_l1(data, 1);
    on.tile->note_l1_written(data, 4);
    CHECK(on.run());
    on.set_l1(data, 0);
  }
}

TEST_CASE("what only looks like a poll is none") {
  bench& on = benches->polls;
  on.cores->core(t0).sleeps_in_polls = true;
  // T0 polls a semaphore and a word of its data RAM, which T1 writes by the slow path; or a word of L1 in its data cache.
  for (const uint32_t other : {local, data}) {
    const uint32_t as_seen_by_t1 = other == local ? slow_path + 0x4000 : data;
    if (other == data) on.set_l1(data, 0);
    on.start(t0, li(11, other) + li(13, semaphore_base + 8) + words{sw(0, 11), asm_fence} +
                     words{lw(12, 11), asm_branch("bne", 12, 0, 12), lw(14, 13), asm_branch("beq", 14, 0, -12), asm_ebreak});
    on.start(t1, li(11, as_seen_by_t1) + li(10, 1) + li(9, 500) +
                     words{asm_i("addi", 9, 9, -1), asm_branch("bne", 9, 0, -4), sw(10, 11), asm_ebreak});
    CHECK(on.run(100'000));
    CHECK(on.x(t0, 12) == 1);
  }
}

TEST_CASE("the data cache is not coherent, and flushed now and then") {
  bench& on = benches->polls;
  // T0 has the line in its cache: it goes on seeing the old value until the 128th load.
  for (const bool flushes : {true, false}) {
    on.set_l1(data, 0);
    on.start(t0, (flushes ? words{} : set_cfg0(riscv_csrs::disable_periodic_flush)) + li(11, data) + li(9, 1000) +
                     words{lw(12, 11), asm_i("addi", 9, 9, -1), asm_branch("beq", 9, 0, 8), asm_branch("beq", 12, 0, -12),
                           asm_ebreak});
    on.start(t1, li(11, data) + li(10, 1) + words{sw(10, 11), asm_ebreak});
    CHECK(on.run());
    CHECK(on.x(t0, 12) == (flushes ? 1 : 0));
    CHECK(on.x(t0, 9) == (flushes ? 1000 - 129 : 0));
  }
}

TEST_CASE("B releases the others through the soft-reset register, at their reset addresses") {
  bench& on = benches->polls;
  on.load(t0, li(10, 1) + words{asm_ebreak});
  on.load(t1, li(10, 2) + words{asm_ebreak});
  words w = li(11, 0xFFB12228) + li(12, code) + words{sw(12, 11)} + li(11, 0xFFB1222C) + li(12, code + code_stride) +
            words{sw(12, 11)} + li(11, 0xFFB12234) + li(12, 3) + words{sw(12, 11)} + li(11, 0xFFB121B0) + words{lw(13, 11)} +
            li(12, ~0x3000u) + words{asm_r("and", 12, 12, 13), sw(12, 11), asm_ebreak};
  on.load(b, w);
  on.cores->start_b(code + b * code_stride);
  on.cores->core(t2).hold();
  CHECK(on.run());
  CHECK(on.x(b, 13) == 0x47000);
  CHECK(on.x(t0, 10) == 1);
  CHECK(on.x(t1, 10) == 2);
  CHECK(on.cores->core(t2).state() == riscv_core::condition::in_reset);
}

TEST_CASE("a core stops at ebreak, ecall, or a jump to itself") {
  bench& on = benches->plain;
  on.start(t0, {asm_ebreak});
  CHECK(on.run());
  CHECK(on.cores->core(t0).stopped_by() == "ebreak");
  on.start(t0, {nop, asm_ecall});
  CHECK(on.run());
  CHECK(on.cores->core(t0).stopped_by() == "ecall");
  on.start(t0, {nop, word_j(0, 0)});
  CHECK(on.run());
  CHECK(on.cores->core(t0).stopped_by() == "jump to itself");
  CHECK(on.cores->core(t0).pc() == code + 4);
}

TEST_CASE("undefined behaviour is reported with core, pc and word") {
  bench& on = benches->free_forwarding;
  on.tile->state().diagnose.policy = on_undefined::warn;
  const auto report = [&](const words& w) {
    const size_t before = on.tile->state().diagnose.reports().size();
    on.start(t0, w + words{asm_ebreak});
    CHECK(on.run());
    REQUIRE(on.tile->state().diagnose.reports().size() > before);
    return on.tile->state().diagnose.reports()[before].to_string();
  };
  const auto says = [](const std::string& text, const char* what) {
    INFO(text);
    CHECK(text.find(what) != std::string::npos);
  };
  std::string text = report({nop, 0x02008057});
  says(text, "core_t0");
  says(text, "pc 0x10004");
  says(text, "0x2008057");
  says(text, "V extension");
  says(report(li(11, 0xFFC00000) + words{lw(10, 11)}), "pc 0x10008: load of 4 bytes at 0xffc00000");
  says(report(li(11, data) + words{lw(10, 11, 2)}), "not a multiple");
  says(report(li(11, 0xFFE40000) + words{lw(10, 11)}), "cannot be read");
  says(report({asm_csr("csrrs", 10, 0xc01, 0)}), "CSR 0xc01");
}

TEST_CASE("the host executes enough instructions a second", "[.speed]") {
  bench& on = benches->plain;
  words body;
  for (unsigned i = 0; i < 20; ++i)
    body =
        body + words{asm_i("addi", 10, 10, 1), asm_r("xor", 12, 12, 10), lw(13, 31, 4), asm_r("add", 14, 13, 12), sw(14, 31, 8),
                     asm_r("mul", 15, 14, 10), asm_i("srli", 16, 15, 3)};
  words w = li(31, local) + li(29, 400'000);
  const size_t loop = w.size();
  w = w + body + words{asm_i("addi", 29, 29, -1)};
  w.push_back(asm_branch("bne", 29, 0, 4 * (static_cast<int32_t>(loop) - static_cast<int32_t>(w.size()))));
  w.push_back(asm_ebreak);
  on.start(t0, w);
  const std::clock_t from = std::clock();
  CHECK(on.run(1'000'000'000));
  const double seconds = static_cast<double>(std::clock() - from) / CLOCKS_PER_SEC;
  WARN(static_cast<double>(on.cores->core(t0).instructions()) / seconds / 1e6 << " million instructions a second");
}

int sc_main(int argc, char** argv) {
  benches = std::make_unique<benches_t>();
  const int failed = Catch::Session().run(argc, argv);
  benches.reset();
  return failed;
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
