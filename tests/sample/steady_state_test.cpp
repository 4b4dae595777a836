// SPDX-License-Identifier: Apache-2.0
// When blocks repeat, and what is said of those that do not. No simulation.
#include "testbench/run/steady_state.h"

#include "catch.h"

using tensix::repetition;
using tensix::steady_state;

namespace {

// Blocks of these lengths, one after the other; one operand of four tiles a block, `gained` more in each.
struct blocks {
  explicit blocks(uint64_t program_period, uint64_t gained_ = 0) : state(program_period, {4}), gained(gained_) {}
  void add(uint64_t cycles) {
    cycle += cycles;
    delivered += 4 + gained;
    counted += cycles / 2;
    state.block_ended(cycle, {delivered}, {counted});
  }
  steady_state state;
  uint64_t gained, cycle = 0, delivered = 0, counted = 0;
};

}  // namespace

TEST_CASE("three equal periods behind the first are a period, not one block earlier") {
  for (const uint64_t period : {3u, 4u, 5u}) {
    blocks b(period);
    for (uint64_t i = 0; i < 4 * period; ++i) {
      INFO(period << " blocks, " << i << " have ended");
      CHECK(b.state.period().blocks() == 0);
      b.add(100 + i % period);
    }
    const repetition r = b.state.period();
    CHECK(r.from == 3 * period);
    CHECK(r.to == 4 * period);
    CHECK(r.cycles == 100 * period + period * (period - 1) / 2);
    CHECK(r.error == 1);
    CHECK(r.error_once == 0);
    b.add(200);
    CHECK(b.state.period().blocks() == 0);
  }
}

TEST_CASE("a period is a multiple of the program's, the shortest that repeats") {
  blocks b(2);
  for (unsigned i = 0; i < 40; ++i) b.add(100 + i % 3);
  CHECK(b.state.period().blocks() == 6);
}

TEST_CASE("what counts something else is no period, nor is what gains on the kernel") {
  blocks other(2);
  for (unsigned i = 0; i < 200; ++i) other.counted += i, other.add(100);
  CHECK(other.state.period().blocks() == 0);
  blocks gaining(2, 1);
  for (unsigned i = 0; i < 200; ++i) gaining.add(100);
  CHECK(gaining.state.period().blocks() == 0);
}

TEST_CASE("windows are bound by their range, and by the pace at which operands gain") {
  for (const uint64_t gained : {0u, 1u}) {
    blocks b(1, gained);
    for (unsigned i = 1; i <= 9 * 16; ++i) {
      CHECK(b.state.windows().blocks() == 0);
      b.add(i == 3 * 16 ? 110 : i == 5 * 16 ? 97 : 100);  // in the second window seen, and in the fourth
    }
    const repetition r = b.state.windows();
    CHECK(r.from == 16);
    CHECK(r.to == 144);
    CHECK(r.cycles == 8 * 1600 + 7);
    CHECK(r.error_once == 13);
    CHECK(r.error == 8 * 13 + (gained ? (8 * 1600 + 7 + 3) / 4 : 0));
    b.add(100);
    CHECK(b.state.windows().blocks() == 0);
  }
}
