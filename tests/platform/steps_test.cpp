// SPDX-License-Identifier: Apache-2.0
// One step up and down of every parameter, and limits that other parameters set.
#include <algorithm>

#include "catch.h"
#include "platform/parameter_limits.h"
#include "platform/parameter_steps.h"

using namespace tensix;

namespace {

// "16 64", a refused one in brackets.
std::string steps(const std::string& name, const std::vector<std::string>& settings = {}) {
  parameters p = builtin_configuration("blackhole");
  apply_settings(p, settings);
  std::string text;
  for (const auto& s : steps_of(find_parameter(name), p)) {
    CHECK((s.refused.empty() || !s.value.empty()));
    text += (text.empty() ? "" : " ") + (s.refused.empty() ? s.value : "(" + s.value + ")");
  }
  return text;
}

}  // namespace

TEST_CASE("A step follows from the kind of the parameter and its value") {
  CHECK(steps("l1.banks") == "16 64");
  CHECK(steps("riscv.l1_load_cycles") == "4 16");
  CHECK(steps("unpacker.address_phase_cycles") == "1 3");
  CHECK(steps("player.push_cycles") == "0 2");
  CHECK(steps("player.push_cycles", {"player.push_cycles=0"}) == "(-) 1");
  CHECK(steps("packer.read_interfaces") == "2 8");  // 3 and 5 are none
  CHECK(steps("throttle.bytes.x1") == "(8) 32");
  CHECK(steps("throttle.shared_ports") == "true");
  CHECK(steps("l1.bank_policy") == "fixed oldest");
  CHECK(steps("throttle.arbitration.x2_x2") == "x2,x1 x1,x2");
  CHECK(steps("throttle.arbitration.x4_x1") == "x2,x1 x4,x2");
  CHECK(steps("l1.client_ports.unpacker1") == "1,9-11 1,9-11,16-19,0,2-8");
  CHECK(steps("l1.client_ports.mover") == "(-) 2,0");
  CHECK(steps("feed.producer_bytes_per_cycle") == "256");  // from no limit to what 16 ports carry
  CHECK(steps("feed.producer_bytes_per_cycle", {"feed.producer_bytes_per_cycle=32"}) == "16 64");
}

TEST_CASE("Every parameter has a step or a reason") {
  for (const auto& configuration : builtin_configuration_names()) {
    const parameters p = builtin_configuration(configuration);
    for (const auto& i : parameter_list()) {
      INFO(configuration << " " << i.name);
      CHECK((!no_lever(i.name).empty() || !steps_of(i, p).empty()));
      for (const auto& s : steps_of(i, p)) {
        parameters with = p;
        if (!s.refused.empty()) continue;
        CHECK(s.value != i.get(p));
        CHECK_NOTHROW(i.assign(with, s.value));
        CHECK_NOTHROW(validate(with));
      }
    }
  }
}

TEST_CASE("A limit is named where a value cannot show, and only there") {
  const parameters blackhole = builtin_configuration("blackhole");
  const auto limit = [&](const std::string& name, const std::string& value, const std::vector<std::string>& settings = {},
                         run_parts parts = {}) {
    parameters before = blackhole;
    apply_settings(before, settings);
    parameters with = before;
    set(with, name, value);
    return without_effect(name, before, with, parts);
  };
  run_parts simulated, alone;
  simulated.simulated_cores = true;
  alone.feed = false;
  CHECK(limit("throttle.bytes.x4", "256").why.find("an unpacker has 8 ports") == 0);
  CHECK_FALSE(limit("throttle.bytes.x4", "256").exact);
  CHECK(limit("throttle.bytes.x4", "64").why.empty());
  CHECK(limit("throttle.bytes.x4", "128").why.empty());  // as it was
  CHECK(limit("throttle.bytes.x4", "256", {"l1.banks=4"}).why.find("L1 has 4 banks") == 0);
  CHECK(limit("throttle.bytes.x4", "256", {"l1.client_ports.unpacker0=0,35-41,2-6"}).why.empty());
  CHECK(limit("feed.producer_bytes_per_cycle", "512", {"feed.producer_bytes_per_cycle=256"}).why.find("the NoC has 16 ports") ==
        0);
  CHECK(limit("feed.producer_bytes_per_cycle", "512").why.empty());  // from no limit to one
  CHECK(limit("feed.producer_bytes_per_cycle", "16", {}, alone).exact);
  CHECK_FALSE(limit("feed.producer_bytes_per_cycle", "16", {}, alone).why.empty());
  CHECK_FALSE(limit("throttle.arbitration.x4_x4", "x1,x1").why.empty());
  CHECK(limit("throttle.arbitration.x4_x4", "x1,x1", {"throttle.shared_ports=true"}).why.empty());
  CHECK_FALSE(limit("l1.client_ports.packer3", "1").why.empty());
  CHECK(limit("l1.client_ports.packer0", "8,34,28-33,1").why.empty());
  CHECK_FALSE(limit("l1.ports", "50").why.empty());
  CHECK_FALSE(limit("riscv_core.ex2_cycles", "1").why.empty());
  CHECK(limit("riscv_core.ex2_cycles", "1", {}, simulated).why.empty());
  run_parts with_nc = simulated;
  with_nc.nc = true;
  for (const char* name : {"l1.client_ports.riscv_nc", "riscv_core.instruction_cache_bytes_nc", "start.nc_cycles"}) {
    const char* const value = name[0] == 'l' ? "3" : "512";
    CHECK(limit(name, value, {}, simulated).why == "no program runs on RISC-V NC here");
    CHECK(limit(name, value, {}, with_nc).why.empty());
  }
  CHECK(limit("player.push_cycles", "2").why.empty());
  CHECK_FALSE(limit("player.push_cycles", "2", {}, simulated).why.empty());
  CHECK_FALSE(limit("clock_mhz", "1000").why.empty());
  for (const auto& l : parameter_limits()) {
    INFO(l.beginning);
    const auto names = parameter_names();
    CHECK(std::any_of(names.begin(), names.end(), [&](const auto& n) { return n.rfind(l.beginning, 0) == 0; }));
    CHECK_FALSE(l.why(blackhole).empty());
  }
}
