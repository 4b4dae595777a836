// SPDX-License-Identifier: Apache-2.0
// Loads of a core by region, as parameters; that the own data RAM is the core's own. Source: ISA documentation (Blackhole),
// BabyRISCV.
#include "catch.h"
#include "timing/scenario.h"

using namespace tensix;
using namespace tensix::timing;

namespace riscv_rules_test {
namespace {

constexpr uint32_t local = 0xFFB00000, wall_clock = 0xFFB121F0, t0_by_slow_path = 0xFFB18000;

uint64_t cycles_of(const std::string& who, uint32_t address, unsigned times, const arguments& args = {}) {
  scenario s;
  s.line(who + " mark begin");
  for (unsigned i = 0; i < times; ++i) s.line(who + " ld " + std::to_string(address));
  const run_result r = s.line(who + " mark end").run(args);
  return r.marks.at("end " + who) - r.marks.at("begin " + who);
}

}  // namespace

TEST_CASE("own data RAM 2 cycles, tile control 7, data RAM by the slow path 8, each a parameter", "[riscv]") {
  const parameter_values p({});
  CHECK(p("riscv.local_load_cycles") == 2);
  CHECK(p("riscv.control_load_cycles") == 7);
  CHECK(p("riscv.slow_path_load_cycles") == 8);
  for (const std::string who : {"t0", "t1", "t2", "b"})
    for (unsigned n : {1u, 2u, 10u}) {
      CAPTURE(who, n);
      CHECK(cycles_of(who, local, n) == 2 * n);
      CHECK(cycles_of(who, wall_clock, n) == 7 * n);
      CHECK(cycles_of(who, t0_by_slow_path, n) == 8 * n);
      CHECK(cycles_of(who, local, n, {"--set", "riscv.local_load_cycles=5"}) == 5 * n);
      CHECK(cycles_of(who, wall_clock, n, {"--set", "riscv.control_load_cycles=11"}) == 11 * n);
      CHECK(cycles_of(who, t0_by_slow_path, n, {"--set", "riscv.slow_path_load_cycles=30"}) == 30 * n);
    }
}

TEST_CASE("the wall clock counts the cycles between two loads", "[riscv]") {
  scenario s;
  s.delay(33).line("t0 copy 0xFFB121F0 0x1000").delay(100).line("t0 copy 0xFFB121F0 0x1004").mark("end").line("out 0x1000 8");
  const run_result r = s.run();
  const auto word_at = [&](size_t offset) {
    return std::stoul(r.outs.at(0).substr(11 + 2 * offset, 2), nullptr, 16) +
           256 * std::stoul(r.outs.at(0).substr(13 + 2 * offset, 2), nullptr, 16);
  };
  CHECK(word_at(0) == 33);
  // The load, the store to L1 (until L1 has it, one cycle, and the instruction's own), the delay.
  CHECK(word_at(4) - word_at(0) == 7 + 1 + parameter_values({})("player.store_cycles") + 100);
}

}  // namespace riscv_rules_test
