// SPDX-License-Identifier: Apache-2.0
// Studies: what their axes expand to, and what is refused before a point is made.
#include "app/sweep/study.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "app/sweep/baseline.h"
#include "app/sweep/study_check.h"
#include "catch.h"
#include "support/processes/other_programs.h"

using namespace tensix;

namespace {

using texts = std::vector<std::string>;

std::string study_text(const std::string& axes, const std::string& more = R"("base": { "kernel": "datacopy" })") {
  return R"({ "format": "tensix-tlm-study", "version": 1, )" + more + R"(, "axes": )" + axes + " }";
}
study parsed(const std::string& axes, const std::string& more = R"("base": { "kernel": "datacopy" })") {
  return parse_study(study_text(axes, more), "s.json", 1000);
}

texts points_of(const study& s) {
  texts all;
  for (uint64_t i = 0; i < s.size(); ++i) all.push_back(settings_text(s.point(i).axes));
  return all;
}

std::string command_of(const study& s, uint64_t i = 0) {
  std::string all;
  for (const auto& a : s.point(i).arguments) all += (all.empty() ? "" : " ") + a;
  return all;
}

void refused(const std::string& text, const texts& parts, uint64_t most_points = 1000) {
  INFO(text);
  std::string message = "(taken)";
  try {
    const study s = parse_study(text, "s.json", most_points);
    point_checker checker;
    check_points(s, "s.json", checker);
  } catch (const std::exception& e) {
    message = e.what();
  }
  INFO(message);
  CHECK(message.rfind("s.json", 0) == 0);
  for (const auto& p : parts) {
    INFO("expected: " << p);
    CHECK(message.find(p) != std::string::npos);
  }
}

}  // namespace

TEST_CASE("an axis: values and ranges") {
  CHECK(points_of(parsed(R"([{"axis": "l1.banks", "values": [8, 16]}])")) == texts{"l1.banks=8", "l1.banks=16"});
  CHECK(points_of(parsed(R"([{"axis": "seed", "values": {"from": 1, "to": 10, "step": 4}}])")) ==
        texts{"seed=1", "seed=5", "seed=9"});
  CHECK(points_of(parsed(R"([{"axis": "seed", "values": {"from": 3, "to": 100, "factor": 3}}])")) ==
        texts{"seed=3", "seed=9", "seed=27", "seed=81"});
  CHECK(points_of(parsed(R"([{"axis": "seed", "values": [0, {"from": 1, "to": 3, "step": 1}, 7]}])")) ==
        texts{"seed=0", "seed=1", "seed=2", "seed=3", "seed=7"});
  CHECK(points_of(parsed(R"([{"axis": "seed", "values": {"from": 5, "to": 5, "step": 1}}])")) == texts{"seed=5"});
  CHECK(command_of(parsed(R"([{"axis": "l1.client_ports.unpacker0", "values": [[0, 35, "37-39"]]}])")) ==
        "run datacopy --set=l1.client_ports.unpacker0=0,35,37-39");
}

TEST_CASE("products, zips and lists, one in the other") {
  const char* two = R"({"axis": "seed", "values": [1, 2]}, {"axis": "format", "values": ["bf16", "fp32"]})";
  CHECK(points_of(parsed("[" + std::string(two) + "]")) ==
        texts{"seed=1, format=bf16", "seed=1, format=fp32", "seed=2, format=bf16", "seed=2, format=fp32"});
  CHECK(points_of(parsed(R"({"product": [)" + std::string(two) + "]}")).size() == 4);
  CHECK(points_of(parsed(R"({"zip": [)" + std::string(two) + "]}")) == texts{"seed=1, format=bf16", "seed=2, format=fp32"});
  CHECK(points_of(parsed(R"({"list": [{"seed": 4}, {"l1.banks": 8, "fp32-dest": true}, {}]})")) ==
        texts{"seed=4", "l1.banks=8, fp32-dest=true", ""});
  const study s = parsed(R"([{"axis": "l1.banks", "values": [8, 16]},
      {"zip": [{"axis": "kernel", "values": ["add", "matmul", "matmul"]}, {"axis": "shape", "values": ["32x32", "32x32x32", "32x32x64"]}]},
      {"list": [{}, {"config": "documented"}]}])");
  CHECK(s.size() == 12);
  CHECK(settings_text(s.point(0).axes) == "l1.banks=8, kernel=add, shape=32x32");
  CHECK(settings_text(s.point(11).axes) == "l1.banks=16, kernel=matmul, shape=32x32x64, config=documented");
  CHECK(command_of(s, 11) == "run matmul --config=documented --shape=32x32x64 --set=l1.banks=16");
}

