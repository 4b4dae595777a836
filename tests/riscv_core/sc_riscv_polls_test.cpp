// SPDX-License-Identifier: Apache-2.0
// Cores that sleep in loops which only read: nothing they leave, no cycle and no account shows it, whatever they poll and whoever
// ends it. Each program runs on two tiles that have lived the same: on one the cores sleep, on the other they never do.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <systemc>

#include "catch.h"
#include "models/isa/instruction_words.h"
#include "riscv_core/core_bench.h"

using namespace tensix;
using namespace tensix::riscv_test;

namespace {

struct benches_t {
  bench asleep{"asleep"}, awake{"awake"};
  // For what leaves L1 in another state: whose turn it is next depends on who has met before.
  bench asleep_apart{"asleep_apart"}, awake_apart{"awake_apart"};
};
std::unique_ptr<benches_t> benches;

// What a run has left of the cores that took part, and where their cycles went.
struct left_behind {
  std::vector<uint64_t> times, values, cycles;
  uint64_t polled = 0;  // cycles of T0
};
using programs = std::vector<words>;  // for T0, T1, ...
using preparation = std::function<void(bench&)>;

std::vector<uint64_t> cycles_of(riscv_core& core) {
  std::vector<uint64_t> c{core.activity().busy_cycles()};
  for (int why = 1; why < static_cast<int>(stall_reason::count); ++why)
    if (static_cast<stall_reason>(why) != stall_reason::in_reset)
      c.push_back(core.activity().stall_cycles(static_cast<stall_reason>(why)));
  return c;
}

left_behind run_on(bench& on, const programs& p, const preparation& prepare) {
  left_behind l;
  sc_core::sc_start(sc_core::sc_time(1000, sc_core::SC_NS));
  prepare(on);
  on.cores->close_accounts(now_cycle());
  std::vector<uint64_t> before;
  for (unsigned i = 0; i < p.size(); ++i)
    for (const uint64_t c : cycles_of(on.cores->core(i))) before.push_back(c);
  const uint64_t polled = on.cores->core(t0).activity().stall_cycles(stall_reason::poll), from = now_cycle();
  for (unsigned i = 0; i < p.size(); ++i) on.start(i, p[i]);
  REQUIRE(on.run());
  on.cores->close_accounts(now_cycle());
  for (unsigned i = 0; i < p.size(); ++i) {
    riscv_core& core = on.cores->core(i);
    l.times.push_back(core.stopped_in() - from);
    l.times.push_back(core.instructions());
    for (unsigned r = 1; r < 32; ++r) l.values.push_back(on.x(i, r));
    for (const uint64_t c : cycles_of(core)) l.cycles.push_back(c - before[l.cycles.size()]);
  }
  l.polled = on.cores->core(t0).activity().stall_cycles(stall_reason::poll) - polled;
  return l;
}

// The cycles that T0 polls, asleep and awake alike.
uint64_t the_same(
    const programs& p, const preparation& prepare = [](bench&) {}, bool accounts = true) {
  const left_behind asleep = run_on(benches->asleep, p, prepare), awake = run_on(benches->awake, p, prepare);
  CHECK(asleep.times == awake.times);
  CHECK(asleep.values == awake.values);
  if (accounts) CHECK(asleep.cycles == awake.cycles);
  return asleep.polled;
}

words branch_back(words w, const char* name, unsigned a, unsigned b) {
  w.push_back(asm_branch(name, a, b, -4 * static_cast<int32_t>(w.size())));
  return w;
}
words wait_rounds(uint32_t rounds) { return li(9, rounds) + words{asm_i("addi", 9, 9, -1), asm_branch("bne", 9, 0, -4)}; }
const words done{asm_fence, asm_ebreak};

constexpr uint32_t semaphore2 = semaphore_base + 8, spare_control = 0xFFB12070, mailbox_from_t1 = 0xFFEC2000,
                   stack = local + 0x100, instruction_fifo = 0xFFE40000;

struct polling {
  const char* what;
  words before, loop, change;  // T0: once; again and again, until it leaves by a jump to its end. T1: what ends it
  uint32_t l1_word;            // at first, at `data`
  const char* says;
  unsigned rounds = 1000;  // of T1, two cycles each, before it makes the change
  // Where asleep and awake are not the same, how far apart they may end: awake a core looks up to a line of instructions too
  // early at its own data RAM, which it does not wait for; an atomic that a sleeping core does not make keeps no bank of L1.
  unsigned apart = 0;
};
const std::vector<polling>& pollings() {
  const words set_data = li(11, data) + li(10, 1) + words{sw(10, 11)}, post = li(11, semaphore2) + words{sw(0, 11)};
  const words both = li(11, data) + li(13, semaphore2);
  static const std::vector<polling> all{
      {"L1, with a fence", li(11, data), branch_back({asm_fence, lw(12, 11)}, "beq", 12, 0), set_data, 0, "0x000800c0 (L1)"},
      {"L1, when its data cache is flushed", li(11, data), branch_back({lw(12, 11), nop}, "beq", 12, 0), set_data, 0,
       "0x000800c0 (L1)", 6000},
      {"a bit of it", li(11, data), branch_back({asm_fence, asm_i("lbu", 12, 11, 0), asm_i("andi", 12, 12, 1)}, "beq", 12, 0),
       set_data, 2, "0x000800c0 (L1)"},
      {"an atomic that changes nothing", li(11, data), branch_back({asm_r("amoor.w", 12, 11, 0)}, "beq", 12, 0), set_data, 0,
       "0x000800c0 (L1)", 1000, 13},
      {"a lock", li(11, data) + li(10, 1), branch_back({asm_r("amoswap.w", 12, 11, 10)}, "bne", 12, 0),
       li(11, data) + words{sw(0, 11)}, 1, "0x000800c0 (L1)", 1000, 13},
      {"a semaphore", li(11, semaphore2), branch_back({lw(12, 11), asm_i("andi", 12, 12, 1)}, "beq", 12, 0), post, 0,
       "semaphore 2"},
      {"a semaphore and a word of L1, until the semaphore changes", both,
       branch_back({asm_fence, lw(12, 11), lw(14, 13), asm_r("or", 15, 12, 14)}, "beq", 15, 0), post, 0, "0x000800c0 (L1), "},
      {"a semaphore and a word of L1, until the word changes", both,
       branch_back({lw(14, 13), asm_fence, lw(12, 11), asm_r("or", 15, 12, 14)}, "beq", 15, 0), set_data, 0, "semaphore 2"},
      {"two words, one after the other", both,
       branch_back({lw(14, 13), asm_branch("bne", 14, 0, 16), asm_fence, lw(12, 11)}, "beq", 12, 0), post, 0, "semaphore 2"},
      {"loads on their way beside one another", both,
       branch_back({asm_fence, lw(12, 11), lw(14, 13), lw(16, 11, 64), lw(17, 13, 4), asm_r("add", 15, 16, 17),
                    asm_r("add", 15, 12, 14)},
                   "beq", 15, 0),
       set_data, 0, "semaphore 3", 6000},
      {"more loads than can be in flight, and more lines than the data cache has", both,
       branch_back({lw(12, 11), lw(16, 11, 64), lw(17, 11, 128), lw(18, 11, 192), lw(19, 11, 256), lw(14, 13), lw(20, 11, 320),
                    use(20), asm_r("add", 15, 12, 14)},
                   "beq", 15, 0),
       set_data, 0, "0x000800c0 (L1)", 6000},
      {"its data RAM, which another writes", li(11, stack), branch_back({lw(12, 11), asm_r("divu", 14, 12, 11)}, "beq", 12, 0),
       li(11, slow_path + 0x4000 + 0x100) + li(10, 1) + words{sw(10, 11)}, 0, "0xffb00100", 1000, 18},
      {"a mailbox's state", li(11, mailbox_from_t1 + 4), branch_back({lw(12, 11)}, "beq", 12, 0),
       li(11, 0xFFEC1000) + words{sw(0, 11)}, 0, "mailbox"},
      {"a register of tile control", li(11, spare_control) + words{sw(0, 11), asm_fence} + nops(20),
       branch_back({lw(12, 11)}, "beq", 12, 0), li(11, spare_control) + li(10, 1) + words{sw(10, 11)}, 0, "0xffb12070"},
      {"configuration", li(11, config + 4 * 200) + words{sw(0, 11), asm_fence} + nops(20),
       branch_back({lw(12, 11), nop}, "beq", 12, 0), li(11, config + 4 * 200) + li(10, 1) + words{sw(10, 11)}, 0, "0xffef0320"},
      {"by a function that keeps its return address in memory", li(11, data) + li(2, stack),
       words{word_j(1, 12), asm_branch("beq", 12, 0, -4), word_j(0, 24), sw(1, 2), asm_fence, lw(12, 11), lw(1, 2),
             asm_i("jalr", 0, 1, 0)},
       set_data, 0, "0x000800c0 (L1)"},
      {"in rounds that differ, three of which make one", li(11, data) + li(10, 3) + li(13, 0),
       branch_back({asm_i("addi", 13, 13, 1), asm_r("remu", 13, 13, 10), asm_fence, lw(12, 11)}, "beq", 12, 0), set_data, 0,
       "0x000800c0 (L1)", 3000},
  };
  return all;
}
constexpr unsigned polling_count = 17;

// Semaphore 2 is zero, the mailbox empty, the data RAM clean.
void clean(bench& on) {
  const words to_mailbox = li(11, mailbox_from_t1) + words{lw(12, 11, 4), asm_branch("beq", 12, 0, 12), lw(12, 11), use(12)};
  on.start(t0, li(11, semaphore2) + li(13, 1) + words(3, sw(13, 11)) + li(11, stack) + words{sw(0, 11)} + to_mailbox + done);
  REQUIRE(on.run());
}

}  // namespace

