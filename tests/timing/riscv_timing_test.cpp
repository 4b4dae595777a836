// SPDX-License-Identifier: Apache-2.0
// What a RISC-V core's loads and stores wait for and take, region by region; PC buffers, mailboxes, TTSync; what is diagnosed.
// Source: ISA documentation (Blackhole), BabyRISCV (load latencies, memory map), MemoryOrdering, Mailboxes, PCBufs,
// ManualTTSync, AutoTTSync.
#include "catch.h"
#include "timing/scenario.h"

using namespace tensix;
using namespace tensix::timing;

namespace riscv_timing_test {
namespace {

constexpr uint32_t gpr = 0xFFE00000, config = 0xFFEF0000, config_dual = config + 4 * 448, thread_config = config + 4 * 672;
constexpr uint32_t pc_buffer = 0xFFE80000, ttsync_done = 0xFFE80004, ttsync_mop = 0xFFE80008, semaphore = 0xFFE80020;
constexpr uint32_t mailbox = 0xFFEC0000, dst = 0xFFBD8000, overlay = 0xFFB40000, clock_low = 0xFFB121F0,
                   override_register = 0xFFB12090;
constexpr uint32_t local = 0xFFB00000, slow_path = 0xFFB14000;
constexpr uint64_t local_load = 2, control_load = 7, slow_path_load = 8;  // riscv.local_load_cycles and so on
constexpr uint16_t track_all = 0x1f;

std::string hex(uint32_t value) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%x", value);
  return text;
}
scenario& load(scenario& s, const std::string& who, uint32_t address) { return s.line(who + " ld " + hex(address)); }
scenario& store(scenario& s, const std::string& who, uint32_t address, uint32_t v) {
  return s.line(who + " st " + hex(address) + " " + hex(v));
}

// Cycles of one load by core `who`.
uint64_t cycles_of_load(const std::string& who, uint32_t address, const arguments& args = {}) {
  scenario s;
  s.line(who + " mark begin");
  load(s, who, address).line(who + " mark end");
  const run_result r = s.run(args);
  return r.marks.at("end " + who) - r.marks.at("begin " + who);
}
uint64_t at_mark(const run_result& r, const std::string& name) {
  const auto it = r.marks.find(name);
  if (it == r.marks.end()) FAIL("no mark " << name << "\n" << r.text << r.errors);
  return it->second;
}

}  // namespace

TEST_CASE("a load takes what its region takes", "[riscv]") {
  const parameter_values p({});
  const uint64_t of_register = p("riscv.register_load_cycles"), of_semaphore = p("riscv.semaphore_load_cycles");
  CHECK(of_register == 4);
  CHECK(of_semaphore == 3);
  CHECK(p("riscv.l1_load_cycles") == 8);
  for (const std::string who : {"t0", "t1", "t2", "b"}) {
    CAPTURE(who);
    CHECK(cycles_of_load(who, 0x100) == p("riscv.l1_load_cycles"));
    CHECK(cycles_of_load(who, local) == local_load);
    CHECK(cycles_of_load(who, slow_path) == slow_path_load);
    CHECK(cycles_of_load(who, gpr) == of_register);
    CHECK(cycles_of_load(who, config) == of_register);
    CHECK(cycles_of_load(who, config_dual) == of_register);
    CHECK(cycles_of_load(who, thread_config) == of_register);
    CHECK(cycles_of_load(who, mailbox + 4) == of_semaphore);
    CHECK(cycles_of_load(who, clock_low) == control_load);
    CHECK(cycles_of_load(who, overlay) == control_load);
    if (who == "b") continue;
    CHECK(cycles_of_load(who, dst) == of_register);
    CHECK(cycles_of_load(who, semaphore) == of_semaphore);
    CHECK(cycles_of_load(who, ttsync_done) == p.sync_load());
    CHECK(cycles_of_load(who, ttsync_mop) == p.sync_load());
    CHECK(cycles_of_load(who, ttsync_mop + 4) == p.sync_load());
  }
  CHECK(cycles_of_load("t0", gpr, {"--set", "riscv.register_load_cycles=9"}) == 9);
  CHECK(cycles_of_load("t0", config, {"--set", "riscv.register_load_cycles=9"}) == 9);
  CHECK(cycles_of_load("t0", semaphore, {"--set", "riscv.semaphore_load_cycles=6"}) == 6);
}