TEST_CASE("the base, and what the axes put in its place") {
  const std::string base = R"("name": "n", "description": "d", "base": { "kernel": "mul", "config": "documented",
      "options": { "shape": "64x64", "fp32-dest": true, "maxclk": 9000 }, "set": { "l1.banks": 8, "packer.topology": "independent" } })";
  const study s = parsed(R"([{"axis": "l1.banks", "values": [16]}, {"axis": "fp32-dest", "values": [false, true]}])", base);
  CHECK(s.name == "n");
  CHECK(command_of(s, 0) ==
        "run mul --config=documented --shape=64x64 --maxclk=9000 --set=l1.banks=16 --set=packer.topology=independent");
  CHECK(command_of(s, 1) ==
        "run mul --config=documented --shape=64x64 --fp32-dest --maxclk=9000 --set=l1.banks=16 "
        "--set=packer.topology=independent");
  CHECK(parsed(R"([{"axis": "seed", "values": [1]}])").name == "s");  // the file's
}

TEST_CASE("variables stand in texts") {
  const study s =
      parsed(R"([{"axis": "k", "values": [32, 64]}, {"axis": "shape", "values": ["{m}x{k}"]}, {"list": [{"m": 96}]}])",
             R"("variables": ["k", "m"], "base": { "kernel": "add", "set": { "l1.client_ports.noc": "4-{k}" } })");
  CHECK(command_of(s, 1) == "run add --shape=96x64 --set=l1.client_ports.noc=4-64");
  CHECK(settings_text(s.point(1).axes) == "k=64, shape={m}x{k}, m=96");
}

TEST_CASE("refused: the file") {
  refused("", {"empty"});
  refused("{", {"line 1"});
  refused("[1e999]", {"number overflow"});
  refused("[]", {"expected an object"});
  refused(R"({ "version": 1 })", {"no study", "tensix-tlm-study"});
  refused(R"({ "format": "tensix-tlm-study", "version": 2 })", {"version 2", "reads version 1"});
  refused(R"({ "format": "tensix-tlm-study", "format": "tensix-tlm-study" })", {"'format'", "twice"});
  const std::string axes = R"([{"axis": "seed", "values": [1]}])";
  refused(study_text(axes, R"("base": {}, "bace": 1)"), {"'bace'", "did you mean 'base'"});
  refused(study_text(axes, R"("base": {"kernel": "add", "sets": {}})"), {"/base", "'sets'", "'set'"});
  refused(study_text(axes, R"("name": 5, "base": {})"), {"/name", "expected a text"});
  refused(study_text(axes, R"("impossible": "recrod", "base": {})"), {"'recrod'", "did you mean 'record'"});
  refused(R"({ "format": "tensix-tlm-study", "version": 1, "axes": [] })", {"\"base\" is missing"});
  refused(R"({ "format": "tensix-tlm-study", "version": 1, "base": {} })", {"\"axes\" is missing"});
}

TEST_CASE("A base that is a command line") {
  const auto base = [](const std::string& command) { return "\"base\": { \"command\": " + command + " }"; };
  const study s = parse_study(study_text(R"({"list": [{}, {"l1.banks": 8, "seed": 3}]})",
                                         base(R"(["run", "add", "--shape", "64x64", "--set", "l1.banks=16"])")),
                              "s.json", 10);
  CHECK(command_of(s, 0) == "run add --shape 64x64 --set l1.banks=16");
  CHECK(command_of(s, 1) == "run add --shape 64x64 --set l1.banks=16 --seed=3 --set=l1.banks=8");
  const std::string axes = R"([{"axis": "seed", "values": [1]}])";
  refused(study_text(axes, base(R"(["run"])")), {"/base/command", "list of arguments"});
  refused(study_text(axes, base(R"(["rnu", "add"])")), {"'rnu'", "did you mean 'run'"});
  refused(study_text(axes, base(R"(["run", "add", "--metrics=m.json"])")), {"'--metrics'", "replace the file"});
  refused(study_text(axes, base(R"(["run", 5])")), {"no text"});
  refused(study_text(axes, R"("base": { "command": ["run", "add"], "kernel": "add" })"), {"says all"});
  CHECK_THROWS_AS(
      parse_study(study_text(R"([{"axis": "kernel", "values": ["sub"]}])", base(R"(["run", "add"])")), "s.json", 10).point(0),
      study_error);
}

