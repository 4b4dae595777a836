// SPDX-License-Identifier: Apache-2.0
// Configuration unit: cycles of its instructions alone and mixed, and the STREAMWRCFG overtaking bug.
// Source: ISA documentation (Blackhole), ConfigurationUnit: the table of stages -4 .. +1.
#include <map>
#include <utility>

#include "catch.h"
#include "timing/scenario.h"

using namespace tensix;
using namespace tensix::timing;

namespace config_timing_test {
namespace {

constexpr uint32_t word_a = cfg::THCON_SEC0_REG6_Source_address.word;  // words that nothing else in these tests reads
constexpr uint32_t word_b = cfg::THCON_SEC0_REG6_Destination_address.word;

const uint32_t cfgshiftmask =
    word_of(opcode::CFGSHIFTMASK) | insn::CFGSHIFTMASK::cfg_reg.place(word_a) | insn::CFGSHIFTMASK::mask_width.place(7);
const uint32_t wrcfg = word::wrcfg(4, word_b);
const uint32_t rmwcib = word::rmwcib(0, word_b, 0xff, 0x12);
const uint32_t rdcfg = word_of(opcode::RDCFG) | insn::RDCFG::cfg_reg.place(word_b) | insn::RDCFG::gpr_address.place(8);
const uint32_t setc16 = word::setc16(60, 1);
uint32_t streamwrcfg(uint32_t cfg_word) {
  using namespace insn::STREAMWRCFG;
  return word_of(opcode::STREAMWRCFG) | cfg_reg.place(cfg_word) | stream_reg_addr.place(0);
}

// Letters: C CFGSHIFTMASK, W WRCFG, R RMWCIB, D RDCFG, S STREAMWRCFG, T SETC16, N an instruction of another unit.
uint32_t word_for(char letter) {
  static const std::map<char, uint32_t> words{{'C', cfgshiftmask},        {'W', wrcfg},  {'R', rmwcib},   {'D', rdcfg},
                                              {'S', streamwrcfg(word_a)}, {'T', setc16}, {'N', no_effect}};
  return words.at(letter);
}

// From the cycle in which the gate presents the first instruction to the first in which none is on the way.
uint64_t cycles_of(const std::string& letters, const arguments& args = {}) {
  const parameter_values p(args);
  scenario s;
  s.push(word::setdmareg(4, 0, 1)).settle();
  s.mark("begin");
  for (char l : letters) s.push(word_for(l));
  s.sync().mark("end");
  const run_result r = s.run(args);
  return r.mark("end") - r.mark("begin") - p.to_gate() - p.sync_load();
}

std::string repeated(const std::string& what, unsigned n) {
  std::string all;
  for (unsigned i = 0; i < n; ++i) all += what;
  return all;
}

// L1 address to which results are copied, and how they are shown.
constexpr uint32_t shown = 0x30000;
std::string shown_as(const char* little_endian_hex) { return std::string("out 0x30000 ") + little_endian_hex; }
scenario& show(scenario& s, uint32_t cfg_word) {
  char text[80];
  std::snprintf(text, sizeof text, "t0 copy 0x%x 0x%x", riscv_address::config + 4 * cfg_word, shown);
  return s.line(text).line("out 0x30000 4");
}

}  // namespace

TEST_CASE("CFGSHIFTMASK takes two cycles and is not pipelined", "[config]") {
  for (unsigned n : {1u, 2u, 3u, 10u, 50u}) {
    CAPTURE(n);
    CHECK(cycles_of(repeated("C", n)) == 2 * n);  // stage 0 for two cycles each
  }
  const unsigned held = GENERATE(1u, 3u, 5u);
  CHECK(cycles_of("CCCC", {"--set", "config_unit.cfgshiftmask_cycles=" + std::to_string(held)}) == 4 * held);
}

TEST_CASE("WRCFG, RMWCIB, RDCFG and SETC16 are pipelined, one a cycle", "[config]") {
  for (unsigned n : {1u, 2u, 10u, 50u}) {
    CAPTURE(n);
    CHECK(cycles_of(repeated("W", n)) == n + 1);  // stages -1 and 0
    CHECK(cycles_of(repeated("R", n)) == n);      // stage 0
    CHECK(cycles_of(repeated("T", n)) == n);      // a path of its own
    CHECK(cycles_of(repeated("S", n)) == n + 4);  // stages -4 .. 0
  }
}

TEST_CASE("RDCFG is done when its GPR is written, one stage behind stage 0", "[config]") {
  for (unsigned n : {1u, 2u, 10u}) {
    CAPTURE(n);
    CHECK(cycles_of(repeated("D", n)) == n + 1);  // stages 0 and +1
  }
}

TEST_CASE("mixed orders follow the table of stages", "[config]") {
  // RMWCIB (stage 0) then WRCFG (enters -1 a cycle later): nobody waits; the WRCFG leaves stage 0 in the third cycle.
  CHECK(cycles_of("RW") == 3);
  // WRCFG is in stage 0 when the RMWCIB comes: that waits until the third cycle,
  CHECK(cycles_of("WR") == 3);
  // and so every pair takes three: the next WRCFG of the same thread comes in the cycle after its RMWCIB.
  CHECK(cycles_of(repeated("WR", 10)) == 10 * 3);
  CHECK(cycles_of("WC") == 4);  // WRCFG -1, 0; CFGSHIFTMASK two cycles
  // CFGSHIFTMASK blocks stage -1 in its first cycle only: the WRCFG enters -1 in the second, 0 in the third.
  CHECK(cycles_of("CW") == 3);
  CHECK(cycles_of("CR") == 3);
  CHECK(cycles_of("RC") == 3);
  // STREAMWRCFG in -3, -2, -1 keeps everybody out of stages behind it: a WRCFG enters -1 when it is in stage 0.
  CHECK(cycles_of("SW") == 6);
  CHECK(cycles_of("SR") == 6);
  CHECK(cycles_of("SC") == 7);
  // SETC16 and other units do not care.
  CHECK(cycles_of("ST") == 5);
  CHECK(cycles_of("SN") == 5);
  CHECK(cycles_of("CT") == 2);
  CHECK(cycles_of("SNNNNW") == 7);  // W enters -1 in the cycle after S had stage 0, leaves in the seventh
}

TEST_CASE("a STREAMWRCFG under preparation is overtaken; STALLWAIT prevents it", "[config]") {
  // Word A: the stream register (0) first, then byte 0x12. In order that leaves 0x12. While the STREAMWRCFG is in stage -4
  // (four cycles here) the RMWCIB enters stage 0 before it, and the stream register's value is written last.
  const arguments args{"--set", "config_unit.stream_prepare_cycles=4"};
  const uint32_t byte = word::rmwcib(0, word_a, 0xff, 0x12);
  scenario overtaken;
  overtaken.config(word_a, 0xff).settle().push(streamwrcfg(word_a)).push(byte).settle();
  CHECK(show(overtaken, word_a).run(args).outs == std::vector<std::string>{shown_as("00000000")});

  scenario ordered;
  ordered.config(word_a, 0xff).settle().push(streamwrcfg(word_a));
  ordered.push(word::stallwait(block::config, 1u << 12)).push(byte).settle();
  CHECK(show(ordered, word_a).run(args).outs == std::vector<std::string>{shown_as("12000000")});

  // In time: prepared in four cycles, then -3 .. 0; the RMWCIB alone is long done.
  CHECK(cycles_of("S", args) == 4 + 4);
  CHECK(cycles_of("SR", args) == 4 + 4);
  CHECK(cycles_of("SW", args) == 4 + 4);
  // After the preparation the order holds: N N N fill it, the R comes in stage -3 and waits for 0.
  CHECK(cycles_of("SNNNR", args) == 4 + 4 + 1);
}

TEST_CASE("one cycle of preparation cannot be overtaken by the same thread", "[config]") {
  scenario s;
  s.config(word_a, 0xff).settle().push(streamwrcfg(word_a)).push(word::rmwcib(0, word_a, 0xff, 0x12)).settle();
  CHECK(show(s, word_a).run().outs == std::vector<std::string>{shown_as("12000000")});
}

TEST_CASE("the order is kept across threads: a CFGSHIFTMASK keeps another thread's WRCFG out in its first cycle", "[config]") {
  // Both threads wait for the same semaphore and are let go in the same cycle: thread 0's CFGSHIFTMASK enters stage 0 in g and
  // blocks stage -1 in g, so thread 1's WRCFG enters in g + 1 and writes in g + 2, in the cycle after the CFGSHIFTMASK's last.
  const parameter_values p({});
  const auto run = [&](uint32_t first) {
    scenario s;
    s.push(word::seminit(2, 3)).settle();
    for (unsigned t : {0u, 1u})
      s.thread(t).delay(100).push(word::semwait(block_all, 2, until::not_zero)).push(t ? wrcfg : first).sync().mark("end");
    s.thread(2).delay(300).mark("begin").push(word::sempost(2));
    const run_result r = s.run();
    const uint64_t g = r.mark("begin", 2) + p.to_gate() + p("sync_unit.latency_cycles") + p("frontend.wait_lag_cycles");
    return std::pair<uint64_t, uint64_t>{r.mark("end", 0) - g - p.sync_load(), r.mark("end", 1) - g - p.sync_load()};
  };
  CHECK(run(cfgshiftmask) == std::pair<uint64_t, uint64_t>{2, 3});
  // A RMWCIB and a WRCFG enter together, at stages 0 and -1.
  CHECK(run(rmwcib) == std::pair<uint64_t, uint64_t>{1, 2});
  // Two WRCFGs: one after the other.
  CHECK(run(wrcfg) == std::pair<uint64_t, uint64_t>{2, 3});
  // A STREAMWRCFG in stage -4 does not count; the WRCFG overtakes it, in another thread, too.
  CHECK(run(streamwrcfg(word_a)) == std::pair<uint64_t, uint64_t>{5, 2});
}

}  // namespace config_timing_test