TEST_CASE("a load follows the core's own store and finds its value", "[riscv]") {
  for (unsigned travel : {1u, 6u}) {
    CAPTURE(travel);
    const arguments args{"--set", "riscv.store_travel_cycles=" + std::to_string(travel)};
    const parameter_values p(args);
    for (const uint32_t address : {gpr + 8, config + 20, config + 4 * 224 + 20}) {
      CAPTURE(address);
      scenario s;
      s.mark("begin").store(address, 0x1234);
      load(s, "t0", address).mark("end").line("t0 copy " + hex(address) + " 0x100").line("out 0x100 4");
      const run_result r = s.run(args);
      // Processed `travel` cycles after the store, the value can be fetched in the cycle after that.
      CHECK(r.mark("end") - r.mark("begin") == travel + 1 + p("riscv.register_load_cycles"));
      CHECK(r.outs.at(0).find("34120000") != std::string::npos);
    }
    scenario s;  // the data RAM has an order of its own
    s.mark("begin").store(gpr, 1).store(local + 4, 0x77);
    load(s, "t0", local + 4).mark("end").line("t1 delay 60").line("t1 copy 0xFFB18004 0x100").line("out 0x100 4");
    const run_result r = s.run(args);
    CHECK(r.mark("end") - r.mark("begin") == 2 * p("player.store_cycles") + local_load);
    CHECK(r.outs.at(0).find("77000000") != std::string::npos);
  }
}

TEST_CASE("a message can be taken when it has arrived", "[riscv]") {
  struct row {
    std::string from, to;
    uint32_t sent, taken;
  };
  for (const char* travel : {"1", "2", "9"})
    for (const row& x :
         {row{"t1", "t2", mailbox + 0x3000, mailbox + 0x2000}, row{"t1", "t0", mailbox + 0x1000, mailbox + 0x2000},
          row{"b", "t0", mailbox + 0x1000, mailbox}, row{"t0", "b", mailbox, mailbox + 0x1000}}) {
      CAPTURE(x.from, x.to, travel);
      const arguments args{"--set", std::string("riscv.store_travel_cycles=") + travel};
      const parameter_values p(args);
      scenario s;
      s.line(x.from + " delay 50").line(x.from + " mark sent");
      store(s, x.from, x.sent, 9);
      load(s, x.to, x.taken).line(x.to + " mark taken");
      const run_result r = s.run(args);
      CHECK(at_mark(r, "taken " + x.to) - at_mark(r, "sent " + x.from) ==
            p("riscv.store_travel_cycles") + p("riscv.semaphore_load_cycles"));
    }
}

TEST_CASE("four messages of a core are on the way, whomever they are for", "[riscv]") {
  for (const bool apart : {false, true}) {
    CAPTURE(apart);
    scenario s;  // T0 to T1, or two each to T1 and T2
    for (unsigned n = 0; n < 5; ++n) store(s, "t0", mailbox + (apart && n >= 2 ? 0x3000 : 0x2000), n);
    s.mark("fifth").line("t1 delay 100").line("t1 mark takes");
    load(s, "t1", mailbox + 0x1000);
    const run_result r = s.run();
    CHECK(at_mark(r, "takes t1") == 100);
    CHECK(r.mark("fifth") == 100 + 1 + 1);  // T0 comes before T1 in a cycle: the fifth goes in the next one
  }
}

TEST_CASE("a PC buffer takes sixteen values and keeps their order", "[riscv]") {
  const parameter_values p({});
  scenario s;
  for (unsigned n = 1; n <= 17; ++n) {
    store(s, "b", pc_buffer + 0x10000, n);
    if (n == 16) s.line("b mark full");
  }
  s.line("b mark through").thread(1).delay(100).mark("takes");
  for (unsigned n = 0; n < 17; ++n) s.line("t1 copy " + hex(pc_buffer) + " " + hex(0x100 + 4 * n));
  store(s, "t1", pc_buffer, 99);  // discarded
  s.line("out 0x100 68");
  const run_result r = s.run();
  CHECK(at_mark(r, "full b") == 16);
  CHECK(at_mark(r, "through b") == at_mark(r, "takes t1") + 1);  // B comes after T1 in a cycle
  std::string expected;
  for (unsigned n = 1; n <= 17; ++n) {
    char text[16];
    std::snprintf(text, sizeof text, "%02x000000", n);
    expected += text;
  }
  CHECK(r.outs.at(0).find(expected) != std::string::npos);

  scenario empty;  // the load waits for the store
  empty.line("b delay 40").line("b mark gives");
  store(empty, "b", pc_buffer, 5);
  load(empty, "t0", pc_buffer).mark("has");
  const run_result e = empty.run();
  CHECK(e.mark("has") == at_mark(e, "gives b") + 1 + p("riscv.semaphore_load_cycles"));
}

