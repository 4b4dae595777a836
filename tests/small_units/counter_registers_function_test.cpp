// SPDX-License-Identifier: Apache-2.0
// The registers of the performance counters, with a source whose counts are known: everything counts one a cycle.
#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "models/riscv_port/counter_registers_function.h"

using namespace tensix;

namespace counter_registers_test {
namespace {

constexpr uint32_t instrn = 0x000, unpack = 0x00c, fpu = 0x018, l1 = 0x030, all = 0x03c, pack = 0x0f0, mux = 0x218;
const std::map<uint32_t, uint32_t> out_of = {{instrn, 0x100}, {unpack, 0x108}, {pack, 0x110}, {l1, 0x118}, {fpu, 0x120}};

struct clock_source : counter_source_if {
  uint64_t now = 1000;
  struct window {
    uint64_t from = 0, to = ~uint64_t{0}, stopped = ~uint64_t{0};
    bool started = false;
  } of[counter_banks];
  window& at(counter_bank b) { return of[static_cast<unsigned>(b)]; }
  uint64_t next_cycle() const override { return now; }
  void start(counter_bank b, uint64_t from) override { at(b) = {from, ~uint64_t{0}, ~uint64_t{0}, true}; }
  void end_at(counter_bank b, uint64_t to) override { at(b).to = to; }
  void stop(counter_bank b, uint64_t at_cycle) override { at(b).stopped = at_cycle; }
  uint64_t value(counter_bank b, const counted&) override {
    const window& w = at(b);
    return w.started ? std::min({now, w.to, w.stopped}) - w.from : 0;
  }
};

struct bench {
  clock_source source;
  counter_registers registers;
  diagnostics diagnose;
  bench() { registers.source = &source; }
  void store(uint32_t offset, uint32_t value) { registers.store(diagnose, "core", offset, value); }
  uint32_t load(uint32_t offset) { return registers.load(diagnose, "core", offset); }
  uint32_t cycles(uint32_t bank) { return load(out_of.at(bank)); }
  uint32_t count(uint32_t bank) { return load(out_of.at(bank) + 4); }
  std::string remarks() const {
    std::string text;
    for (const diagnosis& d : diagnose.remarks()) text += d.text + "\n";
    return text;
  }
};

}  // namespace

TEST_CASE("counters: start clears, both act on rising edges only", "[counters]") {
  bench b;
  CHECK(b.cycles(fpu) == 0);
  b.store(fpu + 8, 1);
  b.source.now += 70;
  CHECK(b.cycles(fpu) == 70);
  CHECK(b.count(fpu) == 70);
  b.store(fpu + 8, 1);  // no edge: goes on
  b.source.now += 30;
  CHECK(b.cycles(fpu) == 100);
  b.store(fpu + 8, 2);
  b.source.now += 500;
  CHECK(b.cycles(fpu) == 100);
  CHECK(b.count(fpu) == 100);
  b.store(fpu + 8, 2);  // no edge
  b.store(fpu + 8, 0);
  CHECK(b.cycles(fpu) == 100);
  b.store(fpu + 8, 1);
  CHECK(b.cycles(fpu) == 0);
  CHECK(b.count(fpu) == 0);
  b.source.now += 5;
  b.store(fpu + 8, 0);  // no edge: goes on
  b.store(fpu + 8, 1);  // while it counts: begins anew
  b.source.now += 3;
  CHECK(b.cycles(fpu) == 3);
  CHECK(b.cycles(instrn) == 0);
  CHECK(b.load(fpu + 8) == 1);
  CHECK(b.diagnose.remarks().empty());
}

TEST_CASE("counters: PERF_CNT_ALL drives FPU and INSTRN_THREAD, each other bank its own register", "[counters]") {
  bench b;
  b.store(all, 1);
  b.source.now += 10;
  b.store(all, 2);  // 1 to 2: start falls, stop rises
  b.source.now += 10;
  CHECK(b.load(all) == 2);
  for (const uint32_t bank : {instrn, fpu}) CHECK(b.cycles(bank) == 10);
  for (const uint32_t bank : {unpack, pack, l1}) CHECK(b.cycles(bank) == 0);
  for (const uint32_t bank : {unpack, pack, l1}) {
    CAPTURE(bank);
    b.store(bank + 8, 1);
    b.source.now += 7;
    b.store(bank + 8, 2);
    CHECK(b.cycles(bank) == 7);
  }
  for (const uint32_t bank : {instrn, fpu}) CHECK(b.cycles(bank) == 10);
}

TEST_CASE("counters: mode 1 ends by itself in the cycle of its period, modes 0 and 2 do not", "[counters]") {
  for (const uint32_t mode : {0u, 1u, 2u}) {
    CAPTURE(mode);
    bench b;
    constexpr uint32_t period = 50;
    b.store(fpu, period);
    b.store(fpu + 4, 257u << 8 | mode);
    CHECK(b.load(fpu) == period);
    CHECK(b.load(fpu + 4) == (257u << 8 | mode));
    b.store(fpu + 8, 1);
    const uint64_t began = b.source.now;
    for (const uint64_t after : {period - 1, period, period + 1, 3 * period}) {
      CAPTURE(after);
      b.source.now = began + after;
      const uint64_t counted = mode == 1 ? std::min<uint64_t>(after, period) : after;
      CHECK(b.count(fpu) == counted);
      CHECK(b.cycles(fpu) == (mode == 2 ? 0 : counted));
    }
  }
}

TEST_CASE("counters: other modes on the way", "[counters]") {
  bench b;
  b.store(fpu, 100);
  b.store(fpu + 8, 1);
  b.source.now += 30;
  b.store(fpu + 4, 2);  // cycles are kept no more
  b.source.now += 40;
  CHECK(b.cycles(fpu) == 30);
  CHECK(b.count(fpu) == 70);
  b.store(fpu + 4, 1);  // 70 are left of the period
  b.source.now += 69;
  CHECK(b.cycles(fpu) == 99);
  b.source.now += 500;
  CHECK(b.cycles(fpu) == 100);
  CHECK(b.count(fpu) == 140);
  b.store(fpu + 4, 0);  // it is over: another mode does not begin it again
  b.source.now += 10;
  CHECK(b.cycles(fpu) == 100);
  b.store(fpu, 0);
  b.store(fpu + 4, 1);
  b.store(fpu + 8, 0);
  b.store(fpu + 8, 1);
  b.source.now += 10;
  CHECK(b.cycles(fpu) == 0);
  CHECK(b.diagnose.remarks().empty());
}

TEST_CASE("counters: what is not public is said, and the program goes on", "[counters]") {
  bench b;
  const auto read = [&](uint32_t bank, uint32_t select) {
    b.store(bank + 4, select << 8);
    return b.count(bank);
  };
  for (const uint32_t bank : {instrn, fpu, unpack, pack, l1}) b.store(bank + 8, 1);
  b.source.now += 9;
  // All lists agree.
  for (const uint32_t select : {0u, 1u, 257u}) CHECK(read(fpu, select) == 9);
  for (const uint32_t select : {0u, 8u, 12u, 16u, 23u, 24u, 26u, 31u, 44u, 57u, 256u, 283u}) CHECK(read(instrn, select) == 9);
  for (const uint32_t select : {7u, 10u}) CHECK(read(unpack, select) == 9);
  CHECK(read(pack, 18) == 9);
  CHECK(b.remarks() == "");
  // Two orders of the waits: 31 + 9 x thread + reason, and 31 + 3 x reason + thread.
  static constexpr const char* reasons[] = {"THCON_IDLE",  "UNPACK_IDLE", "PACK_IDLE", "MATH_IDLE", "NONZERO_SEM",
                                            "NONFULL_SEM", "MOVE_IDLE",   "CFG_IDLE",  "SFPU_IDLE"};
  for (unsigned s = 31; s <= 57; ++s) {
    CAPTURE(s);
    const size_t before = b.diagnose.remarks().size();
    CHECK(read(instrn, s) == 9);
    const unsigned i = s - 31;
    const bool agree = s == 31 || s == 44 || s == 57;
    REQUIRE(b.diagnose.remarks().size() == before + !agree);
    if (agree) continue;
    const std::string& text = b.diagnose.remarks().back().text;
    for (const std::string& name : {reasons[i % 9] + std::string("_") + std::to_string(i / 9),
                                    reasons[i / 3] + std::string("_") + std::to_string(i % 3), "select " + std::to_string(s)})
      CHECK(text.find(name) != std::string::npos);
    read(instrn, s);
    CHECK(b.diagnose.remarks().size() == before + 1);  // once
  }
  CHECK(read(instrn, 264) == 9);
  CHECK(b.remarks().find("select 264 of bank INSTRN_THREAD is read as THREAD_INSTRUCTIONS_1, but") != std::string::npos);
  // Not given, and not known: 0.
  for (const auto& [bank, select, text] :
       {std::tuple(instrn, 29u, "(WAITING_FOR_SRCA_VALID) is read, which the model does not give"),
        {unpack, 261u, "(SRCA_WRITE_NOT_BLOCKED_OVR) is read"},
        {instrn, 9u, "select 9 of bank INSTRN_THREAD is read: no public list"},
        {fpu, 256u, "select 256 of bank FPU is read: no public list"},
        {l1, 0u, "select 0 of bank L1, position 0 (L1_0_UNPACKER_0)"}}) {
    CAPTURE(text);
    CHECK(read(bank, select) == 0);
    CHECK(b.remarks().find(text) != std::string::npos);
  }
  b.store(mux, 3u << 4 | 0xf);
  CHECK(b.load(mux) == (3u << 4 | 0xf));
  CHECK(b.remarks().find("PERF_CNT_MUX_CTRL chooses position 3 while bank L1 counts position 0") != std::string::npos);
  b.store(l1 + 8, 0);
  b.store(l1 + 8, 1);
  read(l1, 4);
  CHECK(b.remarks().find("position 3 (L1_3_EXT_PACKER_2)") != std::string::npos);
  CHECK(b.remarks().find("L1_3_NOC_RING3_PORT_4") != std::string::npos);
  b.store(fpu + 8, 0);
  b.store(fpu + 4, 7);
  b.store(fpu + 8, 3);
  CHECK(b.remarks().find("in mode 7: known are 0, 1 and 2") != std::string::npos);
  CHECK(b.remarks().find("start and stop of bank FPU rise in one store") != std::string::npos);
  CHECK(b.cycles(fpu) == 0);
  CHECK_FALSE(b.diagnose.any());
  CHECK_FALSE(b.diagnose.stop());
}

TEST_CASE("counters: without a source there are no such registers; outputs change by themselves", "[counters]") {
  bench b;
  counter_registers none;
  uint32_t value = 0;
  unsigned known = 0;
  for (uint32_t offset = 0; offset < 0x250; offset += 4) {
    CHECK_FALSE(none.has(offset));
    if (!b.registers.has(offset)) continue;
    ++known;
    const bool output = offset >= 0x100 && offset <= 0x124;
    CHECK(b.registers.peek(offset, value) != output);
  }
  CHECK(known == 5 * 5 + 2);
}

TEST_CASE("counters: every select once, every name once", "[counters]") {
  std::set<std::string> names;
  std::set<std::tuple<int, unsigned, unsigned>> selects;
  std::map<std::string, unsigned> of_bank;
  for (const hardware_counter& c : hardware_counters()) {
    CAPTURE(c.name);
    CHECK(names.insert(c.name).second);
    CHECK(selects.insert({static_cast<int>(c.bank), c.position, c.select}).second);
    CHECK(hardware_counter_at(c.bank, c.position, c.select) == &c);
    CHECK(c.select < 512);
    CHECK((c.given() ? !c.account.empty() : !c.doubt.empty()));
    ++of_bank[name(c.bank)];
  }
  // As many as tt-metal's list for Blackhole has.
  CHECK(of_bank == std::map<std::string, unsigned>{
                       {"INSTRN_THREAD", 59}, {"FPU", 3}, {"TDMA_UNPACK", 18}, {"TDMA_PACK", 5}, {"L1", 5 * 16 + 4}});
}

TEST_CASE("counters: the page is the table", "[counters]") {
  const std::string page = std::string(TENSIX_TEST_DATA) + "/../docs/generated/counters.md";
  if (std::getenv("TENSIX_UPDATE_DOCS")) std::ofstream(page) << hardware_counters_markdown();
  std::ifstream file(page);
  std::stringstream text;
  text << file.rdbuf();
  INFO("to renew it: TENSIX_UPDATE_DOCS=1 test_small_units '[counters]'");
  CHECK(text.str() == hardware_counters_markdown());
}

}  // namespace counter_registers_test
