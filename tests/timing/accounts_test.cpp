// SPDX-License-Identifier: Apache-2.0
// What the metrics say must add up, and twice the same run must say the same.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "catch.h"
#include "timing/scenario.h"

using namespace tensix;
using namespace tensix::timing;

namespace accounts_test {
namespace {

const std::vector<std::string> kernels = {"datacopy", "add", "sub", "mul", "matmul"};

void check_accounts(const run_result& r) {
  REQUIRE(r.metrics.is_object());
  const uint64_t cycles = r.metrics.at("cycles").get<uint64_t>();
  CHECK(cycles > 0);
  for (const char* group : {"units", "threads", "cores", "feeds"}) {
    const json accounts = r.metrics.value(group, json::object());
    for (const auto& [name, a] : accounts.items()) {
      CAPTURE(group, name);
      uint64_t sum = a.at("busy").get<uint64_t>() + a.at("idle").get<uint64_t>();
      for (const auto& [why, n] : a.at("stall").items()) sum += n.get<uint64_t>();
      CHECK(sum == cycles);
      uint64_t polled = 0;
      const json words = a.value("polled", json::object());
      for (const auto& [word, n] : words.items()) polled += n.get<uint64_t>();
      CHECK(polled == a.at("stall").value("poll", uint64_t{0}));
      if (a.contains("busy_split")) {
        uint64_t split = 0;
        for (const auto& [part, n] : a.at("busy_split").items()) split += n.get<uint64_t>();
        CHECK(split == a.at("busy").get<uint64_t>());
      }
      CHECK(a.at("busy").get<uint64_t>() <= cycles);
      CHECK(a.at("idle").get<uint64_t>() <= cycles);
    }
  }
  CHECK(r.metrics.at("units").size() == 13);
  CHECK(r.metrics.at("threads").size() == 3);
  CHECK(r.metrics.at("cores").size() >= 3);
  // Beats are counted once at their port and once at their bank.
  uint64_t ports = 0, banks = 0;
  for (const auto& n : r.metrics.at("l1").at("ports")) ports += n.get<uint64_t>();
  for (const auto& n : r.metrics.at("l1").at("banks")) banks += n.get<uint64_t>();
  CHECK(ports == banks);
}

arguments kernel_run(const std::string& kernel, const std::string& configuration) {
  return {"run", kernel, "--shape", kernel == "matmul" ? "64x32x96" : "64x96", "--config", configuration};
}

const std::vector<std::string> vectors = {"A_datacopy/bf16_bf16_bfp8_fp32_nrm",
                                          "B_srcb/movb2d_steps_3",
                                          "C_elw/add_bf16_spc_d16",
                                          "D_matmul/tile_bfp8_ph2",
                                          "E_moves/trnspsrcb_bfp8_bfp8",
                                          "F_sfpu/ldst16_bf16_l2_s2",
                                          "G_pack/l1acc_tf32_bf16_bf16_twice",
                                          "G_pack/count8_bf16_bf16_n2",
                                          "H_unpack/tilize_fp32_bf16_64",
                                          "I_config/unpacr_banks_0",
                                          "I_config/mutex_handoff",
                                          "J_flow/elwadd_4"};

json without_host_time(json m) {
  m.erase("host_seconds");
  return m;
}

}  // namespace

TEST_CASE("busy, stalls and idle of every unit and thread add up to the run, for every kernel", "[accounts]") {
  const std::string kernel = GENERATE(from_range(kernels));
  const std::string configuration = GENERATE("blackhole", "documented");
  CAPTURE(kernel, configuration);
  const run_result r = run_program(kernel_run(kernel, configuration));
  INFO(r.errors);
  REQUIRE(r.status == 0);
  check_accounts(r);
}

TEST_CASE("they add up with other formats, feeds and shapes", "[accounts]") {
  const arguments extra = GENERATE(values<arguments>({{"--format", "bfp8"},
                                                      {"--format", "fp32", "--fp32-dest"},
                                                      {"--feed-bytes", "16"},
                                                      {"--dst-sync", "full"},
                                                      {"--l1-tiles", "2"},
                                                      {"--throttle", "x1"},
                                                      {"--set", "packer.write_lanes=1"},
                                                      {"--set", "l1.banks=4"}}));
  const std::string kernel = GENERATE("add", "matmul");
  arguments args = kernel_run(kernel, "blackhole");
  args.insert(args.end(), extra.begin(), extra.end());
  CAPTURE(kernel, extra);
  const run_result r = run_program(args);
  INFO(r.errors);
  REQUIRE(r.status == 0);
  check_accounts(r);
}

// The matrix unit keeps a tile for 64 cycles. One that is fetched in 16 and comes through the pipeline in 16 more then waits,
// with whatever has its address or has come through behind it.
TEST_CASE("an unpacker full of instructions that wait for a bank is stalled, not busy", "[accounts]") {
  const run_result r = run_program({"run", "matmul", "--shape", "128x128x128", "--fidelity", "hifi4"});
  INFO(r.errors);
  REQUIRE(r.status == 0);
  constexpr uint64_t tiles = 64;
  CHECK(r.metrics.at("units").at("unpacker0").at("busy").get<uint64_t>() <= tiles * (16 + 16 + 2));
  CHECK(r.stall("units", "unpacker0", "srca_owned_by_matrix_unit") >= tiles * (64 - 16 - 16 - 2 - 4));
}

// The tile has one at a time; behind an instruction that waits for a bank, one that is over waits too.
TEST_CASE("unpackers are busy with address phases for no more cycles than these take", "[accounts]") {
  const run_result r = run_program({"run", "matmul", "--shape", "128x128x128", "--fidelity", "hifi4"});
  REQUIRE(r.status == 0);
  uint64_t busy = 0;
  for (const char* unpacker : {"unpacker0", "unpacker1"})
    busy += r.metrics.at("units").at(unpacker).at("busy_split").at("address_phase").get<uint64_t>();
  CHECK(busy > 0);
  CHECK(static_cast<double>(busy) <= r.metrics.at("bounds").at("address_phase").at("cycles").get<double>());
}

// Exponents wait for the same ports as their datums: that is no arbitration between unpackers, which Blackhole has not.
TEST_CASE("nothing is lost to an arbitration that does not exist", "[accounts]") {
  const std::string kernel = GENERATE(from_range(kernels));
  arguments args = kernel_run(kernel, "blackhole");
  args.insert(args.end(), {"--format", "bfp8", "--isolate", "unpack"});
  const run_result r = run_program(args);
  REQUIRE(r.status == 0);
  for (const char* unpacker : {"unpacker0", "unpacker1"}) CHECK(r.stall("units", unpacker, "throttle_arbitration") == 0);
}

TEST_CASE("they add up for streams", "[accounts]") {
  const std::string vector = GENERATE(from_range(vectors));
  const std::string configuration = GENERATE("blackhole", "documented");
  const std::string file = std::string(TENSIX_TEST_DATA) + "/vectors/" + vector + ".scn";
  CAPTURE(file, configuration);
  REQUIRE(std::filesystem::exists(file));
  // Written for Blackhole's packer: with another topology the numbers differ, but the accounts must hold all the same.
  check_accounts(run_program({"stream", file, "--config", configuration, "--on-undefined", "warn"}));
}

TEST_CASE("they add up when a run is given up half-way", "[accounts]") {
  for (const char* limit : {"1", "57", "200", "300"}) {
    CAPTURE(limit);
    arguments args = kernel_run("matmul", "blackhole");
    args.insert(args.end(), {"--maxclk", limit});
    const run_result r = run_program(args);
    CHECK(r.status == 3);
    CHECK(r.metrics.at("cycles").get<uint64_t>() == std::stoul(limit));
    check_accounts(r);
  }
}

TEST_CASE("two runs measure the same", "[accounts]") {
  const std::string kernel = GENERATE(from_range(kernels));
  const std::string configuration = GENERATE("blackhole", "documented");
  CAPTURE(kernel, configuration);
  const run_result a = run_program(kernel_run(kernel, configuration)), b = run_program(kernel_run(kernel, configuration));
  REQUIRE(a.status == 0);
  CHECK(without_host_time(a.metrics) == without_host_time(b.metrics));
}

}  // namespace accounts_test
