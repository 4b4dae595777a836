// SPDX-License-Identifier: Apache-2.0
// Traffic of the NoC beside a kernel, who blocked whom at L1, and where buffers lie: closed formulas, and sums.
#include <cmath>

#include "catch.h"
#include "timing/scenario.h"

using namespace tensix;
using namespace tensix::timing;

namespace noc_traffic_test {
namespace {

constexpr uint64_t quiet_cycles = 10000;

run_result quiet(arguments args) { return scenario().delay(quiet_cycles).run(args); }

uint64_t cycles_of(const run_result& r) { return r.metrics.at("cycles").get<uint64_t>(); }
uint64_t bytes_of(const run_result& r, const char* stream) {
  return r.metrics.at("noc").at(stream).at("bytes").get<uint64_t>();
}

uint64_t sum(const json& list) {
  uint64_t all = 0;
  for (const auto& n : list) all += n.get<uint64_t>();
  return all;
}
// Refusals of one kind, of one pair or (empty) of all.
uint64_t blocked(const run_result& r, const char* kind, const std::string& waiting = "", const std::string& holding = "") {
  uint64_t all = 0;
  for (const auto& b : r.metrics.at("l1").at("blocked_by"))
    if ((waiting.empty() || b.at("waiting") == waiting) && (holding.empty() || b.at("holding") == holding))
      all += b.at(kind).get<uint64_t>();
  return all;
}

run_result run_ok(const arguments& args) {
  const run_result r = run_program(args);
  INFO(r.errors);
  REQUIRE(r.status == 0);
  return r;
}

}  // namespace

// One request is under way when the run ends.
TEST_CASE("undisturbed traffic has the rate that was asked for", "[noc]") {
  const auto [rate, burst] = GENERATE(table<double, uint64_t>(
      {{0.5, 16}, {1, 256}, {16, 256}, {24, 256}, {32, 256}, {48, 256}, {100, 256}, {64, 64}, {256, 4096}}));
  const std::string pattern = GENERATE("pattern=linear", "pattern=random");
  const std::string kind = GENERATE("read", "write");
  const std::string text = std::to_string(rate) + "B/cycle,burst=" + std::to_string(burst) + "," + pattern;
  CAPTURE(text, kind);
  const run_result r = quiet({"--noc-" + kind, text + ",at=0x80000..0xc0000"});
  const auto bytes = static_cast<double>(bytes_of(r, kind == "read" ? "noc_read0" : "noc_write0"));
  const double asked = rate * static_cast<double>(cycles_of(r));
  CHECK(bytes <= asked + static_cast<double>(burst));
  CHECK(bytes >= asked - 2 * static_cast<double>(burst));
  CHECK(sum(r.metrics.at("l1").at("bank_conflicts")) == 0);
}

// Words 512 bytes apart are in one of 32 banks, which serves 16 bytes a cycle; 528 bytes apart they are in one after the other.
TEST_CASE("a stride decides how many banks serve", "[noc]") {
  const run_result one = quiet({"--noc-read", "64B/cycle,stride=512,at=0x80000..0xc0000"});
  CHECK(std::abs(static_cast<double>(bytes_of(one, "noc_read0")) - 16.0 * static_cast<double>(cycles_of(one))) <= 512);
  CHECK(blocked(one, "bank", "noc", "noc") == sum(one.metrics.at("l1").at("bank_conflicts")));
  CHECK(blocked(one, "bank", "noc", "noc") > 0);
  CHECK(one.stall("feeds", "noc_read0", "l1_bank_conflict") > quiet_cycles / 2);
  const run_result all = quiet({"--noc-read", "64B/cycle,stride=528,at=0x80000..0xc0000"});
  CHECK(static_cast<double>(bytes_of(all, "noc_read0")) >= 0.95 * 64 * static_cast<double>(cycles_of(all)));
}

// Each asks for the same bank in every cycle: one of them is refused in each.
TEST_CASE("two streams at one bank share it, and one is refused a cycle", "[noc]") {
  const std::string spec = "16B/cycle,stride=512,at=0x80000..0xc0000";
  const run_result r = quiet({"--noc-read", spec, "--noc-read", spec});
  const double cycles = static_cast<double>(cycles_of(r));
  CHECK(std::abs(static_cast<double>(bytes_of(r, "noc_read0") + bytes_of(r, "noc_read1")) - 16 * cycles) <= 1024);
  CHECK(std::abs(static_cast<double>(blocked(r, "bank", "noc", "noc")) - cycles) <= 64);
}

TEST_CASE("without a rate nothing changes", "[noc]") {
  for (const char* kernel : {"add", "matmul"}) {
    const run_result a = run_ok({"run", kernel}),
                     b = run_ok({"run", kernel, "--noc-read", "0B/cycle", "--noc-write", "0B/cycle"});
    for (const char* part : {"cycles", "units", "threads", "cores", "l1", "accuracy"})
      CHECK(a.metrics.at(part) == b.metrics.at(part));
    CHECK(bytes_of(b, "noc_read0") + bytes_of(b, "noc_write0") == 0);
  }
}

TEST_CASE("traffic slows a kernel down by conflicts and changes no data", "[noc]") {
  const arguments kernel = {"run", "datacopy", "--shape", "128x128"};
  const run_result alone = run_ok(kernel);
  for (const char* option : {"--noc-read", "--noc-write"}) {
    arguments with = kernel;
    with.insert(with.end(), {option, "256B/cycle"});
    const run_result r = run_ok(with);
    CAPTURE(option);
    CHECK(cycles_of(r) > cycles_of(alone));
    CHECK(r.metrics.at("accuracy") == alone.metrics.at("accuracy"));
    CHECK(blocked(r, "bank", "unpacker0", "noc") > 0);
    CHECK(r.stall("units", "unpacker0", "l1_bank_conflict") > alone.stall("units", "unpacker0", "l1_bank_conflict"));
    CHECK(r.text.find(std::string(option).substr(6) == "read" ? "noc_read0" : "noc_write0") != std::string::npos);
  }
}

TEST_CASE("who blocked whom adds up to the conflicts, under every policy", "[noc]") {
  const arguments extra = GENERATE(values<arguments>({{"--config", "documented"},
                                                      {"--set", "l1.banks=4"},
                                                      {"--set", "l1.banks=128"},
                                                      {"--set", "l1.bank_policy=fixed"},
                                                      {"--set", "l1.bank_policy=oldest", "--set", "l1.port_policy=oldest"},
                                                      {"--feed-bytes", "64"},
                                                      {"--format", "bfp8"},
                                                      {"--noc-read", "64B/cycle,pattern=random,seed=3"},
                                                      {"--noc-write", "16B/cycle,burst=16", "--noc-read", "128B/cycle"}}));
  const std::string kernel = GENERATE("add", "matmul", "datacopy");
  arguments args = {"run", kernel, "--shape", kernel == "matmul" ? "64x64x96" : "64x96"};
  args.insert(args.end(), extra.begin(), extra.end());
  CAPTURE(args);
  const run_result r = run_ok(args);
  CHECK(blocked(r, "bank") == sum(r.metrics.at("l1").at("bank_conflicts")));
}

TEST_CASE("a deadlock beside traffic ends, and so does what goes on behind the threads", "[noc]") {
  const run_result r =
      scenario().poll(0x1000, 1).run_any({"--noc-read", "32B/cycle", "--noc-read", "64B/cycle,pattern=random"});
  CHECK(r.status == 3);
  CHECK(r.errors.find("deadlock") != std::string::npos);
}

namespace {
void refused(const arguments& more, const std::string& part) {
  arguments args = {"run", "add"};
  args.insert(args.end(), more.begin(), more.end());
  const run_result r = run_program(args, false);
  CAPTURE(more, r.errors);
  CHECK(r.status == 2);
  CHECK(r.errors.find(part) != std::string::npos);
}
}  // namespace

TEST_CASE("traffic that would not do is refused by name", "[noc]") {
  refused({"--noc-read", "fast"}, "32B/cycle");
  refused({"--noc-read", "1025B/cycle"}, "too much");
  refused({"--noc-read", "32B/cycle,brust=16"}, "did you mean 'burst'?");
  refused({"--noc-read", "32B/cycle,burst=24"}, "multiple of 16");
  refused({"--noc-read", "64B/cycle,burst=32"}, "larger burst");
  refused({"--noc-read", "32B/cycle,pattern=linar"}, "did you mean 'linear'?");
  refused({"--noc-read", "32B/cycle,stride=512,pattern=random"}, "a pattern of its own");
  refused({"--noc-read", "32B/cycle,seed=1"}, "only with pattern=random");
  refused({"--noc-read", "32B/cycle,at=0x80000"}, "FROM..TO");
  refused({"--noc-read", "32B/cycle,at=0x100000..0x200000"}, "is not in L1");
  refused({"--noc-read", "32B/cycle,at=0x80000..0x80010"}, "less than a request's 256 bytes");
  refused({"--noc-write", "32B/cycle,at=0x0..0x1000"}, "counters 0x0..");
  refused({"--noc-write", "32B/cycle,at=0x0..0x1000"}, "in0 0x200..");
  refused({"--noc-read", "32B/cycle", "--sample"}, "--sample");
}

// ---- Where buffers lie -------------------------------------------------------------------------------------------------------

namespace {
uint32_t address_of(const run_result& r, const std::string& buffer) {
  for (const auto& b : r.metrics.at("kernel").at("chosen").at("buffers"))
    if (b.at("name") == buffer) return b.at("address").get<uint32_t>();
  return 0;
}
}  // namespace

// A face of 512 bytes is read 128 a cycle, from bank b on: banks b..b+7, b+8..b+15, ... The address phase lets unpacker 1 begin
// two cycles behind unpacker 0, which then is 16 banks further: operands that begin in one bank never meet; those whose second
// one begins 16 banks later do.
TEST_CASE("operands meet in banks as their addresses say", "[placement]") {
  const parameter_values p({});
  REQUIRE(p("l1.banks") == 32);
  const uint64_t lead = p("unpacker.address_phase_cycles") * 8;
  const auto conflicts = [&](uint64_t bank) {
    const run_result r =
        run_ok({"run", "add", "--shape", "128x128", "--isolate", "unpack", "--in1-at", "bank=" + std::to_string(bank % 32)});
    CHECK(address_of(r, "in1") / 16 % 32 == bank % 32);
    return blocked(r, "bank", "unpacker0", "unpacker1") + blocked(r, "bank", "unpacker1", "unpacker0");
  };
  const uint64_t first = 0x200 / 16 % 32;  // of in0
  const uint64_t apart = conflicts(first), together = conflicts(first + lead);
  CHECK(apart < together);
  CHECK(together > 100);
}

TEST_CASE("buffers lie where they are told to, with the same result", "[placement]") {
  const run_result usual = run_ok({"run", "add", "--shape", "64x64"});
  const run_result r =
      run_ok({"run", "add", "--shape", "64x64", "--in0-at", "0x40000", "--out-at", "0x200", "--in1-at", "bank=7"});
  CHECK(address_of(r, "in0") == 0x40000);
  CHECK(address_of(r, "out") == 0x200);
  CHECK(address_of(r, "in1") / 16 % 32 == 7);
  CHECK(r.metrics.at("accuracy") == usual.metrics.at("accuracy"));
  CHECK(r.text.find("in0 16 tiles at 0x40000") != std::string::npos);
  // Where they are anyway: the same run.
  const run_result same =
      run_ok({"run", "add", "--shape", "64x64", "--in0-at", "0x200", "--in1-at", "0x8200", "--out-at", "0x10200"});
  for (const char* part : {"cycles", "units", "l1"}) CHECK(same.metrics.at(part) == usual.metrics.at(part));
}

TEST_CASE("places that will not do are refused", "[placement]") {
  refused({"--in0-at", "0x208"}, "multiple of 16");
  refused({"--in0-at", "0x100"}, "counters lie before");
  refused({"--in0-at", "0x180000"}, "in L1 of");
  refused({"--in0-at", "0x17ff00"}, "more than the");
  refused({"--in0-at", "bank=32"}, "banks 0..31");
  refused({"--in0-at", "bnak=3"}, "did you mean 'bank'?");
  refused({"--in2-at", "0x1000"}, "add has 2 operands");
  refused({"--in0-at", "0x1000", "--in1-at", "0x1800"}, "overlaps in0");
}

}  // namespace noc_traffic_test
