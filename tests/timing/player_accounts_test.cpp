// SPDX-License-Identifier: Apache-2.0
// Where the cycles of played cores and of feeds went, by closed formulas of the parameters.
#include "catch.h"
#include "timing/scenario.h"

using namespace tensix;
using namespace tensix::timing;

namespace player_accounts_test {
namespace {

constexpr uint32_t word_address = 0x1000;
const arguments none;

uint64_t busy(const run_result& r, const char* group, const char* who) {
  return r.metrics.at(group).at(who).at("busy").get<uint64_t>();
}
uint64_t idle(const run_result& r, const char* group, const char* who) {
  return r.metrics.at(group).at(who).at("idle").get<uint64_t>();
}

}  // namespace

TEST_CASE("a player's delays, stores and pushes are work, its loads are not", "[accounts]") {
  const parameter_values p(none);
  scenario s;
  s.delay(100).store(word_address, 7).store(word_address + 16, 8).push(no_effect, 5).line("t0 copy 0x1000 0x1010").mark("end");
  const run_result r = s.run();
  // A store to L1 takes a cycle there beside its own.
  CHECK(busy(r, "cores", "core_t0") == 100 + 3 * (1 + p("player.store_cycles")) + 5 * p("player.push_cycles"));
  CHECK(r.stall("cores", "core_t0", "l1_load") == p("riscv.l1_load_cycles"));
  CHECK(r.stall("cores", "core_t0", "sync_load") >= p.sync_load());
  CHECK(busy(r, "cores", "core_t0") + p("riscv.l1_load_cycles") + r.stall("cores", "core_t0", "sync_load") +
            r.stall("cores", "core_t0", "store_queue_full") + idle(r, "cores", "core_t0") ==
        r.metrics.at("cycles").get<uint64_t>());
}

// T1 stores when 500 cycles are over: T0 has polled until then, under the word's name, and the load that brings it is its own.
TEST_CASE("a poll is told by its word, and ends with one load", "[accounts]") {
  const parameter_values p(none);
  scenario s;
  s.thread(0).poll(word_address, 1).mark("seen");
  s.thread(1).delay(500).store(word_address, 1);
  const run_result r = s.run();
  const auto& polled = r.metrics.at("cores").at("core_t0").at("polled");
  CHECK(polled.size() == 1);
  CHECK(polled.at("L1 0x1000").get<uint64_t>() == r.stall("cores", "core_t0", "poll"));
  // The store may hold the bank a while longer.
  const uint64_t load = r.stall("cores", "core_t0", "l1_load");
  CHECK((load >= p("riscv.l1_load_cycles") && load < p("riscv.l1_load_cycles") + p("l1.atomic_cycles")));
  CHECK(r.stall("cores", "core_t0", "poll") + load == r.mark("seen"));
  CHECK(r.stall("cores", "core_t0", "poll") >= 500);
  CHECK(busy(r, "cores", "core_t0") == 0);
}

TEST_CASE("a poll that never ends is counted up to the end", "[accounts]") {
  scenario s;
  s.thread(0).poll(word_address, 1);
  const run_result r = s.run_any();
  CHECK(r.status == 3);
  CHECK(r.stall("cores", "core_t0", "poll") == r.metrics.at("cycles").get<uint64_t>());
  const run_result late = s.run_any({"--maxclk", "1000"});
  CHECK(late.stall("cores", "core_t0", "poll") == late.metrics.at("cycles").get<uint64_t>());
}

// The gate holds T0's instructions behind a semaphore that nobody posts: the FIFO fills, and its core waits.
TEST_CASE("a player with its FIFO full is stalled for that", "[accounts]") {
  scenario s;
  s.thread(0).line("t0 SEMWAIT sem_sel=2 wait_sem_cond=1 stall_res=511").push(no_effect, 200);
  s.thread(1).delay(1000);
  const run_result r = s.run_any();
  const uint64_t full = r.stall("cores", "core_t0", "fifo_full");
  CHECK(full > 900 - 100);
  CHECK(full + busy(r, "cores", "core_t0") == r.metrics.at("cycles").get<uint64_t>());
}

TEST_CASE("kernels name the counters that their cores poll", "[accounts]") {
  const run_result r = run_program({"run", "add", "--shape", "64x64", "--feed-bytes", "16"});
  REQUIRE(r.status == 0);
  for (const auto& [core, a] : r.metrics.at("cores").items()) {
    const json words = a.value("polled", json::object());
    for (const auto& [name, n] : words.items()) {
      CAPTURE(core, name);
      const bool counter = name.find(" produced") != std::string::npos || name.find(" consumed") != std::string::npos;
      CHECK((counter || name.find("semaphore") == 0));
    }
  }
  CHECK(r.metrics.at("cores").at("core_t0").at("polled").contains("in0 produced"));
  CHECK(!run_program({"run", "add"}).metrics.contains("feeds"));  // they take no time
  CHECK(r.text.find("poll of in0 produced") != std::string::npos);
}

TEST_CASE("a feed's producer works for its bytes and waits for room, its consumer for tiles", "[accounts]") {
  constexpr uint64_t tiles = 16, tile_bytes = 2048, rate = 16;
  const run_result r = run_program({"run", "datacopy", "--shape", "128x128", "--feed-bytes", std::to_string(rate)});
  REQUIRE(r.status == 0);
  CHECK(busy(r, "feeds", "producer") == tiles * tile_bytes / rate);
  CHECK(busy(r, "feeds", "consumer") == tiles * tile_bytes / rate);
  CHECK(r.stall("feeds", "consumer", "buffer_empty") > tile_bytes / rate);
  CHECK(idle(r, "feeds", "producer") > 0);
  CHECK(r.text.find("buffer_empty") != std::string::npos);
  // A kernel that is slower than its feed fills the buffers.
  const run_result slow = run_program({"run", "matmul", "--shape", "256x256x256", "--fidelity", "hifi4", "--feed-bytes", "64"});
  REQUIRE(slow.status == 0);
  CHECK(slow.stall("feeds", "producer", "buffer_full") > 0);
}

}  // namespace player_accounts_test
