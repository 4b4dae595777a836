// SPDX-License-Identifier: Apache-2.0
// The wait gate: STALLWAIT, SEMWAIT, what they hold back and for how long.
// Source: ISA documentation, STALLWAIT, SEMWAIT, SyncUnit.
#include "catch.h"
#include "timing/scenario.h"

using namespace tensix;
using namespace tensix::timing;

namespace gate_timing_test {
namespace {

constexpr uint32_t satisfied = until::scalar_done;  // nothing is ever on the way in the scalar unit here

// Instructions between the marks; result: from the cycle in which the gate presents the first to the first in which the thread
// has nothing on the way. Instructions without effect (one cycle each) make the last one's cycle visible.
uint64_t cycles_of(const words& w, const arguments& args = {}) { return span_of(scenario().settle(), w, args); }

// Thread 0 unpacks `bytes` at x1 and then executes `words`. Results: `end` - (cycle in which the unpacker is done).
int64_t after_unpack(const std::vector<uint32_t>& words, uint32_t bytes, const arguments& extra = {}) {
  arguments args{"--config", "documented"};
  args.insert(args.end(), extra.begin(), extra.end());
  const parameter_values p(args);
  scenario s;
  unpack_setup u;
  u.datums = bytes / 2;
  configure(s, u);
  s.mark("begin").push(unpacr(0));
  for (uint32_t w : words) s.push(w);
  s.sync().mark("end");
  const run_result r = s.run(args);
  const uint64_t done =
      r.mark("begin") + p.to_gate() + p("unpacker.address_phase_cycles") + bytes / 16 + p("unpacker.pipeline_latency_cycles");
  return static_cast<int64_t>(r.mark("end")) - static_cast<int64_t>(done + p.sync_load());
}

}  // namespace

TEST_CASE("a STALLWAIT whose condition holds keeps its thread for two cycles", "[gate]") {
  const uint32_t wait = word::stallwait(block_all, satisfied);
  CHECK(cycles_of({no_effect}) == 1);
  CHECK(cycles_of({no_effect, no_effect}) == 2);
  CHECK(cycles_of({wait, no_effect}) == 3);  // latched in g, met in g + 1, unblocked one cycle later: g + 2
  CHECK(cycles_of({wait, wait, wait, no_effect}) == 7);
  CHECK(cycles_of({wait, no_effect, wait, no_effect}) == 6);
}

TEST_CASE("the lag from met to unblocked is a parameter", "[gate]") {
  const uint32_t wait = word::stallwait(block_all, satisfied);
  for (unsigned lag : {0u, 1u, 2u, 6u}) {
    CAPTURE(lag);
    CHECK(cycles_of({wait, no_effect}, {"--set", "frontend.wait_lag_cycles=" + std::to_string(lag)}) == 2 + lag);
  }
}

TEST_CASE("instructions outside the block mask pass a latched wait", "[gate]") {
  // The misc unit belongs to B0 (TDMA): a wait that blocks only the matrix unit does not hold it.
  const uint32_t math_only = word::stallwait(block::math, satisfied), tdma = word::stallwait(block::tdma, satisfied);
  REQUIRE((block_bits(no_effect) & block::math) == 0);
  REQUIRE((block_bits(no_effect) & block::tdma) != 0);
  CHECK(cycles_of({math_only, no_effect}) == 2);
  CHECK(cycles_of({tdma, no_effect}) == 3);
  // NOP belongs to no unit: only all nine bits hold it.
  CHECK(cycles_of({word::stallwait(block_all, satisfied), word::nop}) == 3);
  CHECK(cycles_of({word::stallwait(block_all & ~block::vector, satisfied), word::nop}) == 2);
  // No block bit at all stands for the matrix unit.
  CHECK(cycles_of({word::stallwait(0, satisfied), no_effect}) == 2);
  CHECK(cycles_of({word::stallwait(0, satisfied), clear_dvalid(0)},
                  {"--set", "matrix_unit.drain_cycles=0", "--set", "frontend.ttsync_lag_cycles=0"}) == 3);
}

TEST_CASE("every unit's instructions are held by their block bits and by no others", "[gate]") {
  struct row {
    uint32_t word, bits;
  };
  const row rows[] = {{no_effect, block::tdma},
                      {word::sempost(3), block::sync},
                      {word_of(opcode::DMANOP), block::tdma | block::scalar},
                      {word::rmwcib(0, cfg::THCON_SEC0_REG6_Source_address.word, 0, 0), block::config}};
  for (const row& r : rows) {
    CAPTURE(disassemble(r.word));
    const uint64_t alone = cycles_of({r.word});
    for (unsigned bit = 0; bit < 9; ++bit) {
      CAPTURE(bit);
      CHECK(cycles_of({word::stallwait(1u << bit, satisfied), r.word}) == alone + ((1u << bit) & r.bits ? 2 : 1));
    }
  }
}

TEST_CASE("a wait for an unpacker ends one cycle after it is done, not sooner and not later", "[gate]") {
  // done: the first cycle in which nothing of the thread is in the unpacker. The blocked instruction passes in done + 1 and the
  // thread is free in done + 2; an instruction that is not blocked has passed long before.
  for (uint32_t bytes : {64u, 80u, 512u, 1024u}) {
    CAPTURE(bytes);
    CHECK(after_unpack({}, bytes) == 0);
    CHECK(after_unpack({word::stallwait(block_all, until::unpacker0_done), no_effect}, bytes) == 2);
    CHECK(after_unpack({word::stallwait(block::math, until::unpacker0_done), no_effect}, bytes) == 0);
    // The other unpacker has nothing to do: satisfied at once.
    CHECK(after_unpack({word::stallwait(block_all, until::unpacker1_done), no_effect}, bytes) == 0);
    CHECK(after_unpack({word::stallwait(block_all, until::unpacker0_done | until::unpacker1_done), no_effect}, bytes) == 2);
  }
  for (unsigned lag : {0u, 3u})
    CHECK(after_unpack({word::stallwait(block_all, until::unpacker0_done), no_effect}, 512,
                       {"--set", "frontend.wait_lag_cycles=" + std::to_string(lag)}) == 1 + lag);
}

TEST_CASE("a second wait waits for the first, whatever their masks", "[gate]") {
  const uint32_t first = word::stallwait(block::math, until::unpacker0_done);
  const uint32_t second = word::stallwait(block::tdma, satisfied);
  // First met in done; second latched in done + 1, met in done + 2, its instruction passes in done + 3.
  CHECK(after_unpack({first, second, no_effect}, 512) == 4);
  CHECK(after_unpack({first, no_effect}, 512) == 0);
  CHECK(after_unpack({second, no_effect}, 512) == 0);
  // Behind the second wait, what it does not block passes in done + 2.
  CHECK(after_unpack({first, second, word::nop}, 512) == 3);
}

TEST_CASE("SEMWAIT is woken by another thread's SEMPOST, to the cycle", "[gate]") {
  const unsigned latency = GENERATE(1u, 2u, 5u);
  const unsigned lag = GENERATE(0u, 1u, 4u);
  const unsigned delay = GENERATE(100u, 101u, 137u);
  const arguments args{"--set", "sync_unit.latency_cycles=" + std::to_string(latency), "--set",
                       "frontend.wait_lag_cycles=" + std::to_string(lag)};
  const parameter_values p(args);
  CAPTURE(latency, lag, delay);
  scenario s;
  s.push(word::seminit(2, 3)).settle();
  s.thread(1).delay(60).push(word::semwait(block_all, 2, until::not_zero)).push(no_effect).sync().mark("end");
  s.thread(0).delay(delay).mark("begin").push(word::sempost(2));
  const run_result r = s.run(args);
  // SEMPOST passes the gate, takes effect a latency later; the waiting gate sees it in that cycle, unblocks a lag later.
  const uint64_t passes = r.mark("begin") + p.to_gate() + latency + lag;
  CHECK(r.mark("end", 1) == passes + 1 + p.sync_load());
  CHECK(r.stall("threads", "t1", "semwait") > 0);
}

TEST_CASE("SEMWAIT on a full semaphore is woken by SEMGET", "[gate]") {
  const parameter_values p({});
  scenario s;
  s.push(word_of(opcode::SEMINIT) | insn::SEMINIT::sem_sel.place(1u << 2) | insn::SEMINIT::init_value.place(2) |
         insn::SEMINIT::max_value.place(2))
      .settle();
  s.thread(1).delay(60).push(word::semwait(block_all, 2, until::not_max)).push(no_effect).sync().mark("end");
  s.thread(0).delay(100).mark("begin").push(word::semget(2));
  const run_result r = s.run();
  CHECK(r.mark("end", 1) ==
        r.mark("begin") + p.to_gate() + p("sync_unit.latency_cycles") + p("frontend.wait_lag_cycles") + 1 + p.sync_load());
}

TEST_CASE("a RISC-V store to a semaphore wakes a SEMWAIT after its travel time", "[gate]") {
  const unsigned travel = GENERATE(1u, 4u);
  const arguments args{"--set", "riscv.store_travel_cycles=" + std::to_string(travel)};
  const parameter_values p(args);
  CAPTURE(travel);
  scenario s;
  s.push(word::seminit(2, 3)).settle();
  s.thread(1).delay(60).push(word::semwait(block_all, 2, until::not_zero)).push(no_effect).sync().mark("end");
  s.thread(0).delay(100).mark("begin").store(riscv_address::semaphores + 4 * 2, 0);
  const run_result r = s.run(args);
  CHECK(r.mark("end", 1) ==
        r.mark("begin") + travel + p("sync_unit.latency_cycles") + p("frontend.wait_lag_cycles") + 1 + p.sync_load());
}

TEST_CASE("STALLWAIT on a valid Src bank sees the hand-over in its cycle", "[gate]") {
  // The same comparison as for the unpacker being done: SrcA belongs to the matrix unit from `done` on (hand-over latency 1).
  const arguments args{"--config", "documented"};
  const parameter_values p(args);
  const unsigned latency = GENERATE(1u, 3u);
  scenario s;
  configure(s, {});
  const uint32_t wait_srca_valid = word::stallwait(block_all, 1u << 7);
  s.thread(1).push(wait_srca_valid).push(no_effect).sync().mark("end");
  s.thread(0).mark("begin").push(unpacr(0, true)).sync().mark("end");
  const run_result r = s.run({"--config", "documented", "--set", "hand_over.latency_cycles=" + std::to_string(latency)});
  const uint64_t done =
      r.mark("begin") + p.to_gate() + p("unpacker.address_phase_cycles") + 512 / 16 + p("unpacker.pipeline_latency_cycles");
  CHECK(r.mark("end", 1) == done - 1 + latency + p("frontend.wait_lag_cycles") + 1 + p.sync_load());
}

TEST_CASE("a SEMWAIT sees its own thread's SEMPOST, however long that takes", "[gate]") {
  // Semaphore 2 is full after the SEMPOST, so that the SEMWAIT holds the thread until the other one takes it away again.
  const unsigned latency = GENERATE(1u, 2u, 3u, 5u);
  const arguments args{"--set", "sync_unit.latency_cycles=" + std::to_string(latency)};
  const parameter_values p(args);
  CAPTURE(latency);
  scenario s;
  s.push(word::seminit(2, 1)).settle();
  s.thread(1)
      .delay(60)
      .push(word::sempost(2))
      .push(word::semwait(block_all, 2, until::not_max))
      .push(no_effect)
      .sync()
      .mark("end");
  s.thread(0).delay(200).mark("begin").push(word::semget(2));
  const run_result r = s.run(args);
  CHECK(r.mark("end", 1) == r.mark("begin") + p.to_gate() + latency + p("frontend.wait_lag_cycles") + 1 + p.sync_load());
}

}  // namespace gate_timing_test
