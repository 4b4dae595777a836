// Programs on the timed cores: what they leave is what the untimed function leaves, however far the cores run ahead; polls,
// resets, ends, what is reported. Source: ISA documentation, BabyRISCV (Blackhole), MemoryOrdering, SoftReset.
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

}  // namespace

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
  CHECK(met <= 3);  // of 24: where load and store meet in L1 it is the turn of whom it was not the time before
}

namespace {
struct polling {
  const char* what;
  words before, loop, change;  // T0: once; again and again, until it leaves by a jump to its end. T1: what ends it
  uint32_t l1_word;            // at first, at `data`
  const char* says;
  unsigned rounds = 1000;  // of T1, two cycles each, before it makes the change
  unsigned most_met = 0;   // of 30 runs: where load and store meet in L1 it is the turn of whom it was not the time before
};
words branch_back(words w, const char* name, unsigned a, unsigned b) {
  w.push_back(asm_branch(name, a, b, -4 * static_cast<int32_t>(w.size())));
  return w;
}
const std::vector<polling>& pollings() {
  constexpr uint32_t semaphore2 = semaphore_base + 8, spare_control = 0xFFB12070, mailbox_from_t1 = 0xFFEC2000,
                     stack = local + 0x100;
  const words set_data = li(11, data) + li(10, 1) + words{sw(10, 11)}, post = li(11, semaphore2) + words{sw(0, 11)};
  const words both = li(11, data) + li(13, semaphore2);
  static const std::vector<polling> all{
      {"L1, with a fence", li(11, data), branch_back({asm_fence, lw(12, 11)}, "beq", 12, 0), set_data, 0, "0x000800c0 (L1)",
       1000, 3},
      {"L1, when its data cache is flushed", li(11, data), branch_back({lw(12, 11), nop}, "beq", 12, 0), set_data, 0,
       "0x000800c0 (L1)", 6000, 3},
      {"an atomic that changes nothing", li(11, data), branch_back({asm_r("amoor.w", 12, 11, 0)}, "beq", 12, 0), set_data, 0,
       "0x000800c0 (L1)", 1000, 6},
      {"a lock", li(11, data) + li(10, 1), branch_back({asm_r("amoswap.w", 12, 11, 10)}, "bne", 12, 0),
       li(11, data) + words{sw(0, 11)}, 1, "0x000800c0 (L1)", 1000, 6},
      {"a semaphore and a word of L1, until the semaphore changes", both,
       branch_back({asm_fence, lw(12, 11), lw(14, 13), asm_r("or", 15, 12, 14)}, "beq", 15, 0), post, 0, "0x000800c0 (L1), "},
      {"a semaphore and a word of L1, until the word changes", both,
       branch_back({lw(14, 13), asm_fence, lw(12, 11), asm_r("or", 15, 12, 14)}, "beq", 15, 0), set_data, 0, "semaphore 2",
       1000, 3},
      {"two words, one after the other", both,
       branch_back({lw(14, 13), asm_branch("bne", 14, 0, 16), asm_fence, lw(12, 11)}, "beq", 12, 0), post, 0, "semaphore 2"},
      {"loads on their way beside one another", both,
       branch_back({asm_fence, lw(12, 11), lw(14, 13), lw(16, 11, 64), lw(17, 13, 4), asm_r("add", 15, 16, 17),
                    asm_r("add", 15, 12, 14)},
                   "beq", 15, 0),
       set_data, 0, "semaphore 3", 6000, 3},
      {"its data RAM, which another writes", li(11, stack), branch_back({lw(12, 11), asm_r("divu", 14, 12, 11)}, "beq", 12, 0),
       li(11, slow_path + 0x4000 + 0x100) + li(10, 1) + words{sw(10, 11)}, 0, "0xffb00100"},
      {"a mailbox's state", li(11, mailbox_from_t1 + 4), branch_back({lw(12, 11)}, "beq", 12, 0),
       li(11, 0xFFEC1000) + words{sw(0, 11)}, 0, "mailbox"},
      {"a register of tile control", li(11, spare_control) + words{sw(0, 11), asm_fence} + nops(20),
       branch_back({lw(12, 11)}, "beq", 12, 0), li(11, spare_control) + li(10, 1) + words{sw(10, 11)}, 0, "0xffb12070"},
      {"configuration", li(11, config + 4 * 200) + words{sw(0, 11), asm_fence} + nops(20),
       branch_back({lw(12, 11), nop}, "beq", 12, 0), li(11, config + 4 * 200) + li(10, 1) + words{sw(10, 11)}, 0, "0xffef0320"},
      {"by a function that keeps its return address in memory", li(11, data) + li(2, stack),
       words{word_j(1, 12), asm_branch("beq", 12, 0, -4), word_j(0, 24), sw(1, 2), asm_fence, lw(12, 11), lw(1, 2),
             asm_i("jalr", 0, 1, 0)},
       set_data, 0, "0x000800c0 (L1)", 1000, 3},
  };
  return all;
}
}  // namespace

