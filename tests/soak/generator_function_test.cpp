// Generated programs are defined, end, and end alike whoever is faster.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "catch.h"
#include "models/memory/noc_overlay.h"
#include "testbench/functional/functional_machine.h"
#include "testbench/streams/stream_file_function.h"
#include "tests/soak/coverage.h"
#include "tests/soak/generator.h"
#include "tests/soak/random.h"

using namespace tensix;
using namespace tensix::soak;

namespace {

struct machine {
  functional_machine m;
  noc_overlay overlay;
  explicit machine(packer_topology topology) {
    m.state.topology = topology;
    m.overlay_load = [this](unsigned stream, unsigned reg) { return overlay.read(stream, reg); };
    m.overlay_store = [this](unsigned stream, unsigned reg, uint32_t value) { overlay.write(stream, reg, value); };
  }
  functional_machine::result run(const program& p) {
    for (const memory_fill& f : p.memory) std::memcpy(&m.state.l1[f.address], f.words.data(), 4 * f.words.size());
    return m.run({steps_of(p, 0), steps_of(p, 1), steps_of(p, 2), steps_of(p, 3)});
  }
};

// The first difference of two end states, empty: none.
std::string difference(const tensix_state& a, const tensix_state& b) {
  for (size_t i = 0; i < a.l1.size(); ++i)
    if (a.l1[i] != b.l1[i]) return "L1 at " + std::to_string(i);
  for (unsigned r = 0; r < dst_rows; ++r) {
    if (std::memcmp(a.dst.bits[r], b.dst.bits[r], sizeof a.dst.bits[r]) != 0) return "Dst row " + std::to_string(r);
    if (a.dst.row_valid[r] != b.dst.row_valid[r]) return "Dst row_valid " + std::to_string(r);
  }
  for (unsigned i = 0; i < 2; ++i) {
    if (std::memcmp(a.srca.bank[i].row, b.srca.bank[i].row, sizeof a.srca.bank[i].row) != 0) return "SrcA";
    if (std::memcmp(a.srcb.bank[i].row, b.srcb.bank[i].row, sizeof a.srcb.bank[i].row) != 0) return "SrcB";
  }
  for (unsigned t = 0; t < thread_count; ++t)
    for (unsigned i = 0; i < gpr_count; ++i)
      if (a.gpr[t][i] != b.gpr[t][i]) return "GPR " + std::to_string(i) + " of T" + std::to_string(t);
  if (std::memcmp(&a.config, &b.config, sizeof a.config) != 0) return "Config";
  if (std::memcmp(a.adc, b.adc, sizeof a.adc) != 0) return "ADCs";
  if (std::memcmp(a.rwc, b.rwc, sizeof a.rwc) != 0) return "RWCs";
  for (unsigned i = 0; i < semaphore_count; ++i)
    if (a.sem[i].value != b.sem[i].value || a.sem[i].max != b.sem[i].max) return "semaphore " + std::to_string(i);
  return {};
}

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
  for (uint64_t seed = 0; seed < 700; ++seed) {
    const generator_options o = options_of(seed);
    const program p = generate(seed, o);
    machine plain(o.topology);
    INFO("seed " << seed);
    const auto result = plain.run(p);
    INFO(result.text);
    REQUIRE(result.how == functional_machine::outcome::done);
    for (unsigned k = 0; k < 2; ++k) {
      machine other(o.topology);
      random_numbers r(seed * 2 + k);
      other.m.schedule = [&r] { return r.word(); };
      const auto again = other.run(p);
      INFO("schedule " << k << ": " << again.text);
      REQUIRE(again.how == functional_machine::outcome::done);
      REQUIRE(difference(plain.m.state, other.m.state) == "");
    }
  }
}

TEST_CASE("large programs, and small ones") {
  for (const unsigned size : {1u, 2u, 12u})
    for (uint64_t seed = 1; seed <= 30; ++seed) {
      generator_options o = options_of(seed);
      o.size = size;
      const program p = generate(seed, o);
      machine m(o.topology);
      INFO("size " << size << " seed " << seed);
      const auto result = m.run(p);
      INFO(result.text);
      REQUIRE(result.how == functional_machine::outcome::done);
    }
}

TEST_CASE("a program that crosses the line is diagnosed") {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    generator_options o = options_of(seed);
    o.cross_the_line = true;
    const program p = generate(seed, o);
    machine m(o.topology);
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
  CHECK(all == 0x2bff3f94454b5d36u);
}

TEST_CASE("a program as a stream file is the same program") {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const program p = generate(seed, options_of(seed));
    const stream_file file = stream_file::parse(stream_text(p), "soak", ".");
    INFO("seed " << seed);
    for (unsigned c = 0; c < core_count; ++c) {
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
    std::vector<uint8_t> l1(default_l1_bytes, 0), ours(default_l1_bytes, 0);
    file.initialise(l1);
    for (const memory_fill& f : p.memory) std::memcpy(&ours[f.address], f.words.data(), 4 * f.words.size());
    REQUIRE(l1 == ours);
  }
}

// SOAK_COVERAGE=1 prints the table.
TEST_CASE("coverage has no hole but those that are known") {
  coverage reached;
  for (uint64_t seed = 0; seed < 4000; ++seed) {
    const generator_options o = options_of(seed);
    const program p = generate(seed, o);
    machine m(o.topology);
    reached.forget_phases();
    reached.note(p);
    m.m.executed = [&](unsigned t, uint32_t w, const unpack_job* job) { reached.note(m.m.state, t, w, job); };
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
