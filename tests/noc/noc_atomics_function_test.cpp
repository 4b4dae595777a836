// SPDX-License-Identifier: Apache-2.0
// Atomic operations of a NoC against the ISA documentation's text.
#include "models/noc_interface/noc_atomics_function.h"

#include <array>
#include <cstring>
#include <random>

#include "catch.h"
#include "tests/seed.h"

using namespace tensix;

namespace noc_atomics_test {
namespace {

using line = std::array<uint32_t, 4>;

struct fixture {
  std::mt19937 random{seeded(5)};
  diagnostics diagnose;
  line before{}, after{};
  uint32_t result = 0;

  // On words that are small as often as not, so that comparisons succeed.
  void run(uint32_t operands, uint32_t data, uint32_t word) {
    for (auto& w : before) w = random() % 2 ? random() % 16 : random();
    noc_packet p;
    p.kind = noc_packet_kind::atomic;
    p.address = 0x1000 + 16 * (random() % 100) + 4 * word;
    p.atomic = static_cast<uint16_t>(operands);
    p.atomic_data = data;
    after = before;
    result = noc_atomic(p, reinterpret_cast<uint8_t*>(after.data()), diagnose, "noc");
    CHECK(result == before[word]);
  }
  void only(uint32_t word, uint32_t value) {
    line expected = before;
    expected[word] = value;
    CHECK(after == expected);
  }
};
}  // namespace

TEST_CASE_METHOD(fixture, "increment of the low bits of a word", "[noc]") {
  for (unsigned n = 0; n < 500; ++n) {
    const uint32_t at = random() % 4, width = random() % 32, by = random() % 3 ? random() % 9 : random();
    run(1u << 12 | width << 2 | at, by, random() % 4);
    const uint64_t modulus = uint64_t{1} << (width + 1);
    only(at, static_cast<uint32_t>(before[at] / modulus * modulus + (before[at] + uint64_t{by}) % modulus));
  }
  run(1u << 12 | 31 << 2, 0xFFFFFFFF, 0);
  only(0, before[0] - 1);
  CHECK_FALSE(diagnose.any());
}

TEST_CASE_METHOD(fixture, "compare and swap of small numbers", "[noc]") {
  unsigned swapped = 0;
  for (unsigned n = 0; n < 500; ++n) {
    const uint32_t at = random() % 4, is = random() % 16, becomes = random() % 16;
    run(4u << 12 | becomes << 6 | is << 2 | at, random(), random() % 4);
    only(at, before[at] == is ? becomes : before[at]);
    swapped += before[at] == is;
  }
  CHECK(swapped > 5);
  CHECK_FALSE(diagnose.any());
}

TEST_CASE_METHOD(fixture, "swaps: chosen halves, or a word by either index", "[noc]") {
  for (unsigned n = 0; n < 300; ++n) {
    const uint32_t mask = random() % 256, data = random(), at = random() % 4;
    run(3u << 12 | mask << 2, data, at);
    line expected = before;
    for (unsigned half = 0; half < 8; ++half)
      if (mask & 1u << half) {
        const uint32_t shift = 16 * (half % 2), keep = 0xFFFFu << (16 - shift);
        expected[half / 2] = (expected[half / 2] & keep) | (data & ~keep);
      }
    CHECK(after == expected);
    run(6u << 12 | 1 << 2 | at, data, random() % 4);
    only(at, data);
    run(7u << 12 | at << 2, data, random() % 4);
    only(at, data);
  }
  CHECK_FALSE(diagnose.any());
}

TEST_CASE_METHOD(fixture, "operations that no page describes are reported and change nothing", "[noc]") {
  unsigned reported = 0;
  for (uint32_t operation : {0, 2, 5, 8, 9, 10, 15}) {
    run(operation << 12 | 31 << 2, 3, 1);
    CHECK(after == before);
    CHECK(diagnose.reports().size() == ++reported);
    CHECK_THAT(diagnose.reports().back().text, Contains("operation " + std::to_string(operation) + " "));
  }
  run(6u << 12, 3, 1);  // without its bit 2
  CHECK(after == before);
  CHECK_THAT(diagnose.reports().back().text, Contains("operation 6 (indirect store)"));
}

}  // namespace noc_atomics_test