TEST_CASE("B's load of a PC buffer waits for an idle thread whose core asks for more", "[riscv]") {
  const parameter_values p({});
  const uint64_t load_cycles = p("riscv.semaphore_load_cycles");
  const auto run = [&](unsigned instructions, unsigned delay) {
    scenario s;
    load(s, "b", pc_buffer).line("b mark released");
    store(s, "b", pc_buffer, 1);  // lets T0 go on
    s.thread(0).push(no_effect, instructions).delay(delay).mark("asks");
    load(s, "t0", pc_buffer);
    const run_result r = s.run();
    return std::make_pair(at_mark(r, "released b"), r.mark("asks"));
  };
  CHECK(run(0, 30).first == 30 + load_cycles);
  const auto busy = run(20, 0);  // the last of the instructions passes the gate in 19 + to_gate and is done in the next cycle
  CHECK(busy.second == 20);
  CHECK(busy.first == 20 + p.to_gate() + load_cycles);
}

TEST_CASE("overrides of PC buffers release loads, and TTSync with them", "[riscv]") {
  const parameter_values p({});
  scenario s;
  s.line("t0 copy " + hex(pc_buffer) + " 0x100").mark("value").line("out 0x100 4");
  s.line("b delay 30");
  store(s, "b", override_register, 1u | 0x5au << 2);
  const run_result r = s.run();
  CHECK(r.outs.at(0).find("5a000000") != std::string::npos);
  CHECK(r.mark("value") > 30);
  scenario sync;
  sync.push(no_effect, 30).line("t0 mark pushed");
  load(sync, "t0", ttsync_done).mark("end").line("b delay 5");
  store(sync, "b", override_register, 3);
  const run_result t = sync.run();
  CHECK(t.mark("end") - t.mark("pushed") == p.sync_load());
}

TEST_CASE("TTSync loads return a fixed time after what they wait for", "[riscv]") {
  const parameter_values p({});
  for (unsigned n : {1u, 5u, 28u}) {
    CAPTURE(n);
    scenario s;
    s.settle().mark("begin").push(no_effect, n);
    load(s, "t0", ttsync_done).mark("end");
    const run_result r = s.run();
    CHECK(r.mark("end") - r.mark("begin") == n + p.to_gate() + p.sync_load());
    // The MOP expander is done when the last word of the expansion has left it, long before that word has executed.
    scenario m;
    m.mop({1, n, no_effect});
    m.settle().mark("begin").push(word::mop);
    load(m, "t0", ttsync_mop).mark("mop");
    load(m, "t0", ttsync_done).mark("end");
    const run_result e = m.run();
    CHECK(e.mark("mop") - e.mark("begin") == p("frontend.stage_latency_cycles") + n + p.sync_load());
  }
}

// ---- Auto TTSync ----------------------------------------------------------------------------------------------------------

TEST_CASE("Auto TTSync: an instruction waits at the gate for the store before it", "[riscv]") {
  const arguments args{"--set", "riscv.store_travel_cycles=20"};
  const parameter_values p(args);
  const uint64_t processed = 20 + 1;  // after the store: there is its travel, and it takes effect a cycle later
  const auto declare = [](unsigned op_class, unsigned resources, unsigned linger) {
    return word_of(opcode::RESOURCEDECL) | insn::RESOURCEDECL::op_class.place(op_class) |
           insn::RESOURCEDECL::resources.place(resources) | insn::RESOURCEDECL::linger_time.place(linger);
  };
  const auto run = [&](uint16_t track, uint32_t address, uint32_t first, unsigned behind) {
    scenario s;
    s.push(word::setc16(56, track));
    if (first) s.push(first);
    s.settle().mark("begin").store(address, 1).push(no_effect, 1 + behind);
    load(s, "t0", ttsync_mop).sync().mark("end");
    return s.run(args);
  };
  // `no_effect` reads Config (class 15) and nothing else.
  struct row {
    uint16_t track;
    uint32_t address, first;
    uint64_t stalled;  // from the gate on
  };
  const uint64_t gate = 1 + p.to_gate(), wait = processed - gate;
  for (const row& x : {row{0, config, 0, 0}, row{track_all, config, 0, wait + 1}, row{track_all & ~0x10, config, 0, 0},
                       row{track_all & ~0x01, config, 0, 0}, row{track_all, gpr, 0, 0},
                       row{track_all, gpr, declare(15, 0x20, 0), wait}, row{track_all, gpr, declare(15, 0x20, 4), wait + 3},
                       row{track_all, gpr, declare(14, 0x20, 4), 0}, row{track_all, config, declare(15, 0x20, 4), 0}}) {
    CAPTURE(x.track, x.address, disassemble(x.first));
    const run_result r = run(x.track, x.address, x.first, 3);
    CHECK(r.stall("threads", "t0", "auto_ttsync") == x.stalled);
  }
}

