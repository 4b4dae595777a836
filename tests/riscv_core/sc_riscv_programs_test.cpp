// SPDX-License-Identifier: Apache-2.0
// Programs on the timed cores: what they leave is what the untimed function leaves, however far the cores run ahead;
// resets, ends, what is reported. Source: ISA documentation, BabyRISCV (Blackhole), MemoryOrdering, SoftReset.
#include <array>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <systemc>

#include "catch.h"
#include "riscv_core/core_bench.h"
#include "tests/seed.h"

using namespace tensix;
using namespace tensix::riscv_test;

namespace {

struct benches_t {
  bench plain{"plain"};
  bench slow{"slow",
             {"riscv.l1_load_cycles=40", "riscv_core.mispredict_cycles=9", "riscv_core.divide_most_cycles=50",
              "riscv_core.ex2_cycles=5", "riscv_core.ttinsn_fusion=2", "riscv_core.data_cache_lines=0",
              "riscv_core.atomic_cycles=20"}};
  bench deep{"deep", {"riscv.store_queue_entries=40", "l1.atomic_cycles=20"}};
  bench free_forwarding{"free", {"riscv.l1_load_cycles=40", "riscv_core.single_writer_forwarding=false"}};
  bench others{"others"};
  bench ahead{"ahead"}, beside{"beside"};  // the cores run ahead, or step by step with the simulation
};
std::unique_ptr<benches_t> benches;

}  // namespace

