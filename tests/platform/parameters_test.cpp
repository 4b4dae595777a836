// SPDX-License-Identifier: Apache-2.0
// The parameter list, the built-in configurations, JSON files.
#include "platform/parameters.h"
#include "platform/assumptions.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "catch.h"
#include "models/observe/path_resources.h"
#include "observe/energy/energy_table.h"

using namespace tensix;

namespace {

std::string read(const std::string& path) {
  std::ifstream file(path);
  REQUIRE(file);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// The message of the error that `f` must throw.
template <class F>
std::string error_of(F f) {
  try {
    f();
  } catch (const parameter_error& e) {
    return e.what();
  }
  FAIL("no error");
  return {};
}

bool says(const std::string& message, const std::string& text) {
  INFO(message);
  CHECK(message.find(text) != std::string::npos);
  return message.find(text) != std::string::npos;
}

std::string all_values(const parameters& p) {
  std::string text;
  for (const auto& i : parameter_list()) text += i.name + "=" + i.get(p) + "\n";
  return text;
}

const std::string data = std::string(TENSIX_TEST_DATA) + "/..";

}  // namespace

TEST_CASE("every parameter is described and has legal values") {
  std::set<std::string> seen;
  for (const auto& i : parameter_list()) {
    INFO(i.name);
    CHECK(seen.insert(i.name).second);
    CHECK(!i.meaning.empty());
    CHECK(!i.source.empty());
    CHECK((!i.unit.empty() || i.kind == parameter_kind::boolean));
    for (const auto& value : {i.blackhole, i.documented}) {
      parameters p;
      i.assign(p, value);
      CHECK(i.get(p) == value);
    }
    if (i.kind == parameter_kind::number) {
      parameters p;
      set(p, i.name, std::to_string(i.least));
      set(p, i.name, std::to_string(i.most));
      CHECK(i.get(p) == std::to_string(i.most));
      says(error_of([&] { set(p, i.name, std::to_string(uint64_t{i.most} + 1)); }), i.name + ": ");
      if (i.least) CHECK_THROWS_AS(set(p, i.name, std::to_string(i.least - 1)), parameter_error);
    }
  }
}

TEST_CASE("each parameter changes its own value and no other") {
  const parameters base = builtin_configuration("blackhole");
  for (const auto& i : parameter_list()) {
    parameters p = base;
    const std::string old = i.get(p);
    std::string other;
    switch (i.kind) {
      case parameter_kind::number: other = std::to_string(old == std::to_string(i.most) ? i.least : i.most); break;
      case parameter_kind::boolean: other = old == "true" ? "false" : "true"; break;
      case parameter_kind::choice: other = old == i.choices[0] ? i.choices[1] : i.choices[0]; break;
      case parameter_kind::port_list: other = "5,7-9"; break;
      case parameter_kind::file: other = "a file"; break;
      case parameter_kind::speed_pair: other = old == "x1,x4" ? "x4,x1" : "x1,x4"; break;
    }
    INFO(i.name);
    set(p, i.name, other);
    for (const auto& j : parameter_list()) CHECK(j.get(p) == (i.name == j.name ? other : j.get(base)));
  }
}

TEST_CASE("built-in configurations hold what silicon and documentation say") {
  const parameters b = builtin_configuration("blackhole"), d = builtin_configuration("documented");
  validate(b);
  validate(d);
  CHECK(b.l1.banks == 32);
  CHECK(b.l1.ports == 42);
  CHECK(b.l1.client_ports[static_cast<size_t>(l1_client::unpacker0)] == std::vector<uint32_t>{0, 35, 36, 37, 38, 39, 40, 41});
  CHECK(b.l1.client_ports[static_cast<size_t>(l1_client::packer3)] == std::vector<uint32_t>{8, 34, 28, 29, 30, 31, 32, 33});
  CHECK(b.l1.client_ports[static_cast<size_t>(l1_client::noc)].size() == 16);
  CHECK(b.throttle.bytes == std::array<uint32_t, 3>{16, 32, 128});
  CHECK(b.matrix_unit.dst_read_hazard_cycles == 5);
  CHECK(b.packer.topology == packer_topology::read_interfaces);
  CHECK(d.l1.banks == 16);
  CHECK(d.packer.topology == packer_topology::independent);
  CHECK(d.throttle.shared_ports);
  CHECK(d.throttle.granted[1][2].unpacker0 == fetch_speed::x1);
  CHECK(d.throttle.granted[1][2].unpacker1 == fetch_speed::x2);
  CHECK(unpack_peak_bytes(b, 0, fetch_speed::x4) == 128);
  CHECK(unpack_peak_bytes(d, 1, fetch_speed::x4) == 64);
  CHECK(unpack_peak_bytes(d, 1, fetch_speed::x1) == 16);
  CHECK(pack_peak_bytes(b) == 128);
  CHECK(pack_peak_bytes(d) == 64);
}

TEST_CASE("the files in configs and docs are those of the program") {
  for (const auto& name : builtin_configuration_names()) {
    INFO(name);
    CHECK(read(data + "/configs/" + name + ".json") == to_json(builtin_configuration(name)) + "\n");
    const parameters p = load_configuration(data + "/configs/" + name + ".json");
    CHECK(p.config_name == name);
    CHECK(all_values(p) == all_values(builtin_configuration(name)));
  }
  CHECK(read(data + "/docs/generated/parameters.md") == parameters_markdown());
}

TEST_CASE("every file in configs is legal, and the what-if examples change something") {
  const std::string blackhole = all_values(builtin_configuration("blackhole"));
  unsigned examples = 0;
  for (const auto& file : std::filesystem::directory_iterator(data + "/configs")) {
    if (file.path().extension() != ".json") continue;
    INFO(file.path().string());
    if (file.path().stem() == "energy_example") {  // no configuration, but it stands beside them
      CHECK(read_energy_table(file.path().string(), builtin_configuration("blackhole")).illustrative);
      continue;
    }
    const parameters p = load_configuration(file.path().string());
    CHECK(p.config_name == file.path().stem().string());
    if (file.path().filename().string().rfind("what_if", 0) != 0) continue;
    ++examples;
    CHECK(all_values(p) != blackhole);
  }
  CHECK(examples >= 3);
}

TEST_CASE("a dumped configuration reads back") {
  parameters p = builtin_configuration("documented");
  apply_settings(p, {"l1.ports=40", "l1.client_ports.unpacker1=20,22,21,39", "throttle.arbitration.x4_x4=x4,x1",
                     "clock_mhz=1000", "throttle.shared_ports=false"});
  CHECK(p.config_name.rfind("documented with l1.ports=40, ", 0) == 0);
  const std::string text = to_json(p);
  const parameters again = configuration_from_json(text, "dump");
  CHECK(all_values(again) == all_values(p));
  CHECK(to_json(again) == text);
  CHECK(nlohmann::json::parse(text)["l1"]["client_ports"]["unpacker1"] == "20,22,21,39");
}

TEST_CASE("names, values and combinations that are wrong are refused with a reason") {
  parameters p = builtin_configuration("blackhole");
  says(error_of([&] { set(p, "l1.bank", "8"); }), "did you mean 'l1.banks'?");
  says(error_of([&] { set(p, "riscv.l1_lod", "8"); }), "did you mean 'riscv.l1_load_cycles'?");
  says(error_of([&] { set(p, "l1.banks", "many"); }), "l1.banks: 'many' is not a whole number; the legal range is 1..256");
  for (const char* bad : {"", "-1", "257", "99999999999999999999999", "0x", "8.0", "8 9", "+8"}) {
    INFO(bad);
    CHECK_THROWS_AS(set(p, "l1.banks", bad), parameter_error);
  }
  says(error_of([&] { set(p, "l1.banks", "-4"); }), "outside the range");
  says(error_of([&] { set(p, "l1.bank_policy", "oldst"); }), "did you mean 'oldest'?");
  says(error_of([&] { set(p, "l1.port_policy", "lottery"); }), "'lottery' is none of round_robin, fixed, oldest");
  set(p, "l1.port_policy", "fixed");
  CHECK(p.l1.port_policy == l1_policy::fixed);
  CHECK(p.l1.bank_policy == l1_policy::round_robin);
  set(p, "l1.banks", "0x40");
  CHECK(p.l1.banks == 64);
  says(error_of([&] { set(p, "packer.topology", "independant"); }), "did you mean 'independent'?");
  says(error_of([&] { set(p, "throttle.shared_ports", "maybe"); }), "neither true nor false");
  says(error_of([&] { set(p, "throttle.arbitration.x1_x1", "x1"); }), "no pair of speeds");
  says(error_of([&] { set(p, "throttle.arbitration.x1_x1", "x1,x3"); }), "none of x1, x2, x4");
  for (const char* bad : {"", ",", "1,,2", "3-1", "1,1", "0-64", "a", "1-", "2-3-4"}) {
    INFO(bad);
    CHECK_THROWS_AS(set(p, "l1.client_ports.mover", bad), parameter_error);
  }
  const auto refused = [](std::vector<std::string> settings, const std::string& why) {
    parameters q = builtin_configuration("blackhole");
    return says(error_of([&] { apply_settings(q, settings); }), why);
  };
  refused({"l1.banks"}, "name=value");
  refused({"l1.banks=24"}, "no power of two");
  refused({"l1.ports=16"}, "there is no port 35, l1.ports is 16");
  refused({"throttle.bytes.x4=100"}, "no multiple of 16");
  refused({"packer.write_lanes=9"}, "need as many ports, but l1.client_ports.packer0 has 8");
  refused({"hand_over.latency_cycles=0"}, "outside the range");
  parameters q = builtin_configuration("documented");
  q.l1.client_ports[static_cast<size_t>(l1_client::mover)].clear();
  CHECK_THROWS_AS(validate(q), parameter_error);
  q = builtin_configuration("documented");
  q.frontend.fifo_entries = 0;  // not through `set`
  says(error_of([&] { validate(q); }), "frontend.fifo_entries");
}

TEST_CASE("JSON configurations: nested, dotted, based on others") {
  const auto from = [](const std::string& text) { return configuration_from_json(text, "test.json"); };
  CHECK(all_values(from("{}")) == all_values(builtin_configuration("blackhole")));
  CHECK(from("{}").config_name == "test");
  CHECK(from(R"({"l1": {"banks": 8}})").l1.banks == 8);
  CHECK(from(R"({"l1.banks": 8})").l1.banks == 8);
  CHECK(from(R"({"l1": {"client_ports.mover": [4, 9]}})").l1.client_ports[static_cast<size_t>(l1_client::mover)] ==
        std::vector<uint32_t>{4, 9});
  CHECK(from(R"({"throttle": {"arbitration": {"x1_x2": ["x2", "x1"]}}})").throttle.granted[0][1].unpacker0 == fetch_speed::x2);
  CHECK(from(R"({"base": "documented", "name": "mine"})").l1.ports == 16);
  CHECK(from(R"({"base": "documented", "name": "mine"})").config_name == "mine");

  const auto refused = [&](const std::string& text, const std::string& why) { says(error_of([&] { from(text); }), why); };
  refused("{\n\"l1\": {\n \"banks\" 8 }}", "line 3");
  refused(R"({"l1": {"bankz": 8}})", "at /l1/bankz: no parameter is called 'l1.bankz'; did you mean 'l1.banks'?");
  refused(R"({"l2": {"banks": 8}})", "at /l2: no parameter or group");
  refused(R"({"l1": {"banks": 8.5}})", "not a whole number");
  refused(R"({"l1": {"banks": true}})", "not a whole number");
  refused(R"({"l1": {"banks": null}})", "no value of a parameter");
  refused(R"({"l1": {"banks": {"count": 8}}})", "at /l1/banks");
  refused(R"({"l1": {"banks": 8}, "l1.banks": 8})", "given twice");
  refused(R"({"clock_mhz": 8, "clock_mhz": 9})", "there twice");
  refused(R"({"l1.banks": 12})", "no power of two");
  refused(R"({"base": 3})", "expected a text");
  refused(R"({"base": "blackhle"})", "did you mean 'blackhole'?");
  refused("[]", "expected an object");
  refused("", "test.json");
  CHECK_THROWS_AS(load_configuration("/"), parameter_error);
}

TEST_CASE("JSON that a library refuses, or cannot hold on its stack, is refused with the file's name") {
  const auto error = [](const std::string& text) { return error_of([&] { configuration_from_json(text, "test.json"); }); };
  CHECK(error("{\"l1.banks\": 1e400}").find("test.json: number overflow") == 0);
  const std::string deep = "{\"l1.banks\": " + std::string(200000, '[') + std::string(200000, ']') + "}";
  CHECK(error(deep) == "test.json: nested more than 100 deep");
}

TEST_CASE("a configuration whose file has a name in another encoding is dumped") {
  const parameters p = configuration_from_json("{}", "\xff.json");
  CHECK(to_json(p).find("\xef\xbf\xbd") != std::string::npos);  // the replacement character
}

TEST_CASE("a base is looked up beside the file, and not in circles") {
  namespace fs = std::filesystem;
  const fs::path folder =
      fs::temp_directory_path() / ("tensix_parameters_test_" + std::to_string(reinterpret_cast<uintptr_t>(&data)));
  fs::create_directories(folder);
  std::ofstream(folder / "a.json") << R"({"base": "b.json", "l1.banks": 4})";
  std::ofstream(folder / "b.json") << R"({"base": "documented", "l1.banks": 8, "clock_mhz": 5})";
  std::ofstream(folder / "c.json") << R"({"base": "c.json"})";
  const parameters p = load_configuration((folder / "a.json").string());
  CHECK(p.l1.banks == 4);
  CHECK(p.clock_mhz == 5);
  CHECK(p.l1.ports == 16);
  says(error_of([&] { load_configuration((folder / "c.json").string()); }), "based on itself");
  fs::remove_all(folder);
}

TEST_CASE("exactly the parameters whose source is an assumption have a plausible range, and their values lie in it") {
  std::vector<std::string> assumed, listed;
  for (const auto& i : parameter_list())
    if (i.source.find("assumption") != std::string::npos) assumed.push_back(i.name);
  for (const auto& r : plausible_ranges()) {
    CAPTURE(r.parameter);
    listed.push_back(r.parameter);
    const std::string parameter = r.parameter;
    const parameter_info& i = find_parameter(parameter);
    CHECK(i.least <= r.least);
    CHECK(r.least < r.most);
    CHECK(r.most <= i.most);
    for (const auto& name : builtin_configuration_names()) {
      const unsigned long value = std::stoul(i.get(builtin_configuration(name)));
      CHECK(r.least <= value);
      CHECK(value <= r.most);
    }
    CHECK(assumptions_text(builtin_configuration("blackhole")).find(i.name + " ") != std::string::npos);
  }
  CHECK(listed == assumed);
}

TEST_CASE("what the critical path names as a parameter is one", "[parameters]") {
  for (unsigned kind = 0; kind < static_cast<unsigned>(tensix::path_kind::count); ++kind)
    if (const std::string name = tensix::row_of(static_cast<tensix::path_kind>(kind)).parameter; !name.empty())
      CHECK_NOTHROW(tensix::find_parameter(name));
}