TEST_CASE("refused: names") {
  refused(study_text(R"([{"axis": "l1.bank", "values": [1]}])"), {"/axes/0", "'l1.bank'", "did you mean 'l1.banks'"});
  refused(study_text(R"([{"axis": "fidelty", "values": ["lofi"]}])"), {"did you mean 'fidelity'"});
  refused(study_text(R"([{"axis": "metrics", "values": ["a"]}])"), {"'metrics' has no meaning in a study"});
  refused(study_text(R"({"list": [{"seed": 1}, {"sead": 2}]})"), {"/axes/list/1", "'sead'", "'seed'"});
  refused(study_text(R"([{"axis": "seed", "values": [1]}])", R"("base": {"kernel": "add", "options": {"l1.banks": 8}})"),
          {"'l1.banks' is a parameter", "\"set\""});
  refused(study_text(R"([{"axis": "seed", "values": [1]}])", R"("base": {"kernel": "add", "set": {"shape": "32x32"}})"),
          {"'shape' is an option", "\"options\""});
  refused(study_text(R"([{"axis": "seed", "values": [1]}, {"axis": "seed", "values": [2]}])"), {"two axes set 'seed'"});
  refused(study_text(R"([{"axis": "seed", "values": [1]}, {"list": [{"maxclk": 9}, {"seed": 3}]}])"), {"two axes set 'seed'"});
}

TEST_CASE("refused: values and combinations") {
  refused(study_text("[]"), {"/axes", "one axis or more"});
  refused(study_text("{}"), {"exactly one of"});
  refused(study_text(R"({"product": [], "zip": []})"), {"exactly one of"});
  refused(study_text(R"([{"axis": "seed", "values": []}])"), {"'seed' has no value"});
  refused(study_text(R"([{"axis": "seed"}])"), {"has no \"values\""});
  refused(study_text(R"([{"axis": "seed", "values": [1, 1]}])"), {"the value 1 twice"});
  refused(study_text(R"([{"axis": "seed", "values": [1.5]}])"), {"/axes/0/values/0", "1.5 is no value"});
  refused(study_text(R"([{"axis": "seed", "values": [null]}])"), {"null is no value"});
  refused(study_text(R"([{"axis": "shape", "values": [""]}])"), {"the text is empty"});
  refused(study_text(R"([{"axis": "fp32-dest", "values": [1]}])"), {"true or false"});
  refused(study_text(R"([{"axis": "seed", "values": {"from": 9, "to": 1, "step": 1}}])"), {"from 9 to 1 is empty"});
  refused(study_text(R"([{"axis": "seed", "values": {"from": 1, "to": 9, "step": 0}}])"), {"/step", "from 1 on"});
  refused(study_text(R"([{"axis": "seed", "values": {"from": 1, "to": 9, "factor": 1}}])"), {"/factor", "from 2 on"});
  refused(study_text(R"([{"axis": "seed", "values": {"from": 0, "to": 9, "factor": 2}}])"), {"0 stays 0"});
  refused(study_text(R"([{"axis": "seed", "values": {"from": 1, "to": 9}}])"), {"either a \"step\" or a \"factor\""});
  refused(study_text(R"([{"axis": "seed", "values": {"from": 1, "to": 1e30, "step": 1}}])"), {"/to", "whole number"});
  refused(study_text(R"({"zip": [{"axis": "seed", "values": [1, 2]}, {"axis": "maxclk", "values": [1, 2, 3]}]})"),
          {"the first has 2 values and this one 3"});
  std::string deep = R"({"axis": "seed", "values": [1]})";
  for (int i = 0; i < 100000; ++i) deep = "[" + deep + "]";
  refused(study_text(deep), {"nested more than"});
  refused(study_text("[]", R"("base": )" + deep), {"nested more than"});
  refused(study_text("[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]"), {"axes are nested more than"});
}

