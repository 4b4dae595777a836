// SPDX-License-Identifier: Apache-2.0
// The mover: cycles of each kind of job alone and beside others on its ports, XMOV and TDMA-RISC's queue in front of it.
// Source: ISA documentation, Mover (rates), XMOV, TDMA-RISC.
#include <algorithm>

#include "catch.h"
#include "timing/scenario.h"

using namespace tensix;
using namespace tensix::timing;

namespace mover_timing_test {
namespace {

constexpr uint32_t xmov = word_of(opcode::XMOV), until_mover_idle = 1 << 9;
constexpr uint32_t source = 0x40000, destination = 0x50000;
constexpr uint32_t to_l1_clear = 0, to_config = 1, config_clear = 2, to_l1 = 3;
constexpr uint32_t scratch = 4 * 16;  // bytes into bank 0 of Config: words nobody looks at here

// Cycles the documentation gives for a copy of `n` 16-byte words that nobody disturbs.
struct rates {
  explicit rates(const parameter_values& values) : p(values) {}
  const parameter_values& p;
  uint64_t copy(uint64_t n) const {
    const uint64_t group = p("mover.group_beats"), cycles = p("mover.group_cycles"), rest = n % group;
    return n / group * cycles + (rest ? rest + cycles - group : 0);
  }
  uint64_t clear(uint64_t n) const { return n * p("mover.clear_cycles"); }
};

void configure_mover(scenario& s, uint32_t mode, uint32_t words, uint32_t to = destination, uint32_t from = source) {
  s.config(cfg::THCON_SEC0_REG6_Source_address.word, from / 16);
  s.config(cfg::THCON_SEC0_REG6_Destination_address.word, to / 16);
  s.config(cfg::THCON_SEC0_REG6_Buffer_size.word, words | mode << 30);
}
// Waits in thread 0 for the mover, then mark `b`.
void wait_and_mark(scenario& s) { s.push(word::stallwait(block::tdma, until_mover_idle)).push(no_effect).sync().mark("b"); }
// From the end of the mover's work until then.
uint64_t after_mover(const parameter_values& p) { return p("frontend.wait_lag_cycles") + 1 + p.sync_load(); }

uint64_t cycles_of(uint32_t mode, uint32_t words, const arguments& args = {}, uint32_t to = destination) {
  scenario s;
  configure_mover(s, mode, words, to);
  s.settle().mark("a").push(xmov);
  wait_and_mark(s);
  const run_result r = s.run(args);
  return r.mark("b") - r.mark("a");
}

}  // namespace

TEST_CASE("the mover alone: a copy moves 8 words in 11 cycles, a memset one a cycle", "[timing][mover]") {
  const parameter_values p({});
  const rates expected(p);
  const uint64_t around = p.to_gate() + p("mover.start_cycles") + after_mover(p);
  for (uint32_t n : {1u, 2u, 7u, 8u, 9u, 16u, 100u, 4096u}) {
    INFO(n << " words");
    CHECK(cycles_of(to_l1, n) == around + expected.copy(n));
    CHECK(cycles_of(to_l1_clear, n) == around + std::max<uint64_t>(expected.clear(n), 1));
  }
  for (uint32_t n : {1u, 4u, 8u, 20u}) {
    INFO(n << " words");
    CHECK(cycles_of(to_config, n, {}, scratch) == around + expected.copy(n));
    CHECK(cycles_of(config_clear, n, {}, scratch) == around + std::max<uint64_t>(expected.clear(n), 1));
  }
}

TEST_CASE("source and destination in the same banks do not slow a copy", "[timing][mover]") {
  for (uint32_t shift = 0; shift < 32; ++shift) {
    INFO("destination " << shift << " banks further");
    REQUIRE(cycles_of(to_l1, 32, {}, destination + 16 * shift) == cycles_of(to_l1, 32));
  }
}

TEST_CASE("what the mover writes", "[timing][mover]") {
  scenario s;
  s.line("fill 0x40000 64 0x5a").line("l1w 0x40000 1 2 3 4 5 6 7 8").line("fill 0x50000 80 0xee");
  configure_mover(s, to_l1, 3);
  s.settle().push(xmov);
  wait_and_mark(s);
  configure_mover(s, to_config, 2, scratch);
  s.settle().push(xmov);
  wait_and_mark(s);
  s.line("t0 copy 0xFFEF0040 0x60000").line("t0 copy 0xFFEF005c 0x60004").line("t0 copy 0xFFEF0060 0x60008");
  configure_mover(s, to_l1_clear, 1, destination + 16);
  s.settle().push(xmov);  // nobody waits: the run ends when it is done
  s.line("out 0x50000 80").line("out 0x60000 12");
  const run_result r = s.run();
  REQUIRE(r.outs.size() == 2);
  const std::string zeroes(32, '0'), old(64, 'e');
  std::string filled;
  for (unsigned i = 0; i < 16; ++i) filled += "5a";
  CHECK(r.outs[0].find("01000000020000000300000004000000" + zeroes + filled + old) != std::string::npos);
  CHECK(r.outs[1].find("010000000800000000000000") != std::string::npos);
}

TEST_CASE("XMOV takes a cycle and waits for the mover", "[timing][mover]") {
  const parameter_values p({});
  const rates expected(p);
  const uint64_t start = p("mover.start_cycles");
  scenario s;
  configure_mover(s, to_l1, 20);
  s.settle().mark("a").push(xmov).sync().mark("issued").delay(100).mark("c").push(xmov, 3);
  wait_and_mark(s);
  const run_result r = s.run();
  CHECK(r.mark("issued") - r.mark("a") == p.to_gate() + 1 + p.sync_load());
  CHECK(r.mark("b") - r.mark("c") == p.to_gate() + 3 * (start + expected.copy(20)) + after_mover(p));
  CHECK(r.metrics.at("units").at("mover").at("busy").get<uint64_t>() == 4 * (start + expected.copy(20)));
}

TEST_CASE("threads share one mover", "[timing][mover]") {
  const parameter_values p({});
  const rates expected(p);
  scenario s;
  configure_mover(s, to_l1_clear, 50);
  s.settle().mark("a").push(xmov);
  wait_and_mark(s);
  s.thread(1).line("t1 poll 0xFFEF0168 0xffffffff 50").delay(60).push(xmov);
  s.push(word::stallwait(block::tdma, until_mover_idle)).push(no_effect).sync().mark("b");
  const run_result r = s.run();
  // Whoever comes second waits for the other's job; C9 asks for the jobs of all.
  CHECK(r.metrics.at("units").at("mover").at("busy").get<uint64_t>() == 2 * (p("mover.start_cycles") + expected.clear(50)));
  CHECK(r.mark("b", 1) > r.mark("a") + 2 * expected.clear(50));
}

TEST_CASE("another client on the read port: four cycles a word", "[timing][mover]") {
  // Unpacker 0 reads a tile, one word a cycle, on the port of the mover's reads (or of its writes).
  const auto beside = [](const char* port, uint32_t mode, uint32_t words) {
    scenario s;
    unpack_setup u;
    u.datums = 1024;
    configure(s, u);
    configure_mover(s, mode, words);
    s.settle().push(unpacr(0)).push(no_effect, 8).push(xmov);
    const run_result r = s.run({"--set", std::string("l1.client_ports.unpacker0=") + port});
    const uint64_t stalled = r.stall("units", "mover", "l1_port");
    CHECK((stalled > 0) == (std::string(port) != "35"));
    return r.metrics.at("units").at("mover").at("busy").get<uint64_t>() + stalled +
           r.stall("units", "mover", "l1_bank_conflict");
  };
  const parameter_values p({});
  const rates expected(p);
  const uint64_t copy = p("mover.contended_copy_cycles"), clear = p("mover.contended_clear_cycles");
  // Beyond the first group, which began undisturbed, and between the words at which both clients meet in a bank besides.
  const uint32_t from = 16;
  for (uint32_t n : {18u, 22u}) {
    CHECK(beside("2", to_l1, n) - beside("2", to_l1, from) == copy * (n - from));
    CHECK(beside("3", to_l1_clear, n) - beside("3", to_l1_clear, from) == clear * (n - from));
    CHECK(beside("35", to_l1, n) == p("mover.start_cycles") + expected.copy(n));
  }
}

TEST_CASE("TDMA-RISC: commands from RISC-V", "[timing][mover]") {
  constexpr uint32_t tdma = 0xFFB11000, move = 0x40, nop = 0x80000089;
  const parameter_values p({});
  const rates expected(p);
  const auto parameters = [&](scenario& s, uint32_t words) {
    s.store(tdma, source / 16).store(tdma + 4, destination / 16).store(tdma + 8, words).store(tdma + 12, to_l1);
  };
  const uint64_t travel = p("riscv.store_travel_cycles"), start = p("mover.start_cycles");
  SECTION("a copy with parameters") {
    scenario s;
    parameters(s, 30);
    s.settle().mark("a").store(tdma + 16, move);
    wait_and_mark(s);
    const run_result r = s.run();
    CHECK(r.mark("b") - r.mark("a") == travel + start + expected.copy(30) + after_mover(p));
  }
  SECTION("a compact copy of one word to Config, and the status afterwards") {
    scenario s;
    s.line("l1w 0x40020 11 22 33 44").store(tdma + 0x2c, source / 16);
    s.settle().store(tdma + 16, 0x80000040 | 2u << 8 | (scratch / 16) << 16 | 1u << 24).poll(tdma + 0x14, 0x428);
    s.line("t0 copy 0xFFEF0040 0x60000").line("t0 copy 0xFFEF004c 0x60004").line("out 0x60000 8");
    CHECK(s.run().outs.at(0).find("0b0000002c000000") != std::string::npos);
  }
  SECTION("a full queue holds the core until the mover takes its next command") {
    scenario s;
    parameters(s, 64);
    s.settle().mark("a").store(tdma + 16, move).store(tdma + 16, move);
    for (unsigned i = 0; i < 3; ++i) s.store(tdma + 16, nop);
    s.mark("full").store(tdma + 16, nop).mark("b");
    const run_result r = s.run();
    const uint64_t store = p("player.store_cycles");
    CHECK(r.mark("full") - r.mark("a") == 5 * store);
    CHECK(r.mark("b") - r.mark("a") == travel + start + expected.copy(64) + store);
  }
  SECTION("writes to L1") {
    scenario s;
    s.line("fill 0x60000 16 0xee").store(tdma, 0x60008).store(tdma + 8, 0x11223344).store(tdma + 12, 0x55667788);
    s.store(tdma + 16, 0x766).line("out 0x60000 16");
    CHECK(s.run().outs.at(0).find("eeeeeeeeeeeeeeee4433221188776655") != std::string::npos);
  }
}

}  // namespace mover_timing_test
