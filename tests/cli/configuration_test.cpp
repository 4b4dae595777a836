// SPDX-License-Identifier: Apache-2.0
// --dump-config, --config and params.
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "tlm_process.h"

using namespace tensix_cli;
using nlohmann::json;

namespace {

// "l1.banks" and its value, for every leaf.
void leaves(const json& object, const std::string& prefix, const std::function<void(const std::string&, const json&)>& visit) {
  for (const auto& [key, value] : object.items()) {
    const std::string name = prefix.empty() ? key : prefix + "." + key;
    if (prefix.empty() && key == "name") continue;
    if (value.is_object()) leaves(value, name, visit);
    else visit(name, value);
  }
}

json dump(const temporary_folder& folder, arguments a) {
  a.push_back("--dump-config");
  const outcome o = run_tlm(folder, a);
  INFO(described(a, o));
  REQUIRE(o.code == 0);
  CHECK(o.err.empty());
  return json::parse(o.out);
}

}  // namespace

TEST_CASE("a dumped configuration reads back the same") {
  const temporary_folder folder;
  for (const arguments& a :
       {arguments{},
        {"--config", "documented"},
        {"--set", "l1.banks=8", "--set", "unpacker.queue_depth=5"},
        {"--config", "documented", "--set", "packer.topology=read_interfaces", "--set", "throttle.arbitration.x4_x4=x1,x2"}}) {
    arguments dumped = a;
    dumped.push_back("--dump-config");
    const outcome first = run_tlm(folder, dumped);
    REQUIRE(first.code == 0);
    folder.write("c.json", first.out);
    const outcome second = run_tlm(folder, {"--config", "c.json", "--dump-config"});
    INFO(joined(dumped));
    CHECK(second.code == 0);
    CHECK(first.out == second.out);
    // The same dump after run, stream and params.
    for (arguments other : {arguments{"run", "add"}, {"stream", "none.scn"}}) {
      other.insert(other.end(), dumped.begin(), dumped.end());
      CHECK(run_tlm(folder, other).out == first.out);
    }
  }
}

TEST_CASE("a dumped configuration takes the same cycles") {
  const temporary_folder folder;
  for (const char* name : {"blackhole", "documented"}) {
    folder.write("c.json", run_tlm(folder, {"--config", name, "--dump-config"}).out);
    const arguments run = {"run", "matmul", "--shape", "96x96x96", "--metrics", "m.json", "--config"};
    arguments a = run, b = run;
    a.push_back(name);
    b.push_back("c.json");
    REQUIRE(run_tlm(folder, a).code == 0);
    const json first = json::parse(folder.read("m.json"));
    REQUIRE(run_tlm(folder, b).code == 0);
    const json second = json::parse(folder.read("m.json"));
    CHECK(first.at("cycles") == second.at("cycles"));
    CHECK(first.at("units") == second.at("units"));
    CHECK(first.at("l1") == second.at("l1"));
  }
}

TEST_CASE("params lists everything in the dump, with its value, range and source") {
  const temporary_folder folder;
  const json all = dump(folder, {"--set", "l1.banks=8"});
  const outcome listed = run_tlm(folder, {"params", "--set", "l1.banks=8"}), page = run_tlm(folder, {"params", "--markdown"});
  CHECK(listed.code == 0);
  CHECK(page.code == 0);
  const auto lines = lines_of(listed.out);
  size_t parameters = 0;
  leaves(all, "", [&](const std::string& name, const json& value) {
    CAPTURE(name);
    ++parameters;
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    bool found = false;
    for (size_t i = 0; i < lines.size(); ++i)
      if (lines[i].rfind(name + " ", 0) == 0) {
        found = contains(lines[i], " " + text);
        size_t end = i + 1;
        bool range = false, source = false;
        for (; end < lines.size() && lines[end].rfind("    ", 0) == 0; ++end) {
          range |= contains(lines[end], "range: ");
          source |= contains(lines[end], "source: ");
        }
        CHECK(range);
        CHECK(source);
      }
    CHECK(found);
    CHECK(contains(page.out, "| `" + name + "` |"));
  });
  CHECK(parameters > 80);
}

TEST_CASE("every parameter takes its own value with --set, and its value of the other configuration") {
  const temporary_folder folder;
  const json blackhole = dump(folder, {}), documented = dump(folder, {"--config", "documented"});
  arguments a;
  leaves(documented, "", [&](const std::string& name, const json& value) {
    a.insert(a.end(), {"--set", name + "=" + (value.is_string() ? value.get<std::string>() : value.dump())});
  });
  json changed = dump(folder, a), wanted = documented;
  changed.erase("name");
  wanted.erase("name");
  CHECK(changed == wanted);
  CHECK_FALSE(blackhole == documented);
}

TEST_CASE("configuration files: nested, dotted, based on another") {
  const temporary_folder folder;
  folder.write("base.json", R"({"base": "documented", "name": "mine", "l1": {"banks": 8}})");
  folder.write("top.json", R"({"base": "base.json", "unpacker.queue_depth": 7, "l1.client_ports.noc": [4, 5, 6]})");
  const json all = dump(folder, {"--config", "top.json", "--set", "l1.atomic_cycles=9"});
  CHECK(all.at("l1").at("banks") == 8);
  CHECK(all.at("l1").at("ports") == 16);
  CHECK(all.at("l1").at("atomic_cycles") == 9);
  CHECK(all.at("unpacker").at("queue_depth") == 7);
  CHECK(all.at("l1").at("client_ports").at("noc") == "4-6");
  CHECK(dump(folder, {"--config", "base.json"}).at("name") == "mine");
}