TEST_CASE("Auto TTSync: a store that the configuration unit keeps waiting keeps the instruction at the gate", "[riscv]") {
  const parameter_values p({});
  for (const bool track : {false, true}) {
    CAPTURE(track);
    scenario s;  // T1's instructions fill stage 0 of the pipeline, cycle by cycle; requests from outside wait behind them
    s.push(word::setc16(56, track ? track_all : 0)).sync();
    s.thread(1).delay(20).push(word::rmwcib(0, 3, 0, 0), 60);
    s.thread(0)
        .line("t0 poll " + hex(clock_low) + " 0x20 0x20")
        .mark("begin")
        .store(config + 20, 7)
        .push(no_effect)
        .sync()
        .mark("end");
    const run_result r = s.run();
    const uint64_t stage0 = 20 + p.to_gate() + 60, passes = stage0 + 1 + 1;  // processed a cycle later; a cycle of linger
    if (track) CHECK(r.mark("end") == passes + 1 + p.sync_load());
    else CHECK(r.mark("end") == stage0 + 1 + p.sync_load());  // the TTSync load itself follows the store
    const uint64_t at_gate = r.mark("begin") + 1 + p.to_gate();
    CHECK(r.stall("threads", "t0", "auto_ttsync") == (track ? passes - at_gate : 0));
  }
}

TEST_CASE("Auto TTSync: a store waits until the instructions before it have passed the gate", "[riscv]") {
  // A queue of one entry, so that the second store shows how long the first is held.
  const arguments args{"--set", "riscv.store_queue_entries=1"};
  const parameter_values p(args);
  const auto held = [&](uint16_t track, uint32_t word, unsigned n, uint32_t address, bool is_load) {
    scenario s;
    s.push(word::setc16(56, track)).settle().push(word, n).mark("begin");
    if (is_load) load(s, "t0", address);
    else s.store(address, 0).store(local, 0);
    s.mark("end");
    const run_result r = s.run(args);
    const uint64_t alone = !is_load ? 2 * p("player.store_cycles") : p("riscv.register_load_cycles");
    const uint64_t hidden = !is_load && r.mark("end") - r.mark("begin") > alone ? p("player.store_cycles") : 0;
    return r.mark("end") - r.mark("begin") - alone + hidden;
  };
  // The last of n is pushed a cycle before the store and passes to_gate cycles after its push; the store may go in the next
  // cycle.
  const uint64_t until = p.to_gate() - 1 + 1;
  for (unsigned n : {1u, 7u}) {
    CAPTURE(n);
    CHECK(held(track_all, no_effect, n, config + 40, false) == until);
    CHECK(held(0, no_effect, n, config + 40, false) == 0);
    CHECK(held(track_all, no_effect, n, gpr, false) == 0);         // it uses no GPR
    CHECK(held(track_all, no_effect, n, config + 40, true) == 0);  // it does not write configuration
    CHECK(held(track_all, word_of(opcode::SETDMAREG), n, gpr, true) == until);
    CHECK(held(track_all, word_of(opcode::SETDMAREG), n, config + 40, true) == 0);
    CHECK(held(track_all, word::nop, n, config + 40, false) == 0);
    CHECK(held(track_all, no_effect, n, local, false) == 0);
  }
}

TEST_CASE("Auto TTSync: a MOP and a REPLAY hold stores back until all they expand to has passed", "[riscv]") {
  const parameter_values p({});
  for (const bool track : {false, true}) {
    CAPTURE(track);
    scenario s;
    s.mop({1, 20, no_effect}).push(word::setc16(56, track ? track_all : 0));
    s.push(word::replay(0, 10, true)).push(no_effect, 10).settle();
    s.push(word::mop).mark("mop").store(gpr, 0).store(local, 0).mark("after_mop").settle();
    s.push(word::replay(0, 10, false)).mark("replay").store(gpr, 0).store(local, 0).mark("after_replay");
    const run_result r = s.run({"--set", "riscv.store_queue_entries=1"});
    const uint64_t one = p.to_gate() - 1 + 1;  // of a single instruction
    CHECK(r.mark("after_mop") - r.mark("mop") == (track ? one + p("frontend.mop_start_cycles") + 19 + 1 : 2));
    CHECK(r.mark("after_replay") - r.mark("replay") == (track ? one + 9 + 1 : 2));
  }
}