TEST_CASE("asleep in a loop that only reads, whatever it reads, a core loses no cycle and no instruction") {
  const unsigned which = GENERATE(range(0u, polling_count));
  REQUIRE(pollings().size() == polling_count);
  const polling& p = pollings()[which];
  CAPTURE(p.what);
  for (unsigned delay = 0; delay < 30; ++delay) {
    const preparation prepare = [&](bench& on) {
      clean(on);
      on.set_l1(data, p.l1_word);
    };
    const programs both{p.before + p.loop + words{asm_ebreak}, wait_rounds(p.rounds) + nops(delay) + p.change + done};
    CAPTURE(delay);
    if (p.apart) {
      const left_behind asleep = run_on(benches->asleep_apart, both, prepare),
                        awake = run_on(benches->awake_apart, both, prepare);
      CHECK(asleep.values == awake.values);
      const uint64_t later = std::max(asleep.times[0], awake.times[0]), sooner = std::min(asleep.times[0], awake.times[0]);
      CHECK(later - sooner <= p.apart);
      CHECK(asleep.polled > p.rounds);
    } else {
      CHECK(the_same(both, prepare) > p.rounds);
    }
  }
}

TEST_CASE("a run in which only loops go on that read is over, whatever they read") {
  bench& on = benches->asleep_apart;
  for (const polling& p : pollings()) {
    CAPTURE(p.what);
    clean(on);
    on.set_l1(data, p.l1_word);
    on.start(t0, p.before + p.loop + words{asm_ebreak});
    CHECK(!on.run(100'000'000));
    CHECK(!sc_core::sc_pending_activity());
    INFO(on.cores->who_waits());
    CHECK(on.cores->who_waits().find("RISC-V T0 polls ") == 0);
    CHECK(on.cores->who_waits().find(p.says) != std::string::npos);
    on.start(t1, p.change + done);
    CHECK(on.run());
  }
  // Nothing read at all.
  on.start(t0, {nop, nop, word_j(0, -8)});
  CHECK(!on.run(100'000'000));
  CHECK(on.cores->who_waits().find("reads nothing from outside at pc 0x10000") != std::string::npos);
  // A core that sleeps can be held, or started anew.
  on.cores->core(t0).hold();
  sc_core::sc_start(sc_core::sc_time(100, sc_core::SC_NS));
  CHECK(on.cores->core(t0).state() == riscv_core::condition::in_reset);
  CHECK(on.cores->who_waits().empty());
}

