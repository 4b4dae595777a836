// SPDX-License-Identifier: Apache-2.0
// The queue of the unpackers against a std::deque.
#include "models/unpacker/ring.h"

#include <deque>
#include <random>
#include <vector>

#include "catch.h"
#include "tests/seed.h"

using namespace tensix;

TEST_CASE("a ring is a queue of fixed capacity") {
  std::mt19937 random(seeded(815));
  for (const size_t capacity : {1, 2, 3, 8, 66}) {
    ring<int> queue(capacity);
    std::deque<int> expected;
    for (int turn = 0; turn < 2000; ++turn) {
      REQUIRE(queue.empty() == expected.empty());
      REQUIRE(queue.full() == (expected.size() == capacity));
      if (random() % 2 && !queue.full()) {
        queue.push() = turn;
        expected.push_back(turn);
      } else if (!queue.empty()) {
        REQUIRE(queue.front() == expected.front());
        queue.pop_front();
        expected.pop_front();
      }
      std::vector<int> in_order;
      for (const int x : queue) in_order.push_back(x);
      REQUIRE(in_order == std::vector<int>(expected.begin(), expected.end()));
    }
  }
}

TEST_CASE("a ring hands out what was given back last, as it was left and where it was") {
  ring<int> queue(3);
  int* const first = &queue.push();
  int* const second = &queue.push();
  *first = 7;
  *second = 8;
  queue.pop_front();
  CHECK(&queue.push() == first);
  CHECK(*first == 7);
  queue.pop_front();
  queue.pop_front();
  CHECK(&queue.push() == first);
  CHECK(&queue.push() == second);
  CHECK(*second == 8);
}