// ---- The store queue ------------------------------------------------------------------------------------------------------

TEST_CASE("store queue: the core goes on behind a held store until the queue is full; one store leaves a cycle", "[riscv]") {
  for (unsigned stages : {1u, 8u})
    for (unsigned entries : {1u, 2u, 4u, 7u})
      for (unsigned n : {1u, 2u, 4u, 5u, 8u, 12u}) {
        CAPTURE(stages, entries, n);
        const arguments args{"--set", "riscv.store_queue_entries=" + std::to_string(entries), "--set",
                             "frontend.stage_latency_cycles=" + std::to_string(stages)};
        const parameter_values p(args);
        const uint64_t until = p.to_gate();  // the first leaves the queue, from the first store on
        scenario s;
        s.push(word::setc16(56, track_all)).settle().push(no_effect).mark("begin").store(config + 40, 0);
        for (unsigned i = 1; i < n; ++i) s.store(local, i);
        const run_result r = s.mark("end").run(args);
        const uint64_t last_enters = n <= entries ? n - 1 : std::max<uint64_t>(n - 1, until + (n - 1 - entries));
        CHECK(r.mark("end") - r.mark("begin") == last_enters + p("player.store_cycles"));
      }
}

TEST_CASE("store queue: loads of other bytes and regions go ahead, loads of registers and of the same bytes wait", "[riscv]") {
  const arguments args{"--set", "frontend.stage_latency_cycles=20"};
  const parameter_values p(args);
  const uint64_t until = p.to_gate(), from_ram = p("riscv.local_load_cycles");
  const auto cycles_of = [&](uint32_t second_store, uint32_t loaded) {
    scenario s;
    s.push(word::setc16(56, track_all)).settle().push(no_effect).mark("begin").store(config + 40, 0).store(second_store, 5);
    load(s, "t0", loaded).mark("end");
    const run_result r = s.run(args);
    return r.mark("end") - r.mark("begin");
  };
  CHECK(cycles_of(local, local + 8) == 2 + from_ram);
  CHECK(cycles_of(local, clock_low) == 2 + p("riscv.control_load_cycles"));
  CHECK(cycles_of(local, local) == until + 1 + from_ram);  // the second store leaves a cycle after the first
  // A register: after both, and when the configuration unit has written (its stage 0 is a travel later, then one cycle).
  const uint64_t written = until + p("riscv.store_travel_cycles") + 1;
  CHECK(cycles_of(local, gpr) == std::max(written, until + 1) + p("riscv.register_load_cycles"));
}

TEST_CASE("store queue: a push behind a held store enters the FIFO after it", "[riscv]") {
  // The pushed instruction copies Config word 10 to a GPR: it must see what the held store writes.
  scenario s;
  const uint32_t rdcfg = word_of(opcode::RDCFG) | insn::RDCFG::cfg_reg.place(10) | insn::RDCFG::gpr_address.place(30);
  s.config(10, 0x11).push(word::setc16(56, track_all)).settle().push(word::rmwcib(0, 10, 0xff, 0x33));
  s.store(config + 40, 0x77).push(rdcfg).mark("pushed").settle().line("t0 copy " + hex(gpr + 4 * 30) + " 0x100");
  s.line("out 0x100 4");
  const run_result r = s.run({"--set", "frontend.stage_latency_cycles=20"});
  CHECK(r.outs.at(0) == "out 0x100 77000000");
}

TEST_CASE("store queue: a load of a GPR waits for the instruction pushed behind the held store that writes it", "[riscv]") {
  scenario s;
  s.store(gpr + 4 * 30, 0x11).push(word::setc16(56, track_all)).settle().push(no_effect);
  s.store(config + 40, 0)
      .push(word::setdmareg(30, 0, 0x77))
      .line("t0 copy " + hex(gpr + 4 * 30) + " 0x100")
      .line("out 0x100 4");
  CHECK(s.run({"--set", "frontend.stage_latency_cycles=20"}).outs.at(0) == "out 0x100 77000000");
}

