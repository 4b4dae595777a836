// SPDX-License-Identifier: Apache-2.0
// tensix-tlm compare: the differences are those of the two files, whatever is no file of metrics is refused.
#include <nlohmann/json.hpp>

#include "../cli/tlm_process.h"

using namespace tensix_cli;
using nlohmann::json;

namespace {

// Two runs that differ in a parameter and an option.
struct two_runs {
  temporary_folder folder;
  json a, b;
  two_runs() {
    const arguments first = {"run", "mul", "--shape", "64x96", "--fidelity", "hifi4", "--metrics", "a.json"};
    const arguments second = {"run",        "mul",   "--shape", "64x96",
                              "--fidelity", "hifi2", "--set",   "matrix_unit.dst_read_hazard_cycles=1",
                              "--metrics",  "b.json"};
    for (const auto& o : tlm_all(folder, {first, second})) REQUIRE(o.code == 0);
    a = json::parse(folder.read("a.json"));
    b = json::parse(folder.read("b.json"));
  }
  json compared(arguments more = {}) const {
    more.insert(more.begin(), {"compare", "a.json", "b.json", "--json"});
    const outcome o = run_tlm(folder, more);
    INFO(described(more, o));
    REQUIRE(o.code == 0);
    return json::parse(o.out);
  }
};

uint64_t cycles_of(const json& m, const json& row) {
  const json& account = m.at(row.at("kind").get<std::string>() + "s").at(row.at("name").get<std::string>());
  const std::string spent = row.at("spent");
  if (spent == "busy" || spent == "idle") return account.at(spent);
  return account.at("stall").value(spent, uint64_t{0});
}

}  // namespace

TEST_CASE("metrics tell the parameters and the command") {
  const two_runs r;
  CHECK(r.a.at("parameters").at("matrix_unit.dst_read_hazard_cycles") == 5);
  CHECK(r.b.at("parameters").at("matrix_unit.dst_read_hazard_cycles") == 1);
  CHECK(r.a.at("parameters").at("throttle.shared_ports") == false);
  CHECK(r.a.at("parameters").at("l1.client_ports.unpacker0") == "0,35-41");
  CHECK(r.b.at("command") == json({"run", "mul", "--shape", "64x96", "--fidelity", "hifi2", "--set",
                                   "matrix_unit.dst_read_hazard_cycles=1", "--metrics", "b.json"}));
  const outcome all = run_tlm(r.folder, {"params"});
  for (const auto& [name, value] : r.a.at("parameters").items()) CHECK(contains("\n" + all.out, "\n" + name + " "));
  arguments again = r.b.at("command");
  again.back() = "c.json";
  REQUIRE(run_tlm(r.folder, again).code == 0);
  CHECK(json::parse(r.folder.read("c.json")).at("cycles") == r.b.at("cycles"));
}

TEST_CASE("the differences are those of the files") {
  const two_runs r;
  const json c = r.compared();
  CHECK(c.at("options").at("a") == json({"--fidelity=hifi4"}));
  CHECK(c.at("options").at("b") == json({"--fidelity=hifi2", "--set=matrix_unit.dst_read_hazard_cycles=1"}));
  CHECK(c.at("format") == "tensix-tlm-comparison");
  CHECK(c.at("version") == 1);
  const int64_t cycles_a = r.a.at("cycles"), cycles_b = r.b.at("cycles");
  CHECK(c.at("cycles").at("difference") == cycles_b - cycles_a);
  REQUIRE(c.at("accounts").size() > 10);
  int64_t before = std::numeric_limits<int64_t>::max();
  for (const auto& row : c.at("accounts")) {
    CAPTURE(row.dump());
    CHECK(row.at("a") == cycles_of(r.a, row));
    CHECK(row.at("b") == cycles_of(r.b, row));
    const int64_t difference = row.at("b").get<int64_t>() - row.at("a").get<int64_t>();
    CHECK(row.at("difference") == difference);
    CHECK(difference != 0);
    CHECK(std::abs(difference) <= before);
    before = std::abs(difference);
    CHECK(row.at("difference_percent").get<double>() ==
          Approx(100.0 * static_cast<double>(difference) / static_cast<double>(cycles_a)));
  }

  // The critical path: row by row that of the files, and the differences add up to that of the runs.
  const auto on_path = [](const json& m, const json& name) {
    for (const auto& resource : m.at("path").at("resources"))
      if (resource.at("name") == name) return resource.at("cycles").get<int64_t>();
    return int64_t{0};
  };
  CHECK(c.at("path").at("whole") == true);
  REQUIRE(c.at("path").at("resources").size() > 3);
  CHECK(c.at("path").at("resources")[0].at("name") == "dst hazard");  // the parameter that differs
  int64_t sum = 0;
  before = std::numeric_limits<int64_t>::max();
  for (const auto& row : c.at("path").at("resources")) {
    CAPTURE(row.dump());
    CHECK(row.at("a") == on_path(r.a, row.at("name")));
    CHECK(row.at("b") == on_path(r.b, row.at("name")));
    const int64_t difference = row.at("b").get<int64_t>() - row.at("a").get<int64_t>();
    CHECK(row.at("difference") == difference);
    CHECK(difference != 0);
    CHECK(std::abs(difference) <= before);
    before = std::abs(difference);
    sum += difference;
  }
  CHECK(sum == cycles_b - cycles_a);

  REQUIRE(c.at("parameters").size() == 1);
  CHECK(c.at("parameters")[0] == json({{"name", "matrix_unit.dst_read_hazard_cycles"}, {"a", 5}, {"b", 1}}));
  bool fidelity = false;
  for (const auto& k : c.at("kernel")) fidelity = fidelity || k == json({{"name", "fidelity"}, {"a", "hifi4"}, {"b", "hifi2"}});
  CHECK(fidelity);

  // --all: every account, and each unit's differences sum to that of the run.
  std::map<std::string, int64_t> sums;
  const json everything = r.compared({"--all"});
  for (const auto& row : everything.at("accounts")) sums[row.at("name")] += row.at("difference").get<int64_t>();
  CHECK(sums.size() == r.a.at("units").size() + r.a.at("threads").size() + r.a.at("cores").size());
  for (const auto& [name, differences] : sums) {
    CAPTURE(name);
    CHECK(differences == cycles_b - cycles_a);
  }
  CHECK(everything.at("parameters").size() == r.a.at("parameters").size());
}

