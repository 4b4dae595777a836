// SPDX-License-Identifier: Apache-2.0
// What `levers` makes of the rows of its points; the rows are made up.
#include <cmath>

#include "app/levers/lever_result.h"
#include "catch.h"

using namespace tensix;
using nlohmann::ordered_json;

namespace {

ordered_json metrics(uint64_t cycles, uint64_t bytes = 64, uint64_t busy = 5) {
  return {{"cycles", cycles},
          {"units", {{"packer0", {{"busy", busy}, {"idle", cycles - busy}, {"stall", ordered_json::object()}}}}},
          {"threads", ordered_json::object()},
          {"l1", {{"ports", {1, 3}}, {"banks", {4}}, {"bank_conflicts", {0}}}},
          {"bandwidth", {{"pack", {{"bytes", bytes}}}}},
          {"kernel", {{"limited_by", "the packer"}}}};
}

ordered_json row(uint64_t number, const ordered_json& m, const std::string& outcome = "done") {
  return {{"point", number}, {"axes", ordered_json::object()}, {"outcome", outcome}, {"message", "why"}, {"metrics", m}};
}

lever_plan plan_of(const std::vector<std::string>& beginnings) {
  point_checker checker;
  lever_wish wish;
  wish.command = {"run", "datacopy", "--shape=32x32"};
  wish.beginnings = beginnings;
  return plan_levers(wish, checker);
}

const ordered_json& named(const ordered_json& result, const std::string& parameter) {
  for (const auto& l : result.at("levers"))
    if (l.at("parameter") == parameter) return l;
  throw std::runtime_error("no " + parameter);
}

}  // namespace

TEST_CASE("Effects of steps, sorted, with reasons") {
  const lever_plan plan =
      plan_of({"packer.interface_bytes", "riscv.l1_load_cycles", "sync_unit.", "riscv_core.ex2", "throttle.bytes.x4"});
  // 1: as it is; 2, 3: throttle 64, 256; 4, 5: interface_bytes; then ex2 1, 3; sync_unit 2; l1_load 4, 16
  CHECK(plan.study.at("axes").at("list").size() == 10);
  const auto result = lever_result(plan, [](uint64_t n) -> std::string {
    switch (n) {
      case 2: return row(n, metrics(170)).dump();
      case 3: return row(n, metrics(101)).dump();
      case 4: return row(n, metrics(100, 80)).dump();
      case 5: return row(n, metrics(100, 64, 9)).dump();
      case 9: return row(n, metrics(60)).dump();
      case 10: return row(n, nullptr, "gave_up").dump();
      default: return row(n, metrics(100)).dump();
    }
  });
  const auto effect = [&](const std::string& name, size_t step) {
    return named(result, name).at("steps").at(step).at("effect").get<std::string>();
  };
  CHECK(result.at("levers").at(0).at("parameter") == "riscv.l1_load_cycles");  // the largest gain, before the largest effect
  CHECK(result.at("levers").at(1).at("parameter") == "throttle.bytes.x4");
  CHECK(result.at("levers").at(2).at("parameter") == "packer.interface_bytes");  // other traffic before nothing
  CHECK(effect("riscv.l1_load_cycles", 0) == "cycles");
  CHECK(named(result, "riscv.l1_load_cycles").at("steps").at(0).at("change") == -40);
  CHECK(effect("riscv.l1_load_cycles", 1) == "fails");
  CHECK(named(result, "riscv.l1_load_cycles").at("steps").at(1).at("message") == "why");
  CHECK(effect("packer.interface_bytes", 0) == "traffic");
  CHECK(effect("packer.interface_bytes", 1) == "accounts");
  CHECK(effect("riscv_core.ex2_cycles", 0) == "none");
  CHECK(named(result, "riscv_core.ex2_cycles").at("steps").at(0).contains("why"));
  CHECK(named(result, "throttle.bytes.x4").at("steps").at(1).contains("limit"));
  CHECK_FALSE(named(result, "throttle.bytes.x4").at("steps").at(0).contains("limit"));
  CHECK(result.at("refused").at(0).at("parameter") == "sync_unit.latency_cycles");
  const std::string text = lever_text(result, 1);
  CHECK(text.find("riscv.l1_load_cycles") < text.find("... and 1 more"));
  CHECK(text.find("but other traffic in L1 (1):\n    packer.interface_bytes\n") != std::string::npos);
  CHECK(text.find("on the path") == std::string::npos);
}

TEST_CASE("Cycles on the critical path stand beside the levers, if metrics have a path") {
  const lever_plan plan = plan_of({"riscv.l1_load_cycles"});
  const auto result = lever_result(plan, [](uint64_t n) {
    ordered_json m = metrics(n == 1 ? 100 : 90);
    m["path"] = {{"cycles", 100},
                 {"resources",
                  {{{"name", "T0 loads"}, {"parameter", "riscv.l1_load_cycles"}, {"cycles", 30}},
                   {{"name", "T1 loads"}, {"parameter", "riscv.l1_load_cycles"}, {"cycles", 12}},
                   {{"name", "packer"}, {"parameter", "packer.interface_bytes"}, {"cycles", 58}}}}};
    return row(n, m).dump();
  });
  CHECK(result.at("levers").at(0).at("path_cycles") == 42);
  CHECK(lever_text(result, 0).find("on the path") != std::string::npos);
}

TEST_CASE("The band of assumptions: sum of squares, sum, and all at once") {
  const lever_plan plan = plan_of({"unpacker.queue_depth", "hand_over.latency_cycles", "unpacker.pipeline_latency_cycles"});
  REQUIRE(plan.assumptions.size() == 2);                             // the latency is measured
  CHECK(plan.assumptions[1].least.point == lever_plan::base_point);  // its value is the least already
  const uint64_t depth_least = plan.assumptions[0].least.point, depth_most = plan.assumptions[0].most.point,
                 hand_most = plan.assumptions[1].most.point;
  const auto result = lever_result(plan, [&](uint64_t n) {
    return row(n, metrics(n == depth_least ? 130 : n == depth_most ? 90 : n == hand_most ? 140 : 100)).dump();
  });
  CHECK(result.at("band").at("independent") == ordered_json({90, 150}));  // 30 and 40
  CHECK(result.at("band").at("worst_case") == ordered_json({90, 170}));
  CHECK(result.at("band").at("all_at_least") == 130);  // the other's least is what it is: the same point
  CHECK(result.at("band").at("all_at_most") == 100);
}

TEST_CASE("Without a run that ended well there is nothing to compare with") {
  const lever_plan plan = plan_of({"riscv.l1_load_cycles"});
  CHECK_THROWS_WITH(lever_result(plan, [](uint64_t n) { return row(n, nullptr, "undefined").dump(); }),
                    Contains("did not end well: undefined"));
}