TEST_CASE("a program that mixes everything leaves what the untimed function leaves") {
  struct flat : riscv_memory {
    l1_storage l1;
    std::vector<uint8_t> ram = std::vector<uint8_t>(0x1000);
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
    std::mt19937 random(seeded(seed));
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

TEST_CASE("a store queue of any depth loses nothing") {
  constexpr int32_t stores = 60, apart = 32;
  words w = li(3, data) + li(20, 0x5a5a0000);
  for (int32_t i = 0; i < stores; ++i) w = w + words{asm_i("addi", 20, 20, 1), sw(20, 3, apart * i)};
  w.push_back(asm_ebreak);
  bench& on = benches->deep;
  for (int32_t i = 0; i < stores; ++i) on.set_l1(data + static_cast<uint32_t>(apart * i), 0);
  on.start(t0, w);
  REQUIRE(on.run());
  for (uint32_t i = 0; i < stores; ++i) CHECK(on.l1(data + apart * i) == 0x5a5a0001 + i);
}

// ISA documentation, MemoryOrdering: a load and a later store to the same region are processed in that order. The first store
// keeps a bank and the port for some cycles; the loads queue up behind it, and the last store must not get in between.
TEST_CASE("a load that has to wait in L1 does not see what is stored behind it") {
  for (int32_t gap = 0; gap < 0x220; gap += 16)
    for (const char* last : {"sb", "amoswap.w"}) {
      CAPTURE(gap, last);
      const bool atomic = last[0] == 'a';
      words w = li(3, data + 0x400) + li(20, 0x11111111) + li(12, 0x22222222);
      w = w + words{asm_i("addi", 6, 3, gap + (atomic ? 4 : 6)),
                    asm_store("sw", 0, 3, gap + 4),
                    asm_fence,
                    sw(20, 3, 0),
                    sw(12, 3, gap + 12),
                    lw(29, 3, 0),
                    asm_store("sb", 20, 3, gap + 10)};
      w = w + words{asm_i("lh", 21, 3, gap + 6),
                    atomic ? asm_r(last, 0, 6, 20) : asm_store(last, 20, 6, 1),
                    atomic ? asm_store("sb", 12, 3, gap + 6) : nop,
                    sw(20, 3, 0),
                    asm_fence,
                    lw(22, 3, gap + 4),
                    asm_ebreak};
      bench& on = *(gap % 32 ? &benches->plain : &benches->slow);
      on.start(t0, w);
      REQUIRE(on.run());
      CHECK(on.x(t0, 21) == 0);
      CHECK(on.x(t0, 22) == (atomic ? 0x11221111u : 0x11000000u));
    }
}

// The same outside L1: the load of the GPR comes behind one that waits for a message, and so does the store behind it.
TEST_CASE("nor does a load that has to wait behind another") {
  bench& on = benches->plain;
  words w = li(3, gpr + 40) + li(4, 0xFFEC2000) + li(20, 7) + li(10, 1);
  w = w + words{sw(10, 3), asm_fence, lw(11, 3), use(11), lw(5, 4), lw(21, 3), sw(20, 3), asm_fence, lw(22, 3), asm_ebreak};
  words v = li(4, 0xFFEC1000) + nops(200) + words{sw(0, 4), asm_ebreak};
  on.start(t0, w);
  on.start(t1, v);
  REQUIRE(on.run());
  CHECK(on.x(t0, 21) == 1);
  CHECK(on.x(t0, 22) == 7);
}

TEST_CASE("how far the cores run ahead changes neither results nor cycles") {
  for (unsigned i = 0; i < core_count; ++i) benches->beside.cores->core(i).set_run_ahead(0);
  for (uint32_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seeded(seed));
    const auto below = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
    by_core<words> programs;
    for (unsigned core = 0; core < core_count; ++core) {
      words& w = programs[core];
      const bool thread = core < thread_count;
      const uint32_t own_gpr = core == nc ? overlay + 0x1000 : gpr + (core == b ? 0x80 : 0);
      w = li(24, data + 0x1000 * core) + li(25, data) + li(26, own_gpr) + li(27, core == nc ? overlay + 0x2000 : config) +
          li(28, local) + li(31, thread ? semaphore_base : overlay) + li(23, 0x02000000) + li(29, 4 + below(3));
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
          case 10: w = w + words(below(9), thread ? asm_ttinsn(0x02000000) : nop); break;
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
      for (unsigned core = 0; core < core_count; ++core) on->start(core, programs[core]);
      REQUIRE(on->run());
      auto& l = left[on == &benches->beside];
      for (unsigned core = 0; core < core_count; ++core) {
        l.push_back(on->cores->core(core).stopped_in() - from);
        l.push_back(on->cores->core(core).instructions());
        for (unsigned r = 1; r < 32; ++r) l.push_back(on->x(core, r));
      }
      for (uint32_t a = 0; a < 0x5000; a += 4) l.push_back(on->l1(data + a));
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

TEST_CASE("the data cache is not coherent, and flushed now and then") {
  bench& on = benches->others;
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

TEST_CASE("a line of instructions that is displaced while one of its instructions waits") {
  bench& on = benches->plain;
  constexpr unsigned lines = 512 / 16, rounds = 10;  // of T1's cache
  words w((lines + 6) * 4, nop);
  const auto put = [&](unsigned line, const words& what) { std::copy(what.begin(), what.end(), w.begin() + 4 * line); };
  const auto jump = [](unsigned from, unsigned to) {
    return word_j(0, 4 * (static_cast<int32_t>(to) - static_cast<int32_t>(from)));
  };
  // Line 0 has line 2 fetched ahead, which takes the place of line `lines` + 2 while that waits for its load.
  put(0, {jump(0, 4 * (lines + 2))});
  put(2, li(12, 77) + words{asm_ebreak});
  put(lines + 2, {lw(10, 9), use(10), asm_i("addi", 11, 11, 1), asm_i("addi", 28, 28, -1)});
  put(lines + 3, {asm_branch("beq", 28, 0, 32), jump(4 * (lines + 3) + 1, 4 * (lines + 4))});
  put(lines + 4, {jump(4 * (lines + 4), 4 * (lines + 1))});
  put(lines + 1, {asm_i("addi", 9, 9, 16), jump(4 * (lines + 1) + 1, 0)});
  put(lines + 5, {asm_ebreak});
  on.load(t1, w + li(9, data) + li(28, rounds) + words{jump(static_cast<unsigned>(w.size()) + 4, 4 * (lines + 4))});
  on.cores->start(t1, code + t1 * code_stride + 4 * static_cast<uint32_t>(w.size()));
  CHECK(on.run());
  CHECK(on.x(t1, 11) == rounds);
  CHECK(on.x(t1, 12) == 0);
}

TEST_CASE("B releases the others through the soft-reset register, at their reset addresses") {
  bench& on = benches->others;
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

namespace {
// B stores these words at these addresses, one after the other, and ends.
words b_stores(std::initializer_list<std::pair<uint32_t, uint32_t>> all) {
  words w;
  for (const auto& [address, value] : all) w = w + li(11, address) + li(12, value) + words{sw(12, 11)};
  return w + words{asm_fence, asm_ebreak};
}
}  // namespace

TEST_CASE(
    "NC is released by bit 18 of SOFT_RESET_0, at 0x12000 or where its reset register says; its data RAM is kept if B wants") {
  bench& on = benches->others;
  constexpr uint32_t soft_reset = 0xFFB121B0, only_b = 0x47000, b_and_nc = 0x7000, keeps_nc = 1 << 8;
  constexpr uint32_t usual = 0x12000, other = 0x14000, last_word = local + 0x1FFC;
  // What the last word of 8 KiB holds, the place where it runs, and a new value for that word.
  const auto program = [&](uint32_t where) {
    return li(11, last_word) + words{lw(10, 11)} + li(12, where) + words{sw(12, 11), asm_ebreak};
  };
  for (const uint32_t where : {usual, other}) {
    const words w = program(where);
    for (unsigned i = 0; i < w.size(); ++i) on.set_l1(where + 4 * i, w[i]);
  }
  const auto released = [&](std::initializer_list<std::pair<uint32_t, uint32_t>> before) {
    words w = b_stores(before);
    w.resize(w.size() - 2);
    on.load(b, w + b_stores({{soft_reset, only_b}, {soft_reset, b_and_nc}}));
    on.cores->start_b(code + b * code_stride);
    CHECK(on.run());
    CHECK(on.cores->core(nc).state() == riscv_core::condition::stopped);
    CHECK(on.cores->core(t2).state() == riscv_core::condition::in_reset);
    return std::pair(on.x(nc, 10), on.x(nc, 12));
  };
  using left = std::pair<uint32_t, uint32_t>;
  CHECK(released({}) == left(0, usual));
  CHECK(released({{0xFFB12238, other}}) == left(0, usual));  // without its override
  CHECK(released({{0xFFB1223C, 1}}) == left(0, other));
  CHECK(released({{0xFFB12224, keeps_nc}}) == left(other, other));
  CHECK(released({{0xFFB12224, keeps_nc >> 2}, {0xFFB1223C, 2}, {0xFFB12234, 7}}) ==
        left(0, usual));  // B's bit, bits of others
}

TEST_CASE("each core's instruction cache is emptied by its bit of RISCV_IC_INVALIDATE") {
  bench& on = benches->plain;
  constexpr uint32_t invalidate = config + 4 * 185, go = data + 0x400;
  // Twice the same line, with another instruction in L1 the second time, if B is told to empty the cache of `emptied`.
  const auto second = [&](unsigned core, unsigned bit) {
    const uint32_t at = code + core * code_stride;
    words w = li(11, go) + li(13, 2);
    while (w.size() % 4) w.push_back(nop);
    const auto line = static_cast<uint32_t>(w.size());
    w = w + words{asm_i("addi", 10, 0, 1), nop, nop, nop};
    const auto wait = static_cast<int32_t>(w.size());
    w = w + words{asm_fence, lw(12, 11), asm_branch("beq", 12, 0, -8), asm_i("addi", 13, 13, -1)};
    w = w + words{asm_branch("bne", 13, 0, 4 * (static_cast<int32_t>(line) - wait - 4)), asm_ebreak};
    on.set_l1(go, 0);
    on.start(core, w);
    on.start(b, li(9, 0) + nops(600) + li(11, at + 4 * line) + li(12, asm_i("addi", 10, 0, 2)) +
                    words{sw(12, 11), asm_fence, lw(12, 11), use(12)} + li(11, invalidate) + li(12, 1u << bit) +
                    words{sw(12, 11)} + nops(40) + li(11, go) + words{sw(11, 11), asm_ebreak});
    CHECK(on.run());
    return on.x(core, 10);
  };
  const std::pair<unsigned, unsigned> bits[] = {{t0, 1}, {t1, 2}, {t2, 3}, {nc, 4}};
  for (const auto& [core, bit] : bits)
    for (unsigned other = 0; other < 5; ++other) {
      CAPTURE(core, other);
      CHECK(second(core, other) == (other == bit ? 2u : 1u));
    }
}

TEST_CASE("the snapshot of a pc is that of the instruction that comes next, in the cycle of the load") {
  bench& on = benches->others;
  constexpr uint32_t snapshots = 0xFFB13138, go = data + 0x500;
  constexpr unsigned loop = 512;
  on.set_l1(go, 0);
  // NC polls; T0 goes round in a loop that its instruction cache holds; T1 is in reset.
  on.start(nc, li(11, go) + words{asm_fence, lw(12, 11), asm_branch("beq", 12, 0, -8), asm_ebreak});
  words w = li(29, 12);
  const auto begin = w.size();
  w = w + nops(loop - 2);
  w.push_back(asm_i("addi", 29, 29, -1));
  w.push_back(asm_branch("bne", 29, 0, -4 * static_cast<int32_t>(loop - 1)));
  on.start(t0, w + words{asm_ebreak});
  on.start(b, li(11, snapshots) + words{lw(9, 11)} + nops(3000) +
                  words{lw(12, 11, 4), use(12), lw(13, 11, 8), use(13), lw(14, 11, 8), use(14), lw(15, 11), asm_fence} +
                  li(16, go) + words{sw(11, 16), asm_ebreak});
  CHECK(on.run());
  const uint32_t nc_at = on.x(b, 12) - (code + nc * code_stride), first = on.x(b, 13), then = on.x(b, 14);
  CAPTURE(nc_at, first, then, on.x(b, 15));
  CHECK((nc_at >= 8 && nc_at <= 16));
  const uint32_t from = code + 4 * static_cast<uint32_t>(begin);
  CHECK((first >= from && first < from + 4 * loop));
  CHECK((then - first + 4 * loop) % (4 * loop) == 4 * (7 + 1));  // a load takes seven cycles
  CHECK((on.x(b, 15) >= code + b * code_stride + 4 * 3000 && on.x(b, 15) < code + b * code_stride + 4 * 3030));
}

TEST_CASE("the coprocessor holds and releases cores through the soft-reset register") {
  bench& on = benches->plain;
  constexpr uint32_t all = 0x47800, all_but_t0 = all & ~0x1000u, t0_starts_at = 0x6000, storereg = 0x67000000;
  const auto from_t2 = [](uint32_t value) {  // GPR 8 to SOFT_RESET_0
    return li(11, gpr) + li(10, value) + words{sw(10, 11, 4 * 8), asm_fence} + nops(40) +
           words{asm_ttinsn(storereg | 8u << 18 | 0x121B0 / 4)} + nops(100) + words{asm_ebreak};
  };
  const words program = li(10, 5) + words{asm_ebreak};
  for (unsigned i = 0; i < program.size(); ++i) on.set_l1(t0_starts_at + 4 * i, program[i]);
  on.start(t2, from_t2(all));
  CHECK(on.run(10'000));
  // Released, T0 begins at its fixed address.
  on.start(t2, from_t2(all_but_t0));
  const uint64_t from = now_cycle();
  CHECK(on.run(10'000));
  CHECK(on.cores->core(t0).state() == riscv_core::condition::stopped);
  CHECK(on.x(t0, 10) == 5);
  CHECK(on.cores->core(t0).stopped_in() > from + 40);
  CHECK(on.cores->core(t0).stopped_in() < on.cores->core(t2).stopped_in());
  // T0 counts for ever, and is held.
  on.start(t0, {asm_i("addi", 10, 10, 1), word_j(0, -4)});
  on.start(t2, from_t2(all));
  CHECK(on.run(10'000));
  CHECK(on.cores->core(t0).state() == riscv_core::condition::in_reset);
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
  const auto report = [&](const words& w, unsigned core = t0) {
    const size_t before = on.tile->state().diagnose.reports().size();
    on.start(core, w + words{asm_ebreak});
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
  // What NC does not see.
  const std::pair<uint32_t, const char*> others[] = {{0xFFB11014, "TDMA-RISC"},        {0xFFB80000, "MOP configuration"},
                                                     {0xFFBD8000, "Dst window"},       {gpr, "GPRs"},
                                                     {0xFFE40000, "instruction FIFO"}, {0xFFE80000, "PCBuf"},
                                                     {0xFFE80004, "TTSync"},           {semaphore_base, "semaphores"},
                                                     {mailbox_query, "mailboxes"},     {config, "backend configuration"}};
  for (const auto& [address, name] : others)
    for (const bool store : {false, true}) {
      const std::string said = report(li(11, address) + words{store ? sw(10, 11) : lw(10, 11)}, nc);
      says(said, "core_nc");
      says(said, store ? "store of 4 bytes at " : "load of 4 bytes at ");
      says(said, (std::string("is not accessible to nc; nearest region: ") + name).c_str());
    }
  says(report({asm_ttinsn(0x02000000)}, nc), ".ttinsn: store of 4 bytes at 0xffe40000 is not accessible to nc");
}

TEST_CASE("undefined behaviour is reported in the core's own cycle, whatever is still on its way") {
  bench& on = benches->free_forwarding;  // loads of L1 take 40 cycles
  on.tile->state().diagnose.policy = on_undefined::warn;
  const uint32_t cycle_csr = 0xb00;
  words to_a_line = li(11, data);
  while (to_a_line.size() % 4) to_a_line.push_back(nop);
  const auto begin = asm_csr("csrrs", 20, cycle_csr, 0);
  on.start(t0, to_a_line + words{begin, nop, asm_csr("csrrs", 21, cycle_csr, 0), asm_ebreak});
  REQUIRE(on.run());
  const uint32_t later = on.x(t0, 21) - on.x(t0, 20);
  on.start(t0, to_a_line + words{begin, lw(10, 11), 0x02008057, asm_ebreak});
  REQUIRE(on.run());
  const diagnosis& d = on.tile->state().diagnose.reports().back();
  INFO(d.to_string());
  CHECK(d.text.find("0x2008057") != std::string::npos);
  CHECK(d.cycle == on.x(t0, 20) + later);
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
  const int failed = run_test_cases(argc, argv);
  benches.reset();
  return failed;
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
