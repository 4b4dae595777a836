// SPDX-License-Identifier: Apache-2.0
// run --sample against the whole run: within its bound, equal where it says so, and cycles that add up.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "../cli/tlm_process.h"

using namespace tensix_cli;
using nlohmann::json;

namespace {

arguments words(const std::string& line) {
  arguments all;
  std::istringstream in(line);
  for (std::string word; in >> word;) all.push_back(word);
  return all;
}

uint64_t number(const json& j, const char* name) { return j.at(name).get<uint64_t>(); }

void check_sums(const json& metrics) {
  for (const char* group : {"units", "threads", "cores", "feeds"}) {
    const json accounts = metrics.value(group, json::object());
    for (const auto& [name, a] : accounts.items()) {
      uint64_t polled = 0, split = 0;
      const json words = a.value("polled", json::object()), parts = a.value("busy_split", json::object());
      for (const auto& [word, cycles] : words.items()) polled += cycles.get<uint64_t>();
      CHECK(polled == a.at("stall").value("poll", uint64_t{0}));
      for (const auto& [part, cycles] : parts.items()) split += cycles.get<uint64_t>();
      if (a.contains("busy_split")) CHECK(split == number(a, "busy"));
      uint64_t sum = number(a, "busy") + number(a, "idle");
      for (const auto& [why, cycles] : a.at("stall").items()) sum += cycles.get<uint64_t>();
      INFO(name);
      CHECK(sum == number(metrics, "cycles"));
    }
  }
}

// By resource: cycles of the critical path, which add up to the run's.
std::map<std::string, uint64_t> path_of(const json& metrics) {
  std::map<std::string, uint64_t> all;
  uint64_t sum = 0;
  for (const auto& r : metrics.at("path").at("resources")) sum += all[r.at("name")] = number(r, "cycles");
  CHECK(number(metrics.at("path"), "cycles") == number(metrics, "cycles"));
  CHECK(sum == number(metrics, "cycles"));
  return all;
}

struct both {
  json whole, sampled;
};

std::vector<both> run_both(const std::vector<std::string>& lines) {
  temporary_folder folder;
  std::vector<arguments> all;
  for (size_t i = 0; i < lines.size(); ++i)
    for (const bool sample : {false, true}) {
      arguments a = words("run " + lines[i] + " --metrics " + std::to_string(i) + (sample ? "s --sample" : "w"));
      all.push_back(a);
    }
  const auto results = tlm_all(folder, all);
  for (size_t i = 0; i < all.size(); ++i) {
    INFO(described(all[i], results[i]));
    REQUIRE(results[i].code == 0);
  }
  std::vector<both> found;
  for (size_t i = 0; i < lines.size(); ++i)
    found.push_back({json::parse(folder.read(std::to_string(i) + "w")), json::parse(folder.read(std::to_string(i) + "s"))});
  return found;
}

}  // namespace

