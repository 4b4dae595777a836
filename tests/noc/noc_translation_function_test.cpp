// SPDX-License-Identifier: Apache-2.0
// Translation of coordinates against the documentation's algorithm, written from the words of the registers.
#include <array>
#include <random>
#include <set>

#include "catch.h"
#include "tests/noc/niu.h"
#include "tests/seed.h"

using namespace tensix;
using namespace noc_tests;

namespace noc_translation_test {
namespace {

struct words {
  std::array<uint32_t, 6> x{}, y{}, dram{};
  uint32_t column_mask = 0, row_mask = 0, column_swap = 0;
};

// Six entries of five bits in each register.
uint32_t entry(const std::array<uint32_t, 6>& table, uint32_t n) { return table[n / 6] >> 5 * (n % 6) & 31; }

uint32_t translated(const words& w, uint32_t x, uint32_t y) {
  std::set<uint32_t> dram_columns;
  if (w.dram[5] & 1u << 10) dram_columns.insert(9);
  if (w.dram[5] & 1u << 11) dram_columns.insert(0);
  const uint32_t x5 = x % 32, y5 = y % 32;
  const bool swap = w.column_swap & 1u << y5, keep_x = w.row_mask & 1u << y5, keep_y = w.column_mask & 1u << x5;
  uint32_t to_x = x, to_y = y;
  if (swap && dram_columns.count(x5 ^ 9)) to_x = x5 ^ 9;
  else if (!keep_x) to_x = entry(w.x, x5);
  if (dram_columns.count(x5)) to_y = entry(w.dram, y5);
  else if (!keep_y) to_y = entry(w.y, y5);
  return xy(to_x, to_y);
}

std::array<uint32_t, 6> table(std::mt19937& random, uint32_t below) {
  std::array<uint32_t, 6> t{};
  for (uint32_t n = 0; n < 32; ++n) t[n / 6] |= (random() % below) << 5 * (n % 6);
  return t;
}
}  // namespace

TEST_CASE("any tables, masks and columns of DRAM", "[noc]") {
  std::mt19937 random(seeded(17));
  const auto chip = std::make_shared<const noc_grid>();
  unsigned compared = 0;
  for (unsigned round = 0; round < 200; ++round) {
    niu n(round % 2, {1, 2}, chip, true);
    const auto word = [&] { return static_cast<uint32_t>(random()); };
    words w{table(random, 17), table(random, 12), table(random, 12), word(), word(), word()};
    w.dram[5] |= (random() % 4) << 10;
    for (uint32_t k = 0; k < 6; ++k) {
      n.registers.store("b", 0x118 + 4 * k, w.x[k]);
      n.registers.store("b", 0x130 + 4 * k, w.y[k]);
      n.registers.store("b", 0x158 + 4 * k, w.dram[k]);
    }
    n.registers.store("b", 0x150, w.column_mask);
    n.registers.store("b", 0x154, w.row_mask);
    n.registers.store("b", 0x170, w.column_swap);
    for (unsigned k = 0; k < 40; ++k) {
      // Columns of DRAM and what they change places with as often as others; numbers beyond 31 now and then.
      const uint32_t x = random() % 2 ? (random() % 2 ? 0 : 9) : random() % (random() % 8 ? 32 : 64), y = random() % 32;
      n.write(0, 0, xy(x, y), 0, 16, 0);
      if (!n.issue(0)) continue;  // no tile stands there
      CHECK(n.load(0, reg::ret_hi) == translated(w, x, y));
      n.registers.accepted(0);
      ++compared;
    }
  }
  CHECK(compared > 1000);
}

}  // namespace noc_translation_test