TEST_CASE("two cores that wait for each other: the run is over, and both are named") {
  bench& on = benches->asleep_apart;
  on.set_l1(data, 0);
  on.set_l1(data + 64, 0);
  // Each waits for the other's word before it sets its own.
  const auto waits = [](uint32_t theirs, uint32_t own) {
    return li(11, theirs) + li(13, own) + words{asm_fence, lw(12, 11), asm_branch("beq", 12, 0, -8), sw(12, 13)} + done;
  };
  on.start(t0, waits(data, data + 64));
  on.start(t2, waits(data + 64, data));
  CHECK(!on.run(100'000'000));
  CHECK(!sc_core::sc_pending_activity());
  CHECK(on.cores->who_waits() ==
        "RISC-V T0 polls 0x000800c0 (L1) at pc 0x10014\nRISC-V T2 polls 0x00080100 (L1) at pc 0x20214\n");
  on.set_l1(data, 1);
  on.tile->note_l1_written(data, 4);
  CHECK(on.run());
  CHECK(on.l1(data + 64) == 1);
}

TEST_CASE("whoever ends a poll, it ends in the same cycle") {
  namespace i = tensix::insn;
  constexpr uint32_t gate = semaphore_base + 16, seminit_4_5 = 0xa3f000c0, semwait_4 = 0xa6ff8041;
  const uint32_t sempost2 = word_of(opcode::SEMPOST) | i::SEMPOST::sem_sel.place(1u << 2),
                 set_gpr40 = word_of(opcode::SETDMAREG) | i::SETDMAREG::payload_sig_sel.place(7) |
                             i::SETDMAREG::reg_index_16b.place(2 * 40),
                 swap_l1 = word_of(opcode::ATSWAP) | i::ATSWAP::addr_reg_index.place(8) | i::ATSWAP::data_reg_index.place(4) |
                           i::ATSWAP::swap_mask.place(3);
  const auto until_set = [](uint32_t address) { return li(11, address) + branch_back({asm_fence, lw(12, 11)}, "beq", 12, 0); };
  const auto set = [](uint32_t address) { return li(11, address) + li(10, 1) + words{sw(10, 11)}; };
  for (unsigned delay = 0; delay < 12; ++delay) {
    CAPTURE(delay);
    const words later = wait_rounds(500) + nops(delay);
    const preparation zero = [](bench& on) {
      clean(on);
      for (const uint32_t a : {data, data + 64, data + 128}) on.set_l1(a, 0);
    };
    // Another thread's instruction: a semaphore, a word of L1. T0's own, which waited: a GPR.
    CHECK(the_same({until_set(semaphore2) + done, later + words{asm_ttinsn(sempost2)} + done}, zero) > 500);
    const words set_gprs = li(11, gpr) + li(10, data / 16) + words{sw(10, 11, 4 * 8)} + li(10, 1) + words{sw(10, 11, 4 * 4)};
    CHECK(the_same({until_set(data) + done, set_gprs + later + words{asm_ttinsn(swap_l1)} + done}, zero) > 500);
    const words pushed{asm_ttinsn(seminit_4_5), asm_ttinsn(semwait_4), asm_ttinsn(set_gpr40)};
    CHECK(the_same({li(11, gpr + 4 * 40) + words{sw(0, 11), asm_fence} + nops(40) + pushed + until_set(gpr + 4 * 40) + done,
                    later + li(11, gate) + words{sw(0, 11)} + done},
                   zero) > 500);
    // The NoC.
    CHECK(the_same({until_set(data) + done}, [&](bench& on) {
            zero(on);
            on.noc_write(now_cycle() + 1000 + delay, data, 1);
          }) > 500);
    // Cores, in a chain: T0 waits for T1, which waits for T2. And both for the same.
    const words passes_on = until_set(semaphore2) + li(13, data) + words{sw(12, 13)} + done,
                posts = later + li(11, semaphore2) + words{sw(0, 11)} + done;
    CHECK(the_same({until_set(data) + done, passes_on, posts}, zero) > 500);
    CHECK(the_same({until_set(semaphore2) + done, until_set(semaphore2) + done, posts}, zero) > 500);
    // Somebody else uses L1 again and again: those who sleep have to make room for him, and he for them.
    const words uses_l1 = li(15, data + 16) + li(9, 60) + words{lw(14, 15), asm_fence, sw(14, 15, 64)} + nops(20 + delay) +
                          words{asm_i("addi", 9, 9, -1), asm_branch("bne", 9, 0, -4 * (24 + static_cast<int32_t>(delay)))};
    CHECK(the_same({until_set(data) + done, uses_l1 + later + uses_l1 + set(data) + done}, zero) > 500);
  }
}