TEST_CASE("sampled runs are within their bound of the whole ones", "[long]") {
  const std::vector<std::string> lines = {
      "matmul --shape 512x512x512",
      "matmul --shape 512x512x512 --fidelity hifi2",
      "matmul --shape 512x512x512 --fidelity hifi4",
      "matmul --shape 512x512x512 --feed-bytes 16",
      "matmul --shape 256x1024x512",
      "matmul --shape 1024x1024x64 --config documented",
      "datacopy --shape 1024x1024",
      "datacopy --shape 1024x1024 --feed-bytes 16",
      "datacopy --shape 2048x1000",
      "add --shape 2048x2048",
      "add --shape 2048x2048 --feed-bytes 16",
      "mul --shape 1024x2048 --feed-bytes 60",
      "mul --shape 1024x1024 --format fp16 --l1-tiles 2 --isolate pack",
      "untilize --shape 2048x512",
  };
  unsigned periodic = 0, bound = 0;
  const auto found = run_both(lines);
  for (size_t i = 0; i < lines.size(); ++i) {
    const auto& [whole, sampled] = found[i];
    const json& how = sampled.at("sampling");
    INFO(lines[i] << " " << how.dump());
    const uint64_t a = number(whole, "cycles"), b = number(sampled, "cycles"), error = a > b ? a - b : b - a;
    CHECK(error <= number(how, "error_bound_cycles"));
    CHECK(200 * number(how, "error_bound_cycles") <= b);
    CHECK(sampled.at("kernel").at("tiles") == whole.at("kernel").at("tiles"));
    CHECK(sampled.at("kernel").at("operations") == whole.at("kernel").at("operations"));
    CHECK(sampled.at("accuracy").is_null());
    CHECK(whole.count("sampling") == 0);
    check_sums(sampled);
    const bool left_out = number(how, "blocks_simulated") < number(how, "blocks");
    CHECK(how.at("sampled") == left_out);
    if (!left_out || how.at("periodic") == true)
      for (const char* part : {"cycles", "units", "threads", "l1", "bandwidth"}) CHECK(sampled.at(part) == whole.at(part));
    auto of_whole = path_of(whole), of_sampled = path_of(sampled);
    for (const auto& [name, cycles] : of_whole) {
      INFO(name << ": " << cycles << ", sampled " << of_sampled[name]);
      CHECK(std::max(cycles, of_sampled[name]) - std::min(cycles, of_sampled[name]) <= a / 50);
    }
    periodic += left_out && how.at("periodic") == true;
    bound += left_out && how.at("periodic") == false;
  }
  CHECK(periodic >= 3);
  CHECK(bound >= 1);
}

TEST_CASE("what is simulated is the run of a smaller kernel") {
  temporary_folder folder;
  const auto sampled = run_tlm(folder, words("run matmul --shape 512x512x512 --sample --metrics s"));
  REQUIRE(sampled.code == 0);
  const json how = json::parse(folder.read("s")).at("sampling");
  const std::string columns = std::to_string(128 * number(how, "blocks_simulated"));  // one row of blocks of 2x4 tiles
  REQUIRE(run_tlm(folder, words("run matmul --shape 64x" + columns + "x512 --metrics w")).code == 0);
  CHECK(json::parse(folder.read("w")).at("cycles") == how.at("cycles_simulated"));
}

TEST_CASE("the shapes that sampling is for") {
  temporary_folder folder;
  const auto o = run_tlm(folder, words("run matmul --shape 8192x8192x8192 --fidelity hifi4 --sample --metrics m"));
  INFO(o.err);
  REQUIRE(o.code == 0);
  CHECK(contains(o.out, "no result was computed or compared"));
  const json m = json::parse(folder.read("m"));
  CHECK(number(m.at("sampling"), "blocks") == 8192);
  CHECK(m.at("kernel").at("tiles") == 65536);
  check_sums(m);
}

TEST_CASE("what needs all tiles or cycles is refused") {
  temporary_folder folder;
  for (const std::string option :
       {"--in0 a.npy", "--out a.npy", "--report a.html", "--trace a.json", "--vcd a.vcd", "--timeline"}) {
    const arguments a = words("run datacopy --shape 64x64 --sample " + option);
    check_refused(a, run_tlm(folder, a), {"--sample", words(option)[0], "leave --sample out"});
    CHECK_FALSE(folder.has("a.npy"));
  }
}

TEST_CASE("a sweep samples") {
  temporary_folder folder;
  folder.write(
      "s.json",
      R"({"format": "tensix-tlm-study", "version": 1, "base": {"kernel": "matmul", "options": {"shape": "512x512x512"}},
                             "axes": {"axis": "sample", "values": [false, true]}})");
  const auto o = run_tlm(folder, words("sweep s.json --out r.jsonl"));
  INFO(o.err);
  REQUIRE(o.code == 0);
  const auto rows = lines_of(folder.read("r.jsonl"));
  REQUIRE(rows.size() == 2);
  CHECK(json::parse(rows[0]).at("metrics").at("cycles") == json::parse(rows[1]).at("metrics").at("cycles"));
}
