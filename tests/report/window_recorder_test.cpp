// The timeline's window: which one is chosen, what is clipped, and that it stays bounded.
#include "testbench/report/window_recorder.h"

#include "catch.h"
#include "models/isa/isa.h"

using namespace tensix;

namespace {

window_recorder recorder(std::optional<uint64_t> from, uint64_t cycles) {
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

TEST_CASE("instructions stand in the row of their thread and of the unit that takes them") {
  window_recorder r = recorder(100, 50);
  const uint32_t multiply = word_of(opcode::MVMUL), post = word_of(opcode::SEMPOST);
  r.issued(0, multiply, 99);
  for (uint64_t c = 100; c < 110; ++c) r.issued(0, multiply, c);
  r.issued(0, post, 110);
  r.issued(1, post, 110);  // a thread without a row
  r.issued(0, multiply, 150);
  const auto w = r.finish(1000);
  CHECK(w.from == 100);
  CHECK(w.to == 150);
  REQUIRE(w.rows[0].instructions.size() == 2);
  CHECK(w.rows[0].instructions[0].to == 110);
  CHECK(w.rows[0].instructions[1].what == post);
  CHECK(w.rows[1].instructions.size() == 1);
  REQUIRE(w.rows[2].instructions.size() == 2);
  CHECK(w.rows[2].instructions[1].from == 110);
  CHECK(w.rows[2].instructions[1].thread == 1);
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