TEST_CASE("store queue: loads and queued stores of L1 do not disturb each other", "[riscv]") {
  for (unsigned delay = 0; delay < 40; ++delay)
    for (const char* stages : {"1", "8"}) {
      CAPTURE(delay, stages);
      scenario s;  // B keeps L1's port busy; the first store is held, those to L1 wait behind it
      s.line("l1w 0x200 0xaaaa0001").push(word::setc16(56, track_all)).sync().push(word::rmwcib(0, 10, 0, 0));
      s.store(config + 40, 5)
          .store(0x100, 0x11111111)
          .store(0x110, 0x22222222)
          .delay(delay)
          .line("t0 copy 0x200 0x300")
          .settle();
      s.line("b loop 100").line("b st 0x2000 1").line("b endloop").line("out 0x100 4").line("out 0x110 4").line("out 0x300 4");
      const run_result r = s.run({"--set", std::string("frontend.stage_latency_cycles=") + stages});
      CHECK(r.outs == std::vector<std::string>{"out 0x100 11111111", "out 0x110 22222222", "out 0x300 0100aaaa"});
    }
}

TEST_CASE("Auto TTSync: a GPR store behind a WRCFG does not change what it writes", "[riscv]") {
  for (const char* travel : {"1", "2", "5"})
    for (const bool wide : {false, true}) {
      CAPTURE(travel, wide);
      scenario s;
      s.push(word::setc16(56, track_all)).sync().store(gpr + 4 * 16, 0x11).line("t0 ld " + hex(gpr)).delay(20);
      s.push(word_of(opcode::WRCFG) | insn::WRCFG::cfg_reg.place(180) | insn::WRCFG::gpr_address.place(16) |
             insn::WRCFG::wr128b.place(wide));
      s.store(gpr + 4 * 16, 0x99).sync().line("t0 copy " + hex(config + 4 * 180) + " 0x100").line("out 0x100 4");
      CHECK(s.run({"--set", std::string("riscv.store_travel_cycles=") + travel}).outs.at(0) == "out 0x100 11000000");
    }
}

TEST_CASE("store queue: a store that can never leave is a deadlock and is named", "[riscv]") {
  scenario s;
  s.push(word::setc16(56, track_all)).settle();
  s.push(word::semwait(block_all, 1, 1)).push(no_effect).store(config + 40, 1);
  const run_result r = s.run_any();
  CHECK(r.status == 3);
  INFO(r.errors);
  CHECK(r.errors.find("its oldest store is held by Auto TTSync") != std::string::npos);
}

// ---- What is diagnosed ----------------------------------------------------------------------------------------------------

TEST_CASE("accesses that mean nothing are diagnosed by place", "[riscv]") {
  struct row {
    std::string line, text;
  };
  const row rows[] = {
      {"t0 ld 0x180010", "nearest region: L1 0x00000000 to 0x0017ffff"},
      {"t0 ld 0xFFB80030", "nearest region: MOP configuration"},
      {"t1 st 0xFFE80044 1", "is not accessible to t1; nearest region: PCBuf"},
      {"b ld 0xFFBD8000", "is not accessible to b; nearest region: Dst window"},
      {"t0 ld 0xFFE40000", "instruction FIFO of thread T0), which cannot be read"},
      {"t0 ld 0xFFB80008", "MOP configuration word 2), which cannot be read"},
      {"t0 st 0xFFEF0A80 1", "ThreadConfig of thread T0 register 0), which cannot be written"},
      {"t0 ld 0xFFB20008", ""},
      {"b st 0xFFB30000 1", ""},
      {"b ld 0xFFB3F000", "load of NoC 1: no register (0xffb3f000)"},
      {"b ld 0xFFB13000", "BRISC_SW_INT_EN), which is not modelled"},
      {"b ld 0xFFB13138", "pc of b), which is not modelled"},
      {"b ld 0xFFB12100", ""},
      {"b ld 0xFFB121D0", "ECC_CTRL), which is not modelled"},
      {"t0 ld 0xFFEF0001", "which is not a multiple of them"},
      {"t0 ld 0xFFBD8000\n", ""},
  };
  for (const row& x : rows) {
    CAPTURE(x.line);
    scenario s;
    const run_result r = s.line(x.line).run_any();
    CHECK((r.status == 0) == x.text.empty());
    INFO(r.errors);
    CHECK(r.errors.find(x.text) != std::string::npos);
  }
}

}  // namespace riscv_timing_test