TEST_CASE("the same for people") {
  const two_runs r;
  const outcome o = run_tlm(r.folder, {"compare", "a.json", "b.json"});
  CHECK(o.code == 0);
  CHECK(o.err.empty());
  INFO(o.out);
  for (const char* part : {"a.json", "b.json", "difference: -", "matrix_unit  dst_block_hazard", "\ndst hazard ",
                           "a block of Dst cannot be read yet (matrix_unit.dst_read_hazard_cycles)", "L1 traffic", "fidelity",
                           "hifi4", "matrix_unit.dst_read_hazard_cycles"})
    CHECK(contains(o.out, part));
  const outcome same = run_tlm(r.folder, {"compare", "a.json", "a.json"});
  CHECK(same.code == 0);
  CHECK(contains(same.out, "no unit and no thread"));
  CHECK(contains(same.out, "critical path is the same"));
  CHECK(contains(same.out, "parameters: all the same"));
}

TEST_CASE("what is no file of metrics is refused") {
  const two_runs r;
  const std::string good = r.folder.read("a.json");
  struct bad_file {
    std::string bytes;
    std::vector<std::string> parts;
  };
  json older = r.a, damaged = r.a, negative = r.a, no_stretches = r.a, beginning = r.a;
  older["version"] = 7;
  damaged["units"]["packer0"].erase("idle");
  negative["cycles"] = -1;
  no_stretches["path"]["resources"][0].erase("stretches");
  for (const bad_file& f : {bad_file{"", {"bad.json", "empty"}},
                            {good.substr(0, good.size() / 2), {"bad.json", "line"}},
                            {"[]", {"bad.json", "no metrics"}},
                            {"{\"format\": \"else\"}", {"no metrics"}},
                            {older.dump(), {"version 7", "version 1"}},
                            {damaged.dump(), {"damaged", "units.packer0.idle"}},
                            {negative.dump(), {"damaged", "cycles"}},
                            {no_stretches.dump(), {"damaged", "path.resources.stretches"}}}) {
    r.folder.write("bad.json", f.bytes);
    for (const arguments& a : {arguments{"compare", "a.json", "bad.json"}, {"compare", "bad.json", "a.json"}})
      check_refused(a, run_tlm(r.folder, a), f.parts);
  }
  const std::vector<std::pair<arguments, std::vector<std::string>>> wrong = {
      {{"compare", "a.json", "none.json"}, {"no file 'none.json'"}},
      {{"compare", "a.json", "."}, {"'.' is not a file"}},
      {{"compare", "a.json"}, {"an operand is missing (B)"}},
      {{"compare", "a.json", "b.json", "a.json"}, {"too many"}},
      {{"compare", "a.json", "b.json", "--jsn"}, {"--json"}}};
  for (const auto& [a, parts] : wrong) check_refused(a, run_tlm(r.folder, a), parts);
  json without = r.a;  // as versions before wrote it
  without.erase("parameters");
  without.erase("command");
  without.erase("path");
  r.folder.write("old.json", without.dump());
  const outcome o = run_tlm(r.folder, {"compare", "old.json", "b.json"});
  CHECK(o.code == 0);
  CHECK(contains(o.out, "parameters: not compared"));
  CHECK(contains(o.out, "critical path: not compared"));
  beginning["path"]["cycles"] = 100;  // as of a run of which only that was recorded
  r.folder.write("beginning.json", beginning.dump());
  CHECK(contains(run_tlm(r.folder, {"compare", "beginning.json", "b.json"}).out, "critical path: of 100 cycles of a and "));
}