TEST_CASE("variants: settings under one name") {
  const std::string more = R"("variables": ["n"], "variants": { "wide": { "packer.read_interfaces": 8, "n": 96 },
    "slow": { "fidelity": "hifi4", "n": 64, "config": "documented" } },
    "base": { "kernel": "mul", "options": { "shape": "64x{n}" } })";
  const study s = parsed(R"([{"axis": "variant"}, {"axis": "seed", "values": [1, 2]}])", more);
  REQUIRE(points_of(s) ==
          texts{"variant=wide, seed=1", "variant=wide, seed=2", "variant=slow, seed=1", "variant=slow, seed=2"});
  CHECK(command_of(s, 1) == "run mul --shape=64x96 --seed=2 --set=packer.read_interfaces=8");
  CHECK(command_of(s, 2) == "run mul --config=documented --shape=64x64 --fidelity=hifi4 --seed=1");
  // What sets nothing, and axes that set the kernel in the place of a base.
  const study kernels =
      parsed(R"([{"axis": "variant", "values": ["base", "x"]}, {"axis": "kernel", "values": ["add", "sub"]}])",
             R"("variants": { "x": { "l1.banks": 64 } })");
  CHECK(command_of(kernels, 1) == "run sub");
  CHECK(command_of(kernels, 2) == "run add --set=l1.banks=64");
  CHECK(points_of(parsed(R"({"list": [{"variant": "x", "seed": 3}, {}]})",
                         R"("variants": { "x": { "l1.banks": 64 } }, "base": { "kernel": "add" })")) ==
        texts{"variant=x, seed=3", ""});
}

TEST_CASE("refused: variants, baselines, weights") {
  const std::string x = R"("base": { "kernel": "add" }, "variants": { "wide packer": { "packer.read_interfaces": 8 } })";
  const std::string axis = R"([{"axis": "variant", "values": ["base", "wide packer"]}])";
  const auto with = [&](const std::string& more) { return study_text(axis, x + ", " + more); };
  refused(study_text(R"([{"axis": "variant", "values": ["wide paker"]}])", x),
          {"/axes/0/values/0", "did you mean 'wide packer'?"});
  refused(study_text(R"([{"axis": "seed", "values": [1]}])", x), {"/variants", "no axis has the variants"});
  refused(study_text(R"([{"axis": "variant"}, {"axis": "packer.read_interfaces", "values": [4]}])", x),
          {"two axes set 'packer.read_interfaces'"});
  refused(study_text(R"({"list": [{"variant": "wide packer", "packer.read_interfaces": 2}]})", x), {"both set"});
  refused(study_text(axis, R"("base": { "kernel": "add" }, "variants": { "a": { "l1.bank": 8 } })"),
          {"/variants/a", "'l1.banks'"});
  refused(study_text(axis, R"("base": { "kernel": "add" }, "variants": { "base": { "l1.banks": 8 } })"), {"sets nothing"});
  refused(study_text(R"([{"axis": "variant", "values": {"from": 1, "to": 2, "step": 1}}])", x), {"no names"});
  refused(study_text(R"([{"axis": "variant", "values": ["base"]}])"), {"'variant'"});  // a study that has none
  refused(study_text(R"([{"axis": "seed", "values": [1]}])", R"("description": "")"), {"\"base\" is missing"});
  refused(with(R"("baseline": "wide pakcer")"), {"/baseline", "did you mean 'wide packer'?"});
  refused(with(R"("baseline": { "varaint": "base" })"), {"/baseline", "did you mean 'variant'?"});
  refused(with(R"("baseline": { "variant": "bas" })"), {"/baseline/variant", "did you mean 'base'?"});
  refused(study_text(R"([{"axis": "l1.banks", "values": [8, 16]}])",
                     R"("base": { "kernel": "add" }, "baseline": { "l1.banks": 32 })"),
          {"/baseline/l1.banks", "there are: 8, 16"});
  refused(study_text(R"([{"axis": "l1.banks", "values": [8]}])", R"("base": { "kernel": "add" }, "baseline": "bse")"),
          {"\"base\""});
  refused(with(R"("weights": { "add": 2 })"), {"/weights", "'add'"});  // which no axis has
  const std::string kernels = R"([{"axis": "kernel", "values": ["add", "mul"]}])";
  refused(study_text(kernels, R"("weights": { "ad": 2 })"), {"did you mean 'add'?"});
  for (const char* wrong : {"0", "-1", "\"2\"", "1e9", "null"})
    refused(study_text(kernels, R"("weights": { "add": )" + std::string(wrong) + " }"), {"/weights/add", "is no weight"});
}

