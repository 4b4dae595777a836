// SPDX-License-Identifier: Apache-2.0
// What an account tells is what it counts.
#include <array>

#include "catch.h"
#include "models/observe/account.h"

using namespace tensix;

namespace account_test {
namespace {

struct listener : observer {
  std::array<uint64_t, static_cast<int>(stall_reason::count)> cycles{};
  uint64_t last = 0;
  void counted(const char*, stall_reason why, uint64_t from, uint64_t to) override {
    CHECK(from >= last);
    CHECK(to > from);
    last = to;
    cycles[static_cast<size_t>(why)] += to - from;
  }
};

void check_equal(const account& a, const listener& l) {
  CHECK(a.busy_cycles() == l.cycles[0]);
  for (int i = 1; i < static_cast<int>(stall_reason::count); ++i)
    CHECK(a.stall_cycles(static_cast<stall_reason>(i)) == l.cycles[static_cast<size_t>(i)]);
}

}  // namespace

TEST_CASE("losses are taken from the end of their stretch, never from what was told before") {
  account a;
  listener l;
  a.report_to(&l, "unit");
  a.busy(0, 10);
  a.busy_but(8, 20, {{stall_reason::l1_port, 3}, {stall_reason::l1_bank_conflict, 2}});  // [10, 20): 5 busy
  CHECK(a.busy_cycles() == 15);
  CHECK(a.stall_cycles(stall_reason::l1_port) == 3);
  CHECK(a.stall_cycles(stall_reason::l1_bank_conflict) == 2);
  a.busy_but(20, 24, {{stall_reason::l1_port, 3}, {stall_reason::l1_bank_conflict, 9}});  // more lost than there was
  CHECK(a.busy_cycles() == 15);
  CHECK(a.stall_cycles(stall_reason::l1_port) == 6);
  CHECK(a.stall_cycles(stall_reason::l1_bank_conflict) == 3);
  a.busy_but(22, 24, {{stall_reason::l1_port, 1}});  // all of it counted before
  CHECK(a.stall_cycles(stall_reason::l1_port) == 6);
  a.close(30);
  CHECK(a.idle_cycles() == 6);
  check_equal(a, l);
}

TEST_CASE("a state is told when it ends, or is settled") {
  account a;
  listener l;
  a.report_to(&l, "unit");
  a.enter(stall_reason::none, 5);
  a.settle(15, {{stall_reason::throttle_arbitration, 4}});
  a.enter(stall_reason::none, 16);  // goes on
  a.enter(stall_reason::srca_owned_by_matrix_unit, 18);
  a.settle(20, {{stall_reason::throttle_arbitration, 1}});  // waits: nothing is lost of it
  a.close(25);
  CHECK(a.busy_cycles() == 9);
  CHECK(a.stall_cycles(stall_reason::throttle_arbitration) == 4);
  CHECK(a.stall_cycles(stall_reason::srca_owned_by_matrix_unit) == 7);
  CHECK(a.idle_cycles() == 5);
  check_equal(a, l);
}

}  // namespace account_test
