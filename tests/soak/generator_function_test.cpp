// SPDX-License-Identifier: Apache-2.0
// Generated programs are defined, end, and end alike whoever is faster.
#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "catch.h"
#include "tests/alike.h"
#include "tests/functional/functional_machine.h"
#include "tests/soak/coverage.h"
#include "tests/soak/generator.h"
#include "tests/soak/legal.h"
#include "workload/streams/stream_file_function.h"

using namespace tensix;
using namespace tensix::soak;
using namespace tensix_tests;

namespace {

generator_options options_of(uint64_t seed) {
  generator_options o;
  if (seed % 4 == 3) o.topology = packer_topology::independent;
  return o;
}

// All that a program is, as a number.
uint64_t digest(const program& p) {
  uint64_t h = 0xcbf29ce484222325u;
  const auto add = [&h](uint64_t x) { h = (h ^ x) * 0x100000001b3u; };
  for (const memory_fill& f : p.memory) {
    add(f.address);
    for (const uint32_t w : f.words) add(w);
  }
  for (const auto& core : p.core)
    for (const directive& d : core) {
      for (const uint64_t x :
           {uint64_t{static_cast<uint8_t>(d.kind)}, uint64_t{d.address}, uint64_t{d.address2}, uint64_t{d.value},
            uint64_t{d.mask}, uint64_t{static_cast<uint8_t>(d.how)}, d.cycles, uint64_t{d.group}})
        add(x);
      for (const uint32_t w : d.words) add(w);
    }
  return h;
}

}  // namespace

TEST_CASE("generated programs are defined, end, and end alike whoever is faster") {
  for (uint64_t seed = 0; seed < alike(700); ++seed) {
    const generator_options o = options_of(seed);
    INFO("seed " << seed);
    REQUIRE(legal(generate(seed, o), {o.topology}) == "");
  }
}

TEST_CASE("large programs, and small ones") {
  for (const unsigned size : {1u, 2u, 12u})
    for (uint64_t seed = 1; seed <= 30; ++seed) {
      generator_options o = options_of(seed);
      o.size = size;
      const program p = generate(seed, o);
      untimed m({o.topology});
      INFO("size " << size << " seed " << seed);
      const auto result = m.run(p);
      INFO(result.text);
      REQUIRE(result.how == functional_machine::outcome::done);
    }
}

TEST_CASE("a program that crosses the line is diagnosed") {
  for (uint64_t seed = 0; seed < alike(500); ++seed) {
    generator_options o = options_of(seed);
    o.cross_the_line = true;
    const program p = generate(seed, o);
    untimed m({o.topology});
    INFO("seed " << seed);
    const auto result = m.run(p);
    INFO(result.text);
    REQUIRE(result.how == functional_machine::outcome::undefined);
  }
}

// Pinned: the same with every compiler and library, or a seed says nothing. Changes with the generator.
TEST_CASE("a seed is a program") {
  uint64_t all = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    generator_options o = options_of(seed);
    o.cross_the_line = seed % 7 == 0;
    const uint64_t once = digest(generate(seed, o));
    REQUIRE(once == digest(generate(seed, o)));
    all = all * 0x100000001b3u ^ once;
  }
  CHECK(digest(generate(1)) != digest(generate(2)));
  CHECK(all == 0x190a2509acfbbc05u);
}

// How often an instruction stands in the programs of some seeds.
static std::vector<uint64_t> pushed(stress more) {
  std::vector<uint64_t> of(256);
  for (uint64_t seed = 0; seed < 40; ++seed) {
    generator_options o = options_of(seed);
    o.more = more;
    const program p = generate(seed, o);
    INFO(stress_names[static_cast<unsigned>(more)] << ", seed " << seed);
    REQUIRE(digest(p) == digest(generate(seed, o)));
    REQUIRE(legal(p, {o.topology}) == "");
    for (const auto& core : p.core)
      for (const directive& d : core)
        for (const uint32_t w : d.words) ++of[w >> 24];
  }
  return of;
}

TEST_CASE("every profile is legal, and has more of what it is for") {
  const auto mixed = pushed(stress::mixed);
  const auto more = [&](const std::vector<uint64_t>& profile, opcode op) {
    INFO("opcode " << static_cast<unsigned>(op));
    CHECK(profile[static_cast<unsigned>(op)] > 2 * mixed[static_cast<unsigned>(op)]);
  };
  more(pushed(stress::config), opcode::STREAMWRCFG);
  const auto atomics = pushed(stress::atomics);
  for (const opcode op : {opcode::ATINCGET, opcode::ATSWAP, opcode::ATCAS, opcode::ATINCGETPTR}) more(atomics, op);
  more(pushed(stress::stalls), opcode::SFPADD);
  more(pushed(stress::hazards), opcode::SFPMAD);
  pushed(stress::wraps);  // legal; that addresses wrap is a word of configuration
}

TEST_CASE("a program as a stream file is the same program") {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const program p = generate(seed, options_of(seed));
    const stream_file file = stream_file::parse(stream_text(p), "soak", ".");
    INFO("seed " << seed);
    for (unsigned c = 0; c < stream_cores; ++c) {
      const auto ours = steps_of(p, c), theirs = file.core(c);
      step a, b;
      while (ours->next(a)) {
        REQUIRE(theirs->next(b));
        REQUIRE(a.kind == b.kind);
        REQUIRE(a.count == b.count);
        REQUIRE(std::equal(a.words, a.words + a.count, b.words));
        REQUIRE(a.address == b.address);
        REQUIRE(a.address2 == b.address2);
        REQUIRE(a.value == b.value);
        REQUIRE(a.cycles == b.cycles);
        if (a.kind != step::kind_t::poll) continue;
        REQUIRE(a.mask == b.mask);
        REQUIRE(a.how == b.how);
      }
      REQUIRE_FALSE(theirs->next(b));
    }
    l1_storage l1(default_l1_bytes), ours(default_l1_bytes);
    file.initialise(l1);
    for (const memory_fill& f : p.memory) std::memcpy(&ours[f.address], f.words.data(), 4 * f.words.size());
    REQUIRE(l1 == ours);
  }
}

// SOAK_COVERAGE=1 prints the table.
TEST_CASE("coverage has no hole but those that are known", "[long]") {
  coverage reached;
  for (uint64_t seed = 0; seed < 4000; ++seed) {
    const generator_options o = options_of(seed);
    const program p = generate(seed, o);
    untimed m({o.topology});
    reached.forget_phases();
    reached.note(p);
    m.machine.executed = [&](unsigned t, uint32_t w, const unpack_job* job) { reached.note(m.machine.state, t, w, job); };
    m.run(p);
  }
  if (std::getenv("SOAK_COVERAGE")) reached.print(std::cout);
  std::vector<std::string> known = {
#define HOLE(what, reason) what,
#include "tests/soak/coverage_holes.def"
#undef HOLE
  };
  std::vector<std::string> holes = reached.holes();
  std::sort(known.begin(), known.end());
  std::sort(holes.begin(), holes.end());
  CHECK(holes == known);

  coverage twice = reached;
  twice.merge(reached);
  CHECK(twice.executed() == 2 * reached.executed());
  CHECK(twice.holes() == reached.holes());
  CHECK(coverage().holes().size() > 100);  // nothing has run
}