TEST_CASE("the point that a point is compared with") {
  const auto baselines = [](const study& s) {
    point_checker checker;
    const study_baseline b(s, checker);
    std::string all;
    for (uint64_t i = 0; i < s.size(); ++i) all += (i ? " " : "") + (b.of(i) ? std::to_string(*b.of(i)) : "-");
    return all;
  };
  const std::string two = R"([{"axis": "l1.banks", "values": [16, 32]}, {"axis": "seed", "values": [1, 2, 3]}])";
  CHECK(baselines(parsed(two)) == "3 4 5 3 4 5");  // 32, as the configuration has it
  CHECK(baselines(parsed(two, R"("base": { "kernel": "add", "set": { "l1.banks": "0x10" } })")) == "0 1 2 0 1 2");
  CHECK(baselines(parsed(two, R"("base": { "kernel": "add" }, "baseline": { "seed": 2, "l1.banks": 16 })")) == "1 1 1 1 1 1");
  CHECK(baselines(parsed(R"([{"axis": "l1.banks", "values": [8, 16]}])")) == "- -");  // none has the configuration's 32
  CHECK(baselines(parsed(R"([{"axis": "fidelity", "values": ["lofi", "hifi2"]}])")) == "- -");
  // Linked axes: the work stays, what the hardware is changes.
  CHECK(baselines(parsed(R"({"list": [{"kernel": "add", "l1.banks": 8}, {"kernel": "add"}, {"kernel": "mul"},
                                      {"kernel": "mul", "l1.banks": 64}, {"kernel": "sub", "l1.banks": 64}]})",
                         R"("baseline": { "l1.banks": 64 })")) == "1 1 2 2 4");
  point_checker checker;
  CHECK_THROWS_WITH(
      study_baseline(parsed(R"([{"axis": "l1.banks", "values": [8]}])", R"("base": {"kernel": "add"}, "baseline": "base")"),
                     checker),
      Contains("l1.banks=32"));
}

TEST_CASE("refused: variables") {
  const std::string axes = R"([{"axis": "k", "values": [1]}])";
  refused(study_text(axes, R"("variables": ["k"], "base": {"kernel": "add"})"), {"no text uses the variable 'k'"});
  refused(study_text(axes, R"("variables": ["seed"], "base": {})"), {"'seed' has a meaning already"});
  refused(study_text(axes, R"("variables": ["cycles"], "base": {})"), {"'cycles' has a meaning already"});
  refused(study_text(axes, R"("variables": ["a b"], "base": {})"), {"letters, digits"});
  refused(study_text(axes, R"("variables": ["k"], "base": {"kernel": "add", "options": {"shape": "32x{kk}"}})"),
          {"/base/options/shape", "'kk'", "did you mean 'k'"});
  refused(study_text(R"({"list": [{"k": 32}, {}]})",
                     R"("variables": ["k"], "base": {"kernel": "add", "options": {"shape": "32x{k}"}})"),
          {"point 2", "nothing sets 'k'"});
}

