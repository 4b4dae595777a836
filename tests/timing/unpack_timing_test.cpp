// SPDX-License-Identifier: Apache-2.0
// What UNPACR takes: alone at each speed, both unpackers at once (documented arbitration table), and modes that force a speed.
// Source: ISA documentation, UNPACR_Regular (performance).
#include <algorithm>

#include "catch.h"
#include "timing/scenario.h"

using namespace tensix;
using namespace tensix::timing;

namespace unpack_timing_test {
namespace {

constexpr uint64_t beat = 16;
uint64_t ceil_div(uint64_t a, uint64_t b) { return (a + b - 1) / b; }

struct measured {
  uint64_t taken;  // mark "end" - mark "begin": push of the UNPACR to return of the `sync`
  run_result result;
};
measured measure(const unpack_setup& u, const arguments& args, const std::vector<std::string>& l1 = {}) {
  scenario s;
  for (const auto& l : l1) s.line(l);
  configure(s, u);
  s.mark("begin").push(unpacr(u.unpacker)).sync().mark("end");
  measured m{0, s.run(args)};
  m.taken = m.result.mark("end") - m.result.mark("begin");
  return m;
}

// Everything but the fetch: to the gate, address phase, pipeline behind L1, TTSync load. The same for every size and speed.
uint64_t setup_of(const parameter_values& p, bool compressed = false) {
  return p.to_gate() + p(compressed ? "unpacker.compressed_address_phase_cycles" : "unpacker.address_phase_cycles") +
         p("unpacker.pipeline_latency_cycles") + p.unit_sync();
}

const arguments documented{"--config", "documented"};

}  // namespace

TEST_CASE("an UNPACR alone takes setup + N/16, N/32, N/64 cycles at x1, x2, x4", "[unpack]") {
  const parameter_values p(documented);
  REQUIRE(p("throttle.bytes.x1") == 16);
  REQUIRE(p("throttle.bytes.x2") == 32);
  REQUIRE(p("throttle.bytes.x4") == 64);
  const unsigned unpacker = GENERATE(0u, 1u);
  const unsigned wish = GENERATE(0u, 1u, 2u);
  CAPTURE(unpacker, speed_name[wish]);
  // One process for all sizes: FP32 datums, four bytes each; 4096 bytes fill a Src bank.
  const std::vector<uint32_t> sizes{64, 256, 272, 512, 1008, 1024, 2048, 4096};
  scenario s;
  for (uint32_t bytes : sizes) {
    unpack_setup u;
    u.unpacker = unpacker;
    u.in = 0, u.out = 5;
    u.datums = bytes / 4;
    u.wish = static_cast<speed>(wish);
    configure(s, u);
    s.mark("begin" + std::to_string(bytes)).push(unpacr(unpacker)).sync().mark("end" + std::to_string(bytes));
  }
  const run_result r = s.run(documented);
  for (uint32_t bytes : sizes) {
    CAPTURE(bytes);
    const std::string n = std::to_string(bytes);
    CHECK(r.mark("end" + n) - r.mark("begin" + n) == setup_of(p) + ceil_div(bytes, 16u << wish));
  }
}

TEST_CASE("on Blackhole Throttle_mode counts only with the override; otherwise the eight ports are used", "[unpack]") {
  const parameter_values p({});
  REQUIRE(p("throttle.bytes.x4") == 128);
  const unsigned unpacker = GENERATE(0u, 1u);
  const unsigned wish = GENERATE(0u, 1u, 2u);
  CAPTURE(unpacker, speed_name[wish]);
  unpack_setup u;
  u.unpacker = unpacker;
  u.in = 0;
  u.datums = 512;  // 2048 bytes
  u.wish = static_cast<speed>(wish);
  u.throttle_override = true;
  CHECK(measure(u, {}).taken == setup_of(p) + 2048 / p(std::string("throttle.bytes.") + speed_name[wish]));
  u.throttle_override = false;
  CHECK(measure(u, {}).taken == setup_of(p) + 2048 / 128);
}

TEST_CASE("Throttle_mode 3 is reported where it would choose a speed", "[unpack]") {
  const auto told = [](const unpack_setup& u, const arguments& args) {
    scenario s;
    configure(s, u);
    s.push(unpacr(u.unpacker)).sync();
    const run_result r = s.run_any(args);
    const bool reported = r.errors.find("Throttle_mode 3") != std::string::npos;
    CHECK(r.status == (reported ? 1 : 0));
    return reported;
  };
  for (unsigned unpacker : {0u, 1u}) {
    unpack_setup u;
    u.unpacker = unpacker;
    u.wish = static_cast<speed>(3);
    CHECK(told(u, documented));
    CHECK(told(u, {}));
    u.throttle_override = false;
    CHECK(told(u, documented));
    CHECK_FALSE(told(u, {}));
    u.in = u.out = 15;  // BFP2 is always x1
    CHECK_FALSE(told(u, documented));
  }
}

TEST_CASE("what is wrong with an UNPACR's write is reported in the cycle of the write", "[unpack]") {
  // 64 rows from SrcB's row 16 on, whose banks the matrix unit has until cycle `held`.
  const parameter_values p({});
  constexpr uint64_t held = 3000;
  unpack_setup u;
  u.unpacker = 1;
  u.datums = 1024;
  scenario s;
  fill_sources(s);
  s.push(word::setc16(tcfg::SRCB_SET_Base.reg, tcfg::SRCB_SET_Base.place(1))).settle();
  fill_sources(s);  // the other banks; then rows count from 16 on
  configure(s, u);
  s.push(unpacr(1)).sync().mark("end");
  s.thread(1).delay(held).push(clear_dvalid(2));
  const run_result r = s.run({"--on-undefined=warn"});
  CHECK(r.diagnosed("SrcB has rows 0..63, not row 79") == r.mark("end") - p.unit_sync());
  CHECK(r.mark("end") > held);
}

TEST_CASE("the unpacker's latencies are parameters", "[unpack]") {
  const arguments args{"--config", "documented",
                       "--set",    "unpacker.address_phase_cycles=7",
                       "--set",    "unpacker.pipeline_latency_cycles=11",
                       "--set",    "riscv.ttsync_load_cycles=3"};
  const parameter_values p(args);
  unpack_setup u;
  u.datums = 512;  // 1024 bytes
  u.wish = speed::x2;
  CHECK(measure(u, args).taken == 3 + 7 + 1024 / 32 + 11 + 3);
  CHECK(setup_of(p) == 3 + 7 + 11 + 3);
}

TEST_CASE("a thread issues its next instruction when the address phase ends, and UNPACRs fetch back to back", "[unpack]") {
  // n UNPACRs of one unpacker: the address phases (2 cycles) hide behind the fetches (16 cycles), so only the first shows.
  const parameter_values p(documented);
  const unsigned n = GENERATE(1u, 2u, 3u, 6u);
  CAPTURE(n);
  scenario s;
  unpack_setup u;
  u.datums = 128;  // 256 bytes at x1: 16 cycles
  configure(s, u);
  s.mark("begin").push(unpacr(0), n).sync().mark("end");
  const run_result r = s.run(documented);
  CHECK(r.mark("end") - r.mark("begin") == setup_of(p) + 16 * n);
}

// ---- Both unpackers --------------------------------------------------------------------------------------------------------

namespace {

// The table of the ISA documentation (UNPACR_Regular): wishes of unpackers 0 and 1, and what both get while both fetch.
struct cell {
  unsigned wish0, wish1, granted0, granted1;  // log2 of beats a cycle: x1 0, x2 1, x4 2
};
constexpr cell table[] = {{0, 0, 0, 0}, {0, 1, 0, 1}, {0, 2, 0, 2}, {1, 0, 1, 0}, {1, 1, 0, 0},
                          {1, 2, 0, 1}, {2, 0, 2, 0}, {2, 1, 1, 0}, {2, 2, 1, 1}};

uint64_t bank_conflicts(const run_result& r) {
  uint64_t sum = 0;
  for (const auto& n : r.metrics.at("l1").at("bank_conflicts")) sum += n.get<uint64_t>();
  return sum;
}

struct both_ends {
  uint64_t end[2], begin[2];
  run_result result;
};

// Both threads push one UNPACR of 4096 bytes in the same cycle or `lag1` cycles apart. With 256 banks, the faster one 16 beats
// ahead of the other (128 if they are equally fast), they never meet in a bank: what remains is the arbitration.
both_ends fetch_both(const cell& c, uint32_t bytes0, uint32_t bytes1, const arguments& args) {
  const uint32_t base = 0x40000;  // bank 0
  const bool first_is_faster = c.granted0 > c.granted1;
  scenario s;
  for (unsigned i = 0; i < 2; ++i) {
    unpack_setup u;
    u.unpacker = i;
    u.in = 0;
    u.datums = (i ? bytes1 : bytes0) / 4;
    u.wish = static_cast<speed>(i ? c.wish1 : c.wish0);
    u.address = base + ((i == 0) != first_is_faster ? 0 : c.granted0 == c.granted1 ? 128 * beat : 16 * beat);
    configure(s, u);
  }
  // Semaphore 3 starts both: thread 1 sees it while thread 0 waits a little.
  s.push(word::seminit(3, 1)).settle();
  s.thread(1).push(word::set_adc_x(2, bytes1 / 4)).push(word::setc16(unpack_misc_cfg_register, 0)).sync();
  s.line("t1 poll 0xffe8002c 0xff 0x1");
  s.thread(1).mark("begin").push(unpacr(1)).sync().mark("end");
  s.thread(0).store(riscv_address::semaphores + 4 * 3, 0).delay(6).mark("begin").push(unpacr(0)).sync().mark("end");
  both_ends b;
  b.result = s.run(args);
  for (unsigned i = 0; i < 2; ++i) b.begin[i] = b.result.mark("begin", i), b.end[i] = b.result.mark("end", i);
  return b;
}

}  // namespace

TEST_CASE("two unpackers at once get what the documented table grants", "[unpack]") {
  const arguments args{"--config", "documented", "--set", "l1.banks=256"};
  const parameter_values p(args);
  const int index = GENERATE(range(0, 9));
  const uint32_t bytes0 = GENERATE(4096u, 3072u);
  const cell c = table[index];
  CAPTURE(speed_name[c.wish0], speed_name[c.wish1], bytes0);
  const uint32_t bytes[2] = {bytes0, 4096};
  const both_ends b = fetch_both(c, bytes[0], bytes[1], args);

  // One address phase at a time; thread 0 first if they arrive in the same cycle.
  const uint64_t phase = p("unpacker.address_phase_cycles");
  uint64_t accepted[2] = {b.begin[0] + p.to_gate(), b.begin[1] + p.to_gate()};
  const unsigned first = accepted[0] <= accepted[1] ? 0 : 1;
  accepted[first ^ 1] = std::max(accepted[first ^ 1], accepted[first] + phase);
  const uint64_t starts[2] = {accepted[0] + phase, accepted[1] + phase};

  // Cycle by cycle: alone at the wish, together at the grant.
  const uint64_t wish[2] = {1ull << c.wish0, 1ull << c.wish1}, granted[2] = {1ull << c.granted0, 1ull << c.granted1};
  int64_t left[2] = {static_cast<int64_t>(bytes[0] / beat), static_cast<int64_t>(bytes[1] / beat)};
  uint64_t done[2] = {0, 0}, together = 0;
  for (uint64_t cycle = std::min(starts[0], starts[1]); left[0] > 0 || left[1] > 0; ++cycle) {
    const bool active[2] = {cycle >= starts[0] && left[0] > 0, cycle >= starts[1] && left[1] > 0};
    together += active[0] && active[1];
    for (unsigned i = 0; i < 2; ++i) {
      if (!active[i]) continue;
      left[i] -= static_cast<int64_t>(active[i ^ 1] ? granted[i] : wish[i]);
      if (left[i] <= 0) done[i] = cycle + 1;
    }
  }
  CHECK(together >= 40);  // long enough to be the steady state
  for (unsigned i = 0; i < 2; ++i) {
    CAPTURE(i);
    CHECK(b.end[i] == done[i] + p("unpacker.pipeline_latency_cycles") + p.sync_load());
  }
  CHECK(bank_conflicts(b.result) == 0);
}

TEST_CASE("what an unpacker gets less than it wished for is booked as lost to the arbitration", "[unpack]") {
  // Both fetch 256 beats, 64 KiB of banks apart; while both are active each gets x1 instead of x2 (x2 instead of x4): half.
  const arguments args{"--config", "documented", "--set", "l1.banks=256"};
  const unsigned wish = GENERATE(1u, 2u);
  const parameter_values p(args);
  const cell c = table[wish == 1 ? 4 : 8];
  REQUIRE(c.wish0 == wish);
  REQUIRE(c.wish1 == wish);
  const both_ends b = fetch_both(c, 4096, 4096, args);
  for (const char* unpacker : {"unpacker0", "unpacker1"}) {
    CAPTURE(unpacker);
    const uint64_t lost = b.result.stall("units", unpacker, "throttle_arbitration");
    const uint64_t busy = b.result.metrics.at("units").at(unpacker).at("busy").get<uint64_t>();
    const uint64_t alone = 256u >> wish;
    // The few cycles at the ends in which the other does not fetch (two address phases at most) are not lost.
    CHECK(lost <= alone);
    CHECK(lost + 4 >= alone);
    CHECK(busy >= alone);
    CHECK(busy <= alone + 8 + p("unpacker.pipeline_latency_cycles"));
  }
}

TEST_CASE("with private ports nobody is arbitrated", "[unpack]") {
  const arguments args{"--set", "l1.banks=256"};
  const parameter_values p(args);
  const int index = GENERATE(range(0, 9));
  const cell c = table[index];
  cell all = c;  // for the choice of addresses
  all.granted0 = c.wish0, all.granted1 = c.wish1;
  const both_ends b = fetch_both(all, 4096, 4096, args);
  const uint64_t phase = p("unpacker.address_phase_cycles");
  uint64_t accepted[2] = {b.begin[0] + p.to_gate(), b.begin[1] + p.to_gate()};
  const unsigned first = accepted[0] <= accepted[1] ? 0 : 1;
  accepted[first ^ 1] = std::max(accepted[first ^ 1], accepted[first] + phase);
  const unsigned wish[2] = {c.wish0, c.wish1};
  CHECK(bank_conflicts(b.result) == 0);
  for (unsigned i = 0; i < 2; ++i) {
    CAPTURE(i, speed_name[wish[i]]);
    const uint64_t rate = p(std::string("throttle.bytes.") + speed_name[wish[i]]);
    CHECK(b.end[i] == accepted[i] + phase + 4096 / rate + p("unpacker.pipeline_latency_cycles") + p.unit_sync());
  }
}

// ---- Forced speeds ---------------------------------------------------------------------------------------------------------

TEST_CASE("compressed data is fetched at x1, and its address phase is longer", "[unpack]") {
  const parameter_values p(documented);
  const unsigned wish = GENERATE(0u, 1u, 2u);
  CAPTURE(speed_name[wish]);
  REQUIRE(p("unpacker.compressed_address_phase_cycles") > p("unpacker.address_phase_cycles"));
  unpack_setup u;
  u.compressed = true;
  u.datums = 256;
  u.wish = static_cast<speed>(wish);
  // Row starts 0 and 256 in the first 16 bytes, then 8 blocks of 32 BF16 datums and 32 counts of zeroes (all 0): 80 bytes each.
  const measured m = measure(u, documented, {"l1w 0x20000 0x01000000"});
  CHECK(m.taken == setup_of(p, true) + 8 * 80 / 16);
}

TEST_CASE("tilize always fetches at x4", "[unpack]") {
  const parameter_values p(documented);
  const unsigned wish = GENERATE(0u, 1u, 2u);
  CAPTURE(speed_name[wish]);
  unpack_setup u;
  u.in = 0;
  u.datums = 256;
  u.tilize = true;
  u.row_stride = 512;  // rows of 32 datums, 128 bytes: eight beats next to each other
  u.wish = static_cast<speed>(wish);
  CHECK(measure(u, documented).taken == setup_of(p) + 1024 / 64);
}

TEST_CASE("upsampling by four or more is fetched at x1, by two at x2 at most", "[unpack]") {
  const parameter_values p(documented);
  const unsigned wish = GENERATE(0u, 1u, 2u);
  const unsigned rate = GENERATE(0u, 1u, 2u, 3u);  // zeroes behind each datum: 0, 1, 3, 7
  CAPTURE(speed_name[wish], rate);
  unpack_setup u;
  u.datums = 64;  // 128 bytes; times eight they fit into a Src bank
  u.upsample_rate = rate;
  u.wish = static_cast<speed>(wish);
  const uint64_t fetched_at = rate >= 2 ? 16 : rate == 1 ? std::min(32u, 16u << wish) : 16u << wish;
  CHECK(measure(u, documented).taken == setup_of(p) + 128 / fetched_at);
}

TEST_CASE("BFP2 is fetched at x1", "[unpack]") {
  const parameter_values p(documented);
  const unsigned wish = GENERATE(0u, 1u, 2u);
  CAPTURE(speed_name[wish]);
  unpack_setup u;
  u.in = 15;
  u.out = 15;
  u.datums = 1024;  // 256 bytes; the 64 bytes of exponents come meanwhile through their own port, from other banks
  u.wish = static_cast<speed>(wish);
  CHECK(measure(u, documented).taken == setup_of(p) + 256 / 16);
}

TEST_CASE("BFP4 to Dst is fetched at x2 at most, to SrcA at what is wished", "[unpack]") {
  const parameter_values p(documented);
  const unsigned wish = GENERATE(0u, 1u, 2u);
  CAPTURE(speed_name[wish]);
  unpack_setup u;
  u.in = 7;
  u.out = 7;
  u.datums = 1024;  // 512 bytes, and 64 bytes of exponents meanwhile: four beats, one a cycle
  u.wish = static_cast<speed>(wish);
  CHECK(measure(u, documented).taken == setup_of(p) + 512 / (16u << wish));
  u.to_dst = true;
  CHECK(measure(u, documented).taken == setup_of(p) + 512 / std::min(32u, 16u << wish));
}

}  // namespace unpack_timing_test