TEST_CASE("what only looks like a poll is none") {
  bench& on = benches->asleep_apart;
  // T0 polls a semaphore and a word of its data RAM, which T1 writes by the slow path; or a word of L1 in its data cache.
  for (const uint32_t other : {local, data}) {
    const uint32_t as_seen_by_t1 = other == local ? slow_path + 0x4000 : data;
    if (other == data) on.set_l1(data, 0);
    on.start(t0, li(11, other) + li(13, semaphore2) + words{sw(0, 11), asm_fence} +
                     words{lw(12, 11), asm_branch("bne", 12, 0, 12), lw(14, 13), asm_branch("beq", 14, 0, -12), asm_ebreak});
    on.start(t1, li(11, as_seen_by_t1) + li(10, 1) + wait_rounds(500) + words{sw(10, 11), asm_ebreak});
    CHECK(on.run(100'000));
    CHECK(on.x(t0, 12) == 1);
  }
}

TEST_CASE("a loop that counts, takes or waits for a time is no poll, and ends by itself") {
  const preparation zero = [](bench& on) {
    clean(on);
    on.set_l1(data, 0);
  };
  // So many rounds at most, down or up, in a register or in memory; nobody ever sets the word.
  const words look{asm_fence, lw(12, 11)};
  CHECK(the_same(
            {li(11, data) + li(9, 700) +
             words{asm_i("addi", 9, 9, -1), asm_branch("beq", 9, 0, 16), asm_fence, lw(12, 11), asm_branch("beq", 12, 0, -16)} +
             done},
            zero) == 0);
  CHECK(benches->asleep.x(t0, 9) == 0);
  CHECK(the_same({li(11, semaphore2) + li(13, stack) + li(10, 700) + words{sw(0, 13)} +
                  branch_back({lw(12, 11), lw(9, 13), asm_i("addi", 9, 9, 1), sw(9, 13), asm_branch("bne", 12, 0, 8)}, "bne", 9,
                              10) +
                  done},
                 zero) == 0);
  CHECK(benches->asleep.x(t0, 9) == 700);
  // The clock, as a register of tile control and as a CSR.
  for (const bool csr : {false, true}) {
    bench& on = benches->asleep_apart;
    const uint64_t from = now_cycle();
    const uint32_t read = csr ? asm_csr("csrrs", 12, 0xb00, 0) : lw(12, 11);
    on.start(t0, li(11, clock_low) + li(9, static_cast<uint32_t>(from + 50'000)) + branch_back({read}, "blt", 12, 9) + done);
    CHECK(on.run());
    CHECK(on.cores->core(t0).stopped_in() > from + 50'000);
    CHECK(on.cores->core(t0).stopped_in() < from + 50'000 + 60);
  }
  // A message taken from a mailbox, again and again, until it is another one.
  const words takes = li(11, mailbox_from_t1) + branch_back({lw(12, 11)}, "beq", 12, 0) + words{asm_ebreak},
              sends = li(11, 0xFFEC1000) + li(9, 300) + branch_back({sw(0, 11), asm_i("addi", 9, 9, -1)}, "bne", 9, 0) +
                      li(10, 1) + words{sw(10, 11)} + done;
  the_same({takes, sends}, zero);
  CHECK(benches->asleep.x(t0, 12) == 1);
}

TEST_CASE("a poll that overtakes pushes for which there is no room is one as well, in the same cycles") {
  constexpr uint32_t tt_nop = 0x02000000, seminit_4_5 = 0xa3f000c0, semwait_4 = 0xa6ff8041;
  constexpr uint32_t gate = semaphore_base + 16, flag = semaphore_base + 20;
  for (unsigned pushes = 24; pushes < 32; ++pushes)  // the FIFO takes 27 behind the SEMWAIT, the store queue 4
    for (unsigned delay = 0; delay < 6; ++delay) {
      CAPTURE(pushes, delay);
      // T0's thread waits for a semaphore, and its pushes pile up; it polls another one, and waits for all it has pushed. T1 lets the
      // thread go, and then ends the poll.
      const words poll =
          li(11, flag) + li(13, instruction_fifo) + li(14, tt_nop) + li(15, ttsync_other - 8) +
          words{asm_ttinsn(seminit_4_5), asm_ttinsn(semwait_4)} + nops(20) + words(pushes, sw(14, 13)) +
          words{lw(12, 11), asm_i("andi", 12, 12, 1), asm_branch("beq", 12, 0, -8), lw(12, 15), use(12), asm_ebreak};
      const words setter = li(11, flag) + li(12, gate) + wait_rounds(300) + nops(delay) + words{sw(0, 12)} + nops(5 * delay) +
                           words{sw(0, 11)} + done;
      // Left open: to whose account the round belongs in which a store leaves the queue.
      CHECK(the_same(
                {poll, setter}, [](bench&) {}, pushes < 30) > 300);
    }
}

TEST_CASE("a core that only polls ends the run, and says what it polls") {
  bench& on = benches->asleep_apart;
  for (const bool with_fence : {true, false}) {
    on.set_l1(data, 0);
    on.start(t0, li(11, data) + words{with_fence ? asm_fence : nop, lw(12, 11), asm_branch("beq", 12, 0, -8), asm_ebreak});
    CHECK(!on.run(100'000'000));
    CHECK(now_cycle() < 100'000'000);
    INFO(on.cores->who_waits());
    CHECK(on.cores->who_waits().find("RISC-V T0 polls 0x000800c0 (L1) at pc 0x1000c") != std::string::npos);
    on.set_l1(data, 1);
    on.tile->note_l1_written(data, 4);
    CHECK(on.run());
  }
}

int sc_main(int argc, char** argv) {
  benches = std::make_unique<benches_t>();
  for (bench* on : {&benches->awake, &benches->awake_apart})
    for (unsigned i = 0; i < 4; ++i) on->cores->core(i).set_sleeps_in_polls(false);
  for (bench* on : {&benches->asleep_apart, &benches->awake_apart}) on->cores->core(t0).set_run_ahead(0);
  const int failed = run_test_cases(argc, argv);
  benches.reset();
  return failed;
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
