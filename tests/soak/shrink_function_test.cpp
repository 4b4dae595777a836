// SPDX-License-Identifier: Apache-2.0
// What is left of a failing program is what fails, and no more.
#include "catch.h"
#include "tests/soak/generator.h"
#include "tests/soak/shrink.h"

using namespace tensix;
using namespace tensix::soak;

namespace {

size_t directives(const program& p) {
  size_t n = 0;
  for (const auto& core : p.core) n += core.size();
  return n;
}

bool has_word(const program& p, unsigned core, uint32_t word) {
  for (const directive& d : p.core[core])
    for (const uint32_t w : d.words)
      if (w == word) return true;
  return false;
}

}  // namespace

TEST_CASE("one word that fails is all that is left") {
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    program p = generate(seed);
    constexpr uint32_t wrong = 0xdeadbeef;
    for (directive& d : p.core[1])
      if (!d.words.empty()) {
        d.words.insert(d.words.begin() + static_cast<std::ptrdiff_t>(d.words.size() / 2), wrong);
        break;
      }
    REQUIRE(has_word(p, 1, wrong));
    const program least = shrink(p, [&](const program& q) { return has_word(q, 1, wrong); });
    CHECK(directives(least) == 1);
    CHECK(instructions_pushed(least) == 1);
    CHECK(least.memory.empty());
    CHECK(least.seed == p.seed);
  }
}

TEST_CASE("two things of two cores that fail together stay, in their order") {
  program p;
  for (uint32_t i = 0; i < 200; ++i)
    for (unsigned core = 0; core < stream_cores; ++core) {
      directive d;
      d.kind = step::kind_t::store;
      d.address = 4 * i;
      d.value = core;
      d.group = i % 3 == 0 ? 1 + i : 0;
      p.core[core].push_back(d);
    }
  const auto stores_to = [](const program& q, unsigned core, uint32_t address) {
    for (const directive& d : q.core[core])
      if (d.address == address) return true;
    return false;
  };
  const auto fails = [&](const program& q) {
    return stores_to(q, 0, 4 * 30) && stores_to(q, 2, 4 * 31) && stores_to(q, 2, 4 * 99);
  };
  const program least = shrink(p, fails);
  CHECK(fails(least));
  CHECK(directives(least) == 3);
  REQUIRE(least.core[2].size() == 2);
  CHECK(least.core[2][0].address == 4 * 31);
}

TEST_CASE("groups stay whole where only they may go") {
  program p = generate(3);
  const auto of_group = [](const program& q, unsigned group) {
    size_t n = 0;
    for (const auto& core : q.core)
      for (const directive& d : core) n += d.group == group;
    return n;
  };
  unsigned group = 0;
  for (const directive& d : p.core[0])
    if (d.group != 0 && of_group(p, d.group) > 3) group = d.group;
  REQUIRE(group != 0);
  const program least = shrink(
      p, [&](const program& q) { return of_group(q, group) > 0; }, cuts::groups);
  CHECK(of_group(least, group) == of_group(p, group));
  CHECK(directives(least) == of_group(p, group));
}

TEST_CASE("of memory, what matters stays where it is") {
  program p;
  p.memory = {{0x1000, std::vector<uint32_t>(500)}, {0x8000, std::vector<uint32_t>(3)}};
  for (uint32_t i = 0; i < 500; ++i) p.memory[0].words[i] = i;
  const auto at = [](const program& q, uint32_t address) -> uint32_t {
    for (const memory_fill& m : q.memory)
      if (address >= m.address && address < m.address + 4 * m.words.size()) return m.words[(address - m.address) / 4];
    return ~0u;
  };
  const program least = shrink(p, [&](const program& q) { return at(q, 0x1000 + 4 * 321) == 321; });
  REQUIRE(least.memory.size() == 1);
  CHECK(least.memory[0].words.size() == 8);
  CHECK(at(least, 0x1000 + 4 * 321) == 321);
}

TEST_CASE("nothing is tried more often than allowed, and what does not fail stays whole") {
  const program p = generate(7);
  unsigned tries = 0;
  const program same = shrink(
      p, [&](const program&) { return ++tries, false; }, cuts::everything, 50);
  CHECK(tries == 50);
  CHECK(directives(same) == directives(p));
  CHECK(instructions_pushed(same) == instructions_pushed(p));
}
