// SPDX-License-Identifier: Apache-2.0
// NoC overlay: registers of 64 streams, what reading them takes and who waits for whom; STREAMWAIT; STREAMWRCFG under
// contention. Source: ISA documentation (Blackhole), STREAMWAIT, STREAMWRCFG, ConfigurationUnit, BabyRISCV (load latencies);
// LOADREG, STOREREG.
#include <algorithm>

#include "catch.h"
#include "timing/scenario.h"

using namespace tensix;
using namespace tensix::timing;

namespace overlay_rules_test {
namespace {

constexpr uint32_t overlay = 0xFFB40000, stream_bytes = 0x1000, phase = 29, messages = 259;
constexpr uint32_t word_a = cfg::THCON_SEC0_REG6_Source_address.word;
const std::string config_a = std::to_string(riscv_address::config + 4 * word_a);

constexpr uint32_t address_of(unsigned stream, unsigned reg) { return overlay + stream * stream_bytes + 4 * reg; }
std::string text(uint32_t value) { return std::to_string(value); }
uint32_t streamwait(unsigned select, bool for_messages, uint32_t target, uint32_t blocked = block_all) {
  using namespace insn::STREAMWAIT;
  return word_of(opcode::STREAMWAIT) | stall_res.place(blocked) | target_value.place(target) | target_sel.place(for_messages) |
         wait_stream_sel.place(select);
}
const uint32_t streamwrcfg =
    word_of(opcode::STREAMWRCFG) | insn::STREAMWRCFG::cfg_reg.place(word_a) | insn::STREAMWRCFG::stream_reg_addr.place(7);

constexpr uint64_t never_released = ~uint64_t{0};
// A wait on stream 6 that blocks what `no_effect` belongs to; `then` passes the gate behind it, in g + 1.
uint64_t released_after(uint32_t high, uint32_t low, bool for_messages, uint32_t then, unsigned stream, uint32_t value) {
  const auto high_of = for_messages ? tcfg::STREAMWAIT_NUM_MSGS_HI_Val.reg : tcfg::STREAMWAIT_PHASE_HI_Val.reg;
  scenario s;
  s.thread(1)
      .push(word::setc16(tcfg::STREAM_ID_SYNC_SEC0_BankSel.section(0).reg, 6))
      .push(word::setc16(high_of, high))
      .settle();
  s.mark("begin").push(streamwait(0, for_messages, low, 1)).push(then).push(no_effect).sync().mark("end");
  s.thread(0).delay(300).mark("stored").store(address_of(stream, for_messages ? messages : phase), value);
  const run_result r = s.run_any({"--maxclk", "2000"});
  const parameter_values p({});
  if (r.status == 3) return never_released;
  // Seen by the gate in the cycle behind the store, released one later, one for the instruction.
  const uint64_t stored = r.mark("stored") + 1 + p("frontend.wait_lag_cycles") + 1 + p.sync_load();
  return r.mark("end", 1) - stored;
}

}  // namespace

TEST_CASE("a load of the overlay takes its latency; loads of several cores are served one after the other", "[config]") {
  for (unsigned latency : {7u, 15u})
    for (unsigned apart : {0u, 1u, 4u}) {
      CAPTURE(latency, apart);
      const arguments args{"--set", "riscv.overlay_load_cycles=" + text(latency), "--set",
                           "config_unit.overlay_read_cycles=" + text(apart)};
      scenario s;
      for (const char* who : {"t0", "t1", "t2", "b"})
        s.line(std::string(who) + " delay 20").line(std::string(who) + " ld " + text(address_of(9, 3)));
      for (const char* who : {"t0", "t1", "t2", "b"}) s.line(std::string(who) + " mark end");
      const run_result r = s.run(args);
      // In the order of the cores, `apart` cycles each.
      CHECK(r.marks.at("end t0") == 20 + latency);
      CHECK(r.marks.at("end t1") == 20 + latency + apart);
      CHECK(r.marks.at("end t2") == 20 + latency + 2 * apart);
      CHECK(r.marks.at("end b") == 20 + latency + 3 * apart);
    }
}

TEST_CASE("a STREAMWRCFG waits in its prepare stage while the overlay serves a core", "[config]") {
  // T1's load leaves the core in cycle x and is served in x + 1 for `reads` cycles. T0's STREAMWRCFG enters -4 in g; it would
  // read in g + 1. Done in five cycles, later if the overlay is taken.
  for (unsigned reads : {1u, 6u})
    for (unsigned at = 0; at < 6; ++at) {
      CAPTURE(reads, at);
      const arguments args{"--set", "config_unit.overlay_read_cycles=" + text(reads)};
      const parameter_values p(args);
      scenario s;
      s.delay(50).mark("begin").push(streamwrcfg).sync().mark("end");
      s.thread(1).delay(50 + p.to_gate() - 4 + at).mark("load").line("t1 ld " + text(address_of(1, 1))).mark("loaded");
      const run_result r = s.run(args);
      const uint64_t g = r.mark("begin") + p.to_gate(), served = r.mark("load", 1) + 1;
      const uint64_t would_read = g + 1;
      // A load that leaves its core before the STREAMWRCFG is at the gate comes first; afterwards the STREAMWRCFG does.
      const bool load_first = served <= g;
      const uint64_t reads_at = load_first && would_read < served + reads ? served + reads : would_read;
      CHECK(r.mark("end") - p.sync_load() == reads_at + 4);
      const uint64_t load_served = !load_first && served == would_read ? served + 1 : served;
      CHECK(r.mark("loaded", 1) == load_served - 1 + p("riscv.overlay_load_cycles"));
    }
}

TEST_CASE("LOADREG of the overlay takes its turn among the cores' loads", "[config]") {
  const uint32_t loadreg = word_of(opcode::LOADREG) | insn::LOADREG::reg_addr.place((overlay - 0xFFB00000) >> 2) |
                           insn::LOADREG::tdma_data_reg_index.place(30);
  for (unsigned reads : {1u, 6u})
    for (unsigned at = 0; at < 5; ++at) {
      CAPTURE(reads, at);
      const arguments args{"--set", "config_unit.overlay_read_cycles=" + text(reads)};
      const parameter_values p(args);
      scenario s;
      s.delay(50).mark("begin").push(loadreg).sync().mark("end");
      s.thread(1).delay(50 + p.to_gate() - 2 + at).mark("load").line("t1 ld " + text(address_of(1, 1)));
      const run_result r = s.run(args);
      const uint64_t g = r.mark("begin") + p.to_gate(), served = r.mark("load", 1) + 1;  // LOADREG arrives in g + 1
      const uint64_t later = served <= g ? std::max(g + 1, served + reads) - (g + 1) : 0;
      CHECK(r.mark("end") - p.sync_load() == g + p("scalar_unit.memory_latency_cycles") + later);
    }
}

TEST_CASE("contention makes the overtaking bug show; STALLWAIT prevents it", "[config]") {
  // Word A gets the stream register (0x34) first, then byte 0x12. T1's load keeps the STREAMWRCFG in its prepare stage.
  const arguments busy{"--set", "config_unit.overlay_read_cycles=20"};
  const auto exact = [&](unsigned when, bool wait) {
    const parameter_values p(busy);
    scenario s;
    s.store(address_of(0, 7), 0x34).config(word_a, 0).settle().delay(100);
    s.mark("begin").push(streamwrcfg);
    if (wait) s.push(word::stallwait(block::config, 1 << 12));
    s.push(word::rmwcib(0, word_a, 0xff, 0x12)).settle().line("t0 copy " + config_a + " 0x1000").line("out 0x1000 4");
    const uint64_t begin = s.run(busy).mark("begin");
    if (when) s.thread(1).delay(begin + p.to_gate() - when).line("t1 ld " + text(address_of(1, 1)));
    return s.run(busy).outs.at(0);
  };
  CHECK(exact(0, false) == "out 0x1000 12000000");  // no contention: one cycle of preparation, in order
  CHECK(exact(5, false) == "out 0x1000 34000000");  // overtaken: the stream register is written last
  CHECK(exact(5, true) == "out 0x1000 12000000");
}

TEST_CASE("STREAMWRCFG reads the overlay in stage -3: what is stored later is not seen", "[config]") {
  // Enters -4 in g, reads in g + 1: a store of T1's core in g arrives in time, one in g + 1 does not, although the write to
  // Config comes only in g + 4.
  const parameter_values p({});
  for (int when : {-3, -1, 0, 1, 2, 3, 4, 9}) {
    CAPTURE(when);
    scenario s;
    s.config(word_a, 0x77).store(address_of(0, 7), 0x34).settle().delay(50).mark("begin").push(streamwrcfg);
    const uint64_t g = [&] {
      scenario probe = s;
      return probe.run().mark("begin") + p.to_gate();
    }();
    s.settle().line("t0 copy " + config_a + " 0x1000").line("out 0x1000 4");
    s.thread(1).delay(g + when).store(address_of(0, 7), 0x56);
    CHECK(s.run().outs.at(0) == (when <= 0 ? "out 0x1000 56000000" : "out 0x1000 34000000"));
  }
}

TEST_CASE("STREAMWRCFG's read latency is a parameter", "[config]") {
  for (unsigned reads : {3u, 9u}) {
    const arguments args{"--set", "config_unit.stream_read_cycles=" + text(reads)};
    const parameter_values p(args);
    scenario s;
    s.settle().mark("begin").push(streamwrcfg, 4).sync().mark("end");
    const run_result r = s.run(args);
    // -4, then `reads` cycles, then 0; one a cycle.
    CHECK(r.mark("end") - r.mark("begin") - p.to_gate() - p.sync_load() == 1 + reads + 1 + 3);
  }
}

TEST_CASE("the registers of all 64 streams can be written and read by cores and by LOADREG and STOREREG", "[config]") {
  scenario s;
  for (unsigned stream = 0; stream < 64; ++stream) s.store(address_of(stream, stream + 5), 0x1000 + stream);
  for (unsigned stream = 0; stream < 64; ++stream)
    s.line("t0 copy " + text(address_of(stream, stream + 5)) + " " + text(0x2000 + 4 * stream));
  const auto reg = [](opcode op, uint32_t address) {
    return word_of(op) | insn::LOADREG::reg_addr.place((address - 0xFFB00000) >> 2) |
           insn::LOADREG::tdma_data_reg_index.place(9);
  };
  s.push(reg(opcode::LOADREG, address_of(63, 68))).settle().push(reg(opcode::STOREREG, address_of(17, 1023))).settle();
  s.line("t0 copy " + text(address_of(17, 1023)) + " 0x2100").line("out 0x2000 260");
  std::string expected = "out 0x2000 ";
  for (unsigned stream = 0; stream < 65; ++stream) {
    char t[16];
    std::snprintf(t, sizeof t, "%02x100000", stream == 64 ? 63 : stream);
    expected += t;
  }
  CHECK(s.run().outs.at(0) == expected);
}

TEST_CASE("STREAMWAIT is released one cycle after the phase or message count has reached its target", "[gate]") {
  const parameter_values p({});
  for (bool for_messages : {false, true})
    for (unsigned select : {0u, 3u}) {
      CAPTURE(for_messages, select);
      const unsigned stream = select ? 41 : 6, reg = for_messages ? messages : phase;
      constexpr uint32_t high = 5, low = 0x123, target = high << 10 | low;
      scenario s;
      s.thread(1).push(word::setc16(tcfg::STREAM_ID_SYNC_SEC0_BankSel.section(select).reg, stream));
      s.push(word::setc16(for_messages ? tcfg::STREAMWAIT_NUM_MSGS_HI_Val.reg : tcfg::STREAMWAIT_PHASE_HI_Val.reg, high));
      s.delay(40).push(streamwait(select, for_messages, low)).push(no_effect).sync().mark("end");
      // It advances over time; the other register, other streams and a value that is one short do not count.
      s.thread(0).delay(100).store(address_of(stream, for_messages ? phase : messages), target);
      s.delay(20).store(address_of(stream + 1, reg), target).delay(20).store(address_of(stream, reg), target - 1);
      s.delay(20).mark("reached").store(address_of(stream, reg), target);
      const run_result r = s.run();
      // Stored in `reached`, seen by the gate in the next cycle, released one later, one for the instruction.
      CHECK(r.mark("end", 1) == r.mark("reached") + 1 + p("frontend.wait_lag_cycles") + 1 + p.sync_load());
    }
  // A target that is reached already: two cycles, as STALLWAIT; what is not blocked passes at once.
  const auto cycles_of = [&](uint32_t blocked) {
    scenario s;
    s.store(address_of(0, phase), 3).settle().mark("begin").push(streamwait(0, false, 3, blocked)).push(no_effect).sync();
    s.mark("end");
    const run_result r = s.run();
    return r.mark("end") - r.mark("begin") - p.to_gate() - p.sync_load();
  };
  CHECK(cycles_of(block_all) == 3);
  CHECK(cycles_of(1) == 3);
  CHECK(cycles_of(0) == 2);  // stands for the matrix unit
  CHECK(cycles_of(block_all & ~1u) == 2);
}

TEST_CASE("STREAMWAIT's target is fixed when it passes the gate: a later SETC16 of its upper bits does not move it", "[gate]") {
  for (bool for_messages : {false, true}) {
    CAPTURE(for_messages);
    const auto reg = for_messages ? tcfg::STREAMWAIT_NUM_MSGS_HI_Val.reg : tcfg::STREAMWAIT_PHASE_HI_Val.reg;
    // Raised behind the wait: still 5. Lowered: still 1029.
    CHECK(released_after(0, 5, for_messages, word::setc16(reg, 1), 6, 4) == never_released);
    CHECK(released_after(0, 5, for_messages, word::setc16(reg, 1), 6, 5) == 0);
    CHECK(released_after(1, 5, for_messages, word::setc16(reg, 0), 6, 1028) == never_released);
    CHECK(released_after(1, 5, for_messages, word::setc16(reg, 0), 6, 1029) == 0);
  }
}

TEST_CASE("STREAMWAIT looks up its stream in every cycle: a later SETC16 of the stream's number counts", "[gate]") {
  const uint32_t to_stream_9 = word::setc16(tcfg::STREAM_ID_SYNC_SEC0_BankSel.section(0).reg, 9);
  for (bool for_messages : {false, true}) {
    CHECK(released_after(0, 5, for_messages, to_stream_9, 6, 5) == never_released);
    CHECK(released_after(0, 5, for_messages, to_stream_9, 9, 5) == 0);
  }
}

}  // namespace overlay_rules_test
