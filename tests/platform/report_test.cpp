// SPDX-License-Identifier: Apache-2.0
// The report of a run, for people and as JSON.
#include "testbench/run/run_report.h"

#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "catch.h"

using namespace tensix;

namespace {

struct part {
  stall_reason why;
  uint64_t cycles;
};

// The parts one after the other; the rest of `elapsed` is idle.
account make_account(std::initializer_list<part> parts, uint64_t elapsed) {
  account a;
  uint64_t at = 0;
  for (const auto& p : parts) {
    if (p.why == stall_reason::none) a.busy(at, at + p.cycles);
    else a.stalled(p.why, at, at + p.cycles);
    at += p.cycles;
  }
  a.close(elapsed);
  return a;
}

run_report example() {
  run_report r;
  r.kernel = "matmul", r.shape = "64x64x64", r.format = "bf16", r.output_format = "fp32", r.configuration = "blackhole";
  r.cycles = 10000, r.tiles = 4, r.operations = 524288;
  r.notes = {"padded to 96x96"};
  r.units = {{"unpacker0", make_account({{stall_reason::none, 9300}, {stall_reason::l1_bank_conflict, 200}}, 10000)},
             {"matrix_unit", make_account({{stall_reason::none, 1000}, {stall_reason::srca_not_valid, 8000}}, 10000)},
             {"vector_unit", make_account({}, 10000)}};
  r.threads = {{"t0", make_account({{stall_reason::none, 500}}, 10000)},
               {"t1", make_account({{stall_reason::none, 1200}, {stall_reason::srca_not_valid, 8500}}, 10000)}};
  r.l1_port_beats = {5, 6}, r.l1_bank_beats = {1, 2, 3, 5}, r.l1_bank_conflicts = {0, 0, 0, 7};
  r.bandwidth = {{"unpacker0", 1200000, 9000, 128}, {"pack", 8192, 0, 128}};
  r.host_seconds = 0.25;
  return r;
}

std::string printed(const run_report& r) {
  std::ostringstream out;
  print_report(out, r);
  return out.str();
}

bool contains(const std::string& text, const std::string& piece) {
  INFO(text);
  INFO(piece);
  CHECK(text.find(piece) != std::string::npos);
  return true;
}

}  // namespace

TEST_CASE("grouped numbers") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1000) == "1,000");
  CHECK(grouped(1234567) == "1,234,567");
}

TEST_CASE("the report says what ran, how long, and where the cycles went") {
  run_report r = example();
  r.result_accuracy = accuracy{0.5, 100, 0.999};
  const std::string text = printed(r);
  contains(text, "matmul, 64x64x64, bf16 -> fp32, configuration blackhole\n");
  contains(text, "padded to 96x96");
  contains(text, "10,000 cycles = 7.407 us at 1350 MHz; 4 tiles, 2500.0 cycles/tile; 52.4 operations/cycle = 0.071 TFLOP/s");
  contains(text, "l1_bank_conflict");
  contains(text, "srca_not_valid");
  contains(text, "limited by what is not known: the critical path was not recorded\n");
  contains(text, "largest error 0.5 (largest value 100), PCC 0.99900000");
  contains(text, "7 refused");
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    INFO(line);
    CHECK(line.size() <= 120);
    if (line.rfind("unpacker0", 0) == 0 && line.find("l1_bank") != std::string::npos) {
      std::istringstream columns(line);
      std::string name, busy, busy_share, idle, idle_share, total, reason, cycles;
      columns >> name >> busy >> busy_share >> idle >> idle_share >> total >> reason >> cycles;
      CHECK(busy == "9,300");
      CHECK(busy_share == "93.0");
      CHECK(idle == "500");
      CHECK(total == "10,000");
      CHECK(cycles == "200");
    }
  }
}

TEST_CASE("what limits a run: its critical path, and who waits longest") {
  run_report r = example();
  r.path.emplace();
  r.path->cycles = r.path->looked_at = 10000;
  path_resource one;
  one.name = one.holder = "matrix_unit";
  one.does = "the matrix unit executes";
  one.cycles = 10000;
  r.path->resources = {one};
  CHECK(limited_by(r) ==
        "matrix_unit (100 % of the critical path: the matrix unit executes 10,000 cycles); t1 waits: srca_not_valid 85 %");
  contains(printed(r), "limited by matrix_unit (100 %");
  r.path->looked_at = 1234;
  r.path->pieces = 3;
  contains(limited_by(r), "matrix_unit (100 % of the critical path, of which 12.3 % were looked at, in 3 pieces: the matrix");
  r.cycles = 20000;
  contains(limited_by(r), "in the 10,000 cycles simulated: matrix_unit");
  r.path.reset();
  contains(limited_by(r), "not recorded");
  r.cycles = 0;
  contains(limited_by(r), "nothing");
  CHECK(!printed(run_report{}).empty());
}

TEST_CASE("metrics: the documented shape, and every account adds up") {
  run_report r = example();
  r.result_accuracy = accuracy{std::numeric_limits<double>::infinity(), 2, 0.5};
  const auto j = nlohmann::json::parse(metrics_json(r));
  CHECK(j["format"] == "tensix-tlm-metrics");
  CHECK(j["version"] == 1);
  CHECK(j["cycles"] == 10000);
  CHECK(j["clock_mhz"] == 1350);
  for (const char* group : {"units", "threads"})
    for (const auto& [name, a] : j[group].items()) {
      INFO(name);
      uint64_t sum = a["busy"].get<uint64_t>() + a["idle"].get<uint64_t>();
      for (const auto& s : a["stall"]) sum += s.get<uint64_t>();
      CHECK(sum == 10000);
    }
  CHECK(j["units"]["unpacker0"]["stall"]["l1_bank_conflict"] == 200);
  CHECK(j["units"]["vector_unit"]["stall"].empty());
  CHECK(j["l1"]["ports"] == std::vector<int>{5, 6});
  CHECK(j["l1"]["bank_conflicts"][3] == 7);
  CHECK(j["bandwidth"]["unpacker0"]["bytes_per_cycle"].get<double>() == 120.0);
  CHECK(j["bandwidth"]["pack"]["bytes_per_active_cycle"] == 0);
  CHECK(j["accuracy"]["max_abs_error"].is_null());
  CHECK(j["accuracy"]["pcc"] == 0.5);
  CHECK(j["kernel"]["name"] == "matmul");
  CHECK(j["kernel"]["tiles"] == 4);
  r.result_accuracy.reset();
  CHECK(nlohmann::json::parse(metrics_json(r))["accuracy"].is_null());
}