TEST_CASE("asleep in a loop that only reads, whatever it reads, a core loses no cycle and no instruction") {
  bench& on = benches->polls;
  const unsigned which = GENERATE(range(0u, 13u));
  REQUIRE(pollings().size() == 13);
  const polling& p = pollings()[which];
  CAPTURE(p.what);
  unsigned met = 0;
  for (unsigned delay = 0; delay < 30; ++delay) {
    uint64_t end[2], instructions[2], polled[2], value[2];
    for (const bool asleep : {false, true}) {
      sc_core::sc_start(sc_core::sc_time(1000, sc_core::SC_NS));
      // Semaphore 2 is zero, the mailbox empty, the data RAM clean.
      on.start(t0, li(11, semaphore_base + 8) + li(13, 1) + words(3, sw(13, 11)) + li(11, local + 0x100) +
                       words{sw(0, 11), asm_fence, asm_ebreak});
      REQUIRE(on.run());
      on.cores->core(t0).sleeps_in_polls = asleep;
      on.cores->core(t0).run_ahead = 0;  // it would not see in time what another writes into its data RAM
      on.set_l1(data, p.l1_word);
      on.start(t0, p.before + p.loop + words{asm_ebreak});
      on.start(t1, li(9, p.rounds) + words{asm_i("addi", 9, 9, -1), asm_branch("bne", 9, 0, -4)} + words(delay, nop) +
                       p.change + words{asm_fence, asm_ebreak});
      const uint64_t from = now_cycle();
      REQUIRE(on.run());
      end[asleep] = on.cores->core(t0).stopped_in() - from;
      instructions[asleep] = on.cores->core(t0).instructions();
      value[asleep] = on.x(t0, 12) + (uint64_t{on.x(t0, 14)} << 32);
      on.cores->close_accounts(now_cycle());
      polled[asleep] = on.cores->core(t0).activity().stall_cycles(stall_reason::core_poll);
      if (!std::strcmp(p.what, "a mailbox's state")) {
        on.start(t0, li(11, 0xFFEC2000) + words{lw(12, 11), use(12), asm_ebreak});
        REQUIRE(on.run());
      }
    }
    CAPTURE(delay, end[0], end[1], instructions[0], instructions[1]);
    CHECK(polled[1] > polled[0] + 500);
    CHECK(value[0] == value[1]);
    if (p.most_met && end[0] != end[1]) ++met;
    else if (std::strstr(p.what, "RAM")) CHECK((end[1] <= end[0] && end[0] <= end[1] + 18));  // awake it looks a line too early
    else CHECK((end[0] == end[1] && instructions[0] == instructions[1]));
  }
  CHECK(met <= p.most_met);
  on.cores->core(t0).run_ahead = 1000;
}

