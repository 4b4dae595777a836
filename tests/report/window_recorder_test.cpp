// SPDX-License-Identifier: Apache-2.0
// The timeline's window: which one is chosen, what is clipped, and that it stays bounded.
#include "pages/run/window_recorder.h"

#include <algorithm>

#include "catch.h"
#include "models/isa/isa.h"

using namespace tensix;

namespace {

window_recorder recorder(std::optional<uint64_t> from, std::optional<uint64_t> cycles) {
  window_recorder r(from, cycles);
  r.introduced("t0", account_of::thread);
  r.introduced("matrix_unit", account_of::unit);
  r.introduced("sync_unit", account_of::unit);
  return r;
}

}  // namespace

TEST_CASE("the chosen window lies in the run and begins before its middle") {
  for (uint64_t end : {1u, 9u, 10u, 19u, 20u, 21u, 39u, 40u, 79u, 80u, 81u, 1000u, 5119u, 5120u, 123456u}) {
    CAPTURE(end);
    window_recorder r = recorder({}, 10);
    for (uint64_t c = 0; c < end; ++c) r.counted("t0", c % 2 ? stall_reason::none : stall_reason::stallwait, c, c + 1);
    r.counted("matrix_unit", stall_reason::unit_busy, 0, end + 5);  // told late, and reaching beyond the end
    const auto w = r.finish(end);
    CHECK(w.to == std::min(w.from + 10, end));
    if (end >= 20) {
      CHECK(w.from <= end / 2);
      CHECK(4 * w.from > end - 4);
    } else {
      CHECK(w.from == 0);
    }
    CHECK_FALSE(w.cut);
    CHECK(w.rows[0].states.size() == w.to - w.from);
    REQUIRE(w.rows[1].states.size() == 1);
    CHECK(w.rows[1].states[0].from == w.from);
    CHECK(w.rows[1].states[0].to == w.to);
  }
}

TEST_CASE("instructions stand in the row of their thread and of the unit that works on them") {
  window_recorder r = recorder(100, 50);
  const uint32_t multiply = word_of(opcode::MVMUL), post = word_of(opcode::SEMPOST);
  const auto work = [&r](const char* unit, int thread, uint32_t word, uint64_t issued, uint64_t from, uint64_t to) {
    r.issued({static_cast<unsigned>(std::max(thread, 0)), word, issued, 0}, issued + 1);
    r.executed(unit, thread, word, issued, from, to);
  };
  work("matrix_unit", 0, multiply, 99, 99, 100);
  for (uint64_t c = 100; c < 110; ++c) work("matrix_unit", 0, multiply, c, c, c + 1);
  work("sync_unit", 0, post, 110, 110, 111);
  work("sync_unit", 1, post, 110, 112, 113);  // a thread without a row
  r.executed("sync_unit", -1, post, 120, 120, 130);
  work("matrix_unit", 0, multiply, 150, 150, 151);
  const auto w = r.finish(1000);
  CHECK(w.from == 100);
  CHECK(w.to == 150);
  REQUIRE(w.rows[0].instructions.size() == 2);
  CHECK(w.rows[0].instructions[0].to == 110);
  CHECK(w.rows[0].instructions[1].what == post);
  REQUIRE(w.rows[1].instructions.size() == 1);
  CHECK(w.rows[1].instructions[0].times == 10);
  CHECK(w.rows[1].instructions[0].issued == 100);
  REQUIRE(w.rows[2].instructions.size() == 3);
  CHECK(w.rows[2].instructions[1].from == 112);
  CHECK(w.rows[2].instructions[1].issued == 110);
  CHECK(w.rows[2].instructions[1].thread == 1);
  CHECK(w.rows[2].instructions[2].thread == window_recorder::no_thread);
}