TEST_CASE("refused: values of points, before any is run") {
  refused(study_text(R"([{"axis": "seed", "values": [1]}, {"axis": "l1.banks", "values": [8, 12]}])"),
          {"point 2 (seed=1, l1.banks=12)", "no power of two"});
  refused(study_text(R"([{"axis": "l1.banks", "values": [1000000]}])"), {"point 1", "l1.banks", "the legal range is"});
  refused(study_text(R"([{"axis": "format", "values": ["bf16", "bf61"]}])"), {"point 2", "bf61", "did you mean 'bf16'"});
  refused(study_text(R"([{"axis": "kernel", "values": ["matmull"]}])"), {"matmull", "did you mean 'matmul'"});
  refused(study_text(R"([{"axis": "shape", "values": ["32x32x32"]}])"), {"no shape of datacopy"});
  refused(study_text(R"([{"axis": "config", "values": ["documentd"]}])"), {"documentd", "did you mean 'documented'"});
  refused(study_text(R"([{"axis": "l1-tiles", "values": [100000]}])"), {"point 1", "L1"});
  refused(study_text(R"([{"axis": "shape", "values": ["1000000x1000000"]}])"), {"too large"});
  refused(study_text(R"([{"axis": "in0", "values": ["none.npy"]}])"), {"none.npy"});
  refused(study_text(R"([{"axis": "stream", "values": ["none.scn"]}])"), {"both a kernel", "none.scn"});
  refused(study_text(R"([{"axis": "stream", "values": ["none.scn"]}])", R"("base": {})"), {"point 1", "none.scn"});
  refused(study_text(R"([{"axis": "seed", "values": [1]}])", R"("base": {})"), {"neither a kernel nor a stream"});
}

TEST_CASE("settings that do not fit together may be recorded instead") {
  const std::string base = R"("impossible": "record", "base": { "kernel": "datacopy" })";
  point_checker checker;
  check_points(parsed(R"([{"axis": "l1.banks", "values": [8, 12]}])", base), "s.json", checker);
  refused(study_text(R"([{"axis": "l1.banks", "values": [1000000]}])", base), {"the legal range is"});
  refused(study_text(R"([{"axis": "format", "values": ["bf61"]}])", base), {"bf61"});
}

TEST_CASE("too many points are refused without making them") {
  const std::string range = R"({"axis": "seed", "values": {"from": 1, "to": 10000000, "step": 1}})";
  refused(study_text("[" + range + "]"), {"10000000 points", "at most 100000", "--max-points"}, 100000);
  const std::string huge = R"("values": {"from": 0, "to": 9000000000000000000, "step": 1}})";
  refused(study_text(R"([{"axis": "seed", )" + huge + R"(, {"axis": "maxclk", )" + huge + "]"), {"more than 10^19 points"},
          100000);
  CHECK(parse_study(study_text(R"([{"axis": "seed", "values": {"from": 1, "to": 1000, "step": 1}}])"), "s.json", 1000).size() ==
        1000);
}

TEST_CASE("the digest of a study follows whatever decides its results") {
  const auto digest = [](const std::string& axes, const std::string& base) {
    point_checker checker;
    return check_points(parsed(axes, base), "s.json", checker);
  };
  const std::string axes = R"([{"axis": "seed", "values": [1, 2]}])", base = R"("base": { "kernel": "add" })";
  const std::string first = digest(axes, base);
  CHECK(digest(axes, base) == first);
  CHECK(digest(axes, R"("name": "other", "base": { "kernel": "add" })") == first);
  CHECK(digest(axes, R"("base": { "kernel": "sub" })") != first);
  CHECK(digest(R"([{"axis": "seed", "values": [1, 3]}])", base) != first);
  CHECK(digest(R"([{"axis": "seed", "values": [2, 1]}])", base) != first);
}

TEST_CASE("the digest of a study with a kernel follows all that the compiler reads for it") {
  if (find_program("riscv64-unknown-elf-g++").empty()) return;
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / ("study_test_" + std::to_string(getpid()));
  fs::create_directories(folder / "a folder");
  const auto write = [&](const char* file, const std::string& text) { std::ofstream(folder / file) << text; };
  write("kernel.cpp", "#include NAMED\n#include \"compute_kernel_api.h\"\nvoid kernel_main() {}\n");
  write("a folder/named.h", "#include \"further.h\"\n");
  write("a folder/further.h", "");
  write("a folder/unused.h", "");
  const std::string base = R"("base": { "kernel": ")" + (folder / "kernel.cpp").string() +
                           R"(", "options": { "define.NAMED": "\"a folder/named.h\"" } })";
  const auto digest = [&] {
    point_checker checker;
    const std::string all = check_points(parsed(R"([{"axis": "seed", "values": [1, 2]}])", base), "s.json", checker);
    CHECK(checker.files().count((folder / "a folder/further.h").string()) == 1);
    return all;
  };
  const std::string first = digest();
  write("a folder/unused.h", "// changed");
  CHECK(digest() == first);
  write("a folder/further.h", "// changed");
  CHECK(digest() != first);
  fs::remove_all(folder);
}