TEST_CASE("a run in which only loops go on that read is over, whatever they read") {
  bench& on = benches->polls;
  on.cores->core(t0).sleeps_in_polls = true;
  for (const polling& p : pollings()) {
    CAPTURE(p.what);
    on.start(t0, li(11, semaphore_base + 8) + li(13, 1) + words(3, sw(13, 11)) + li(11, local + 0x100) +
                     words{sw(0, 11), asm_fence, asm_ebreak});
    REQUIRE(on.run());
    on.set_l1(data, p.l1_word);
    on.start(t0, p.before + p.loop + words{asm_ebreak});
    CHECK(!on.run(100'000'000));
    INFO(on.cores->who_waits());
    CHECK(on.cores->who_waits().find("RISC-V T0 polls ") == 0);
    CHECK(on.cores->who_waits().find(p.says) != std::string::npos);
    on.start(t1, p.change + words{asm_fence, asm_ebreak});
    CHECK(on.run());
    if (!std::strcmp(p.what, "a mailbox's state")) {
      on.start(t0, li(11, 0xFFEC2000) + words{lw(12, 11), use(12), asm_ebreak});
      REQUIRE(on.run());
    }
  }
  // Nothing read at all; and who waits for a time goes on.
  on.start(t0, {nop, nop, word_j(0, -8)});
  CHECK(!on.run(100'000'000));
  CHECK(on.cores->who_waits().find("reads nothing from outside at pc 0x10000") != std::string::npos);
  // A core that sleeps can be held, or started anew.
  on.start(t0, {nop, nop, word_j(0, -8)});
  CHECK(!on.run(100'000'000));
  on.cores->core(t0).hold();
  sc_core::sc_start(sc_core::sc_time(100, sc_core::SC_NS));
  CHECK(on.cores->core(t0).state() == riscv_core::condition::in_reset);
  CHECK(on.cores->who_waits().empty());
  const uint64_t from = now_cycle();
  on.start(t0, li(11, 0xFFB121F0) + words{lw(12, 11), asm_branch("bge", 12, 0, 8), asm_ebreak} +
                   li(9, static_cast<uint32_t>(from + 50'000)) + words{lw(12, 11), asm_branch("blt", 12, 9, -4), asm_ebreak});
  CHECK(on.run());  // who waits for a time goes on
  CHECK(on.cores->core(t0).stopped_in() > from + 50'000);
  CHECK(on.cores->core(t0).stopped_in() < from + 50'000 + 40);
}

TEST_CASE("a poll that overtakes pushes for which there is no room is one as well, in the same cycles") {
  bench& on = benches->polls;
  constexpr uint32_t tt_nop = 0x02000000, seminit_4_5 = 0xa3f000c0, semwait_4 = 0xa6ff8041;
  constexpr uint32_t gate = semaphore_base + 16, flag = semaphore_base + 20;
  for (unsigned pushes = 24; pushes < 32; ++pushes)  // the FIFO takes 27 behind the SEMWAIT, the store queue 4
    for (unsigned delay = 0; delay < 6; ++delay) {
      uint64_t end[2], polled[2];
      for (const bool asleep : {false, true}) {
        sc_core::sc_start(sc_core::sc_time(100, sc_core::SC_NS));
        on.cores->core(t0).sleeps_in_polls = asleep;
        // T0's thread waits for a semaphore, and its pushes pile up; it polls another one, and waits for all it has pushed. T1 lets the
        // thread go, and then ends the poll.
        words poll = li(11, flag) + li(13, 0xFFE40000) + li(14, tt_nop) + li(15, ttsync_other - 8) +
                     words{asm_ttinsn(seminit_4_5), asm_ttinsn(semwait_4)} + nops(20) + words(pushes, sw(14, 13)) +
                     words{lw(12, 11), asm_i("andi", 12, 12, 1), asm_branch("beq", 12, 0, -8), lw(12, 15), use(12), asm_ebreak};
        const words setter = li(11, flag) + li(12, gate) + li(9, 300) +
                             words{asm_i("addi", 9, 9, -1), asm_branch("bne", 9, 0, -4)} + nops(delay) + words{sw(0, 12)} +
                             nops(5 * delay) + words{sw(0, 11), asm_fence, asm_ebreak};
        on.start(t0, poll);
        on.start(t1, setter);
        const uint64_t from = now_cycle();
        REQUIRE(on.run());
        end[asleep] = on.cores->core(t0).stopped_in() - from;
        on.cores->close_accounts(now_cycle());
        polled[asleep] = on.cores->core(t0).activity().stall_cycles(stall_reason::core_poll);
      }
      CAPTURE(pushes, delay);
      CHECK(polled[1] > polled[0]);
      CHECK(end[0] == end[1]);
    }
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