TEST_CASE("what an instruction works with stays with it, and keeps it apart from others") {
  window_recorder r = recorder(0, 100);
  const uint32_t multiply = word_of(opcode::MVMUL);
  const auto work = [&](uint64_t cycle, const work_details* with) {
    if (with) r.works_with("matrix_unit", *with);
    r.executed("matrix_unit", 0, multiply, cycle, cycle, cycle + 1);
  };
  const work_details bank0{0, 0, 0, 0}, bank1{0, 0, 1, 0}, first{0x200, 64, -1, -1}, second{0x240, 64, -1, -1};
  work(1, &bank0), work(2, &bank0), work(3, &bank1), work(4, &first), work(5, &second), work(6, &first), work(7, nullptr);
  const auto slices = r.finish(100).rows[1].instructions;
  REQUIRE(slices.size() == 6);
  CHECK(slices[0].times == 2);
  CHECK(slices[1].with.srca_bank == 1);
  CHECK(slices[2].with.address == 0x200);
  CHECK(slices[3].wraps == 0);
  CHECK(slices[4].wraps == 1);  // back at the first address
  CHECK(slices[5].with.bytes == 0);
  const auto moved = r.movements();
  REQUIRE(moved.size() == 1);
  CHECK(moved[0].name == "matrix_unit");
  CHECK(moved[0].last_address == 0x200);
  CHECK(moved[0].wraps == 1);
}

TEST_CASE("an instruction that is not done when its unit takes the next of the thread ends there") {
  window_recorder r = recorder(0, 100);
  r.executed("sync_unit", 0, word_of(opcode::SEMPOST), 10, 10, 15);
  r.executed("sync_unit", 1, word_of(opcode::SEMPOST), 11, 11, 16);  // another thread's goes on
  r.executed("sync_unit", 0, word_of(opcode::SEMGET), 12, 12, 17);
  const auto slices = r.finish(100).rows[2].instructions;
  REQUIRE(slices.size() == 3);
  CHECK(slices[0].to == 12);
  CHECK(slices[1].to == 16);
  CHECK(slices[2].to == 17);
}

TEST_CASE("without a wish: the whole run if it has few slices, else a window") {
  for (const uint64_t slices : {window_recorder::most_slices, window_recorder::most_slices + 1}) {
    CAPTURE(slices);
    window_recorder r = recorder({}, {});
    for (uint64_t c = 0; c < slices; ++c) r.counted("t0", c % 2 ? stall_reason::none : stall_reason::stallwait, c, c + 1);
    const auto w = r.finish(slices);
    CHECK(w.whole == (slices == window_recorder::most_slices));
    CHECK(w.to - w.from == (w.whole ? slices : window_recorder::default_cycles));
    CHECK(w.rows[0].states.size() == w.to - w.from);
  }
}

TEST_CASE("where a window ends, alike instructions are counted as far as they go") {
  window_recorder r = recorder(0, 25);
  for (uint64_t c = 1; c < 40; c += 2) r.executed("matrix_unit", 0, word_of(opcode::MVMUL), c, c, c + 2);
  const auto slices = r.finish(20).rows[1].instructions;
  REQUIRE(slices.size() == 1);
  CHECK(slices[0].to == 20);
  CHECK(slices[0].times == 10);
}

TEST_CASE("a window with too many slices is halved until they fit") {
  window_recorder r = recorder(0, 1 << 20);
  for (uint64_t c = 0; c < 1 << 20; ++c) r.counted("t0", c % 2 ? stall_reason::none : stall_reason::stallwait, c, c + 1);
  const auto w = r.finish(1 << 20);
  CHECK(w.cut);
  CHECK(w.to == 1 << 14);
  CHECK(w.rows[0].states.size() == 1 << 14);
  CHECK(w.rows[0].states.size() <= window_recorder::most_slices);
}

TEST_CASE("a run that ends before the window leaves it empty") {
  window_recorder r = recorder(100, 50);
  r.counted("t0", stall_reason::none, 0, 10);
  const auto w = r.finish(10);
  CHECK(w.from == 100);
  CHECK(w.to == 100);
}
