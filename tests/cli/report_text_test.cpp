// SPDX-License-Identifier: Apache-2.0
// The printed report: its numbers add up and are those of the metrics file.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "tlm_process.h"

using namespace tensix_cli;
using nlohmann::json;

namespace {

struct row {
  std::string name;
  uint64_t busy = 0, idle = 0, total = 0;
  double busy_percent = 0, idle_percent = 0;
  std::vector<std::pair<std::string, uint64_t>> stalls;
  double stall_percent = 0;
};

uint64_t number(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ','), text.end());
  return std::stoull(text);
}

// The table that begins with a line "TITLE  busy  % ...".
std::vector<row> table(const std::string& report, const std::string& title) {
  std::vector<row> rows;
  bool inside = false;
  for (const auto& line : lines_of(report)) {
    if (line.rfind(title, 0) == 0 && contains(line, "stalled for")) {
      inside = true;
      continue;
    }
    if (!inside) continue;
    if (line.empty()) break;
    std::istringstream in(line);
    std::vector<std::string> w;
    for (std::string s; in >> s;) w.push_back(s);
    size_t at = 0;
    if (line[0] != ' ') {
      REQUIRE(w.size() >= 6);
      row r;
      r.name = w[0];
      r.busy = number(w[1]);
      r.busy_percent = std::stod(w[2]);
      r.idle = number(w[3]);
      r.idle_percent = std::stod(w[4]);
      r.total = number(w[5]);
      rows.push_back(r);
      at = 6;
    }
    if (w.size() == at) continue;
    REQUIRE(w.size() == at + 3);
    rows.back().stalls.push_back({w[at], number(w[at + 1])});
    rows.back().stall_percent += std::stod(w[at + 2]);
  }
  return rows;
}

}  // namespace

TEST_CASE("the report's numbers add up and equal the metrics") {
  const std::vector<arguments> runs = {{"run", "datacopy", "--shape", "128x128"},
                                       {"run", "add", "--shape", "64x96", "--format", "bfp8"},
                                       {"run", "matmul", "--shape", "128x128x96", "--fidelity", "hifi3"},
                                       {"run", "mul", "--shape", "64x64", "--config", "documented", "--set", "l1.banks=1"},
                                       {"run", "sub", "--shape", "512x512", "--set", "clock_mhz=1000"}};
  for (arguments a : runs) {
    const temporary_folder folder;
    a.insert(a.end(), {"--metrics", "m.json"});
    const outcome o = run_tlm(folder, a);
    INFO(described(a, o));
    REQUIRE(o.code == 0);
    CHECK(o.err.empty());
    const json m = json::parse(folder.read("m.json"));
    const uint64_t cycles = m.at("cycles");

    std::smatch found;
    REQUIRE(std::regex_search(o.out, found, std::regex("([0-9,]+) cycles = ([0-9.]+) us at ([0-9]+) MHz")));
    CHECK(number(found[1]) == cycles);
    CHECK(std::abs(std::stod(found[2]) - static_cast<double>(cycles) / m.at("clock_mhz").get<double>()) < 0.0006);
    CHECK(std::stoull(found[3]) == m.at("clock_mhz"));
    REQUIRE(std::regex_search(o.out, found, std::regex("([0-9,]+) tiles?, ([0-9.]+) cycles/tile")));
    CHECK(number(found[1]) == m.at("kernel").at("tiles"));
    CHECK(std::abs(std::stod(found[2]) - static_cast<double>(cycles) / m.at("kernel").at("tiles").get<double>()) < 0.051);
    CHECK(contains(o.out, "limited by " + m.at("kernel").at("limited_by").get<std::string>() + "\n"));

    for (const char* group : {"units", "threads"}) {
      const auto rows = table(o.out, std::string(group) == "units" ? "unit" : "thread");
      CHECK(rows.size() == m.at(group).size());
      for (const row& r : rows) {
        CAPTURE(group, r.name);
        REQUIRE(m.at(group).count(r.name) == 1);
        const json& account = m.at(group).at(r.name);
        CHECK(r.busy == account.at("busy"));
        CHECK(r.idle == account.at("idle"));
        CHECK(r.total == cycles);
        uint64_t sum = r.busy + r.idle;
        CHECK(r.stalls.size() == account.at("stall").size());
        uint64_t before = ~uint64_t{0};
        for (const auto& [reason, count] : r.stalls) {
          CAPTURE(reason);
          REQUIRE(account.at("stall").count(reason) == 1);
          CHECK(account.at("stall").at(reason) == count);
          CHECK(count <= before);  // the largest first
          before = count;
          sum += count;
        }
        CHECK(sum == cycles);
        CHECK(std::abs(r.busy_percent + r.idle_percent + r.stall_percent - 100) < 0.4);
      }
    }
    for (const char* client : {"unpacker0", "unpacker1", "pack"}) {
      const uint64_t bytes = m.at("bandwidth").at(client).at("bytes");
      CAPTURE(client, bytes);
      REQUIRE(std::regex_search(
          o.out, found, std::regex("L1 traffic[^\n]*\n(?:[^\n]*\n)*?" + std::string(client) + " +([0-9,]+) +([0-9.]+) ")));
      CHECK(number(found[1]) == bytes);
      CHECK(std::abs(std::stod(found[2]) - static_cast<double>(bytes) / static_cast<double>(cycles)) < 0.051);
    }
    CHECK(contains(o.out, "PCC"));
  }
}

TEST_CASE("the report says what was run") {
  const temporary_folder folder;
  const arguments a = {"run",   "matmul",       "--shape", "33x64x32",    "--format", "bfp8",       "--fidelity",
                       "hifi2", "--out-format", "fp32",    "--fp32-dest", "--set",    "l1.banks=16"};
  const outcome o = run_tlm(folder, a);
  INFO(described(a, o));
  REQUIRE(o.code == 0);
  const std::string first = lines_of(o.out).at(0);
  for (const char* part : {"matmul", "33x64x32", "bfp8", "fp32", "hifi2", "blackhole", "l1.banks=16"})
    CHECK(contains(first, part));
  // Which tensors are padded, and to what.
  CHECK(contains(o.out, "input 0 33x32 is padded with zeros to 64x32"));
  CHECK(contains(o.out, "output 33x64 is padded with zeros to 64x64"));
  CHECK_FALSE(contains(o.out, "input 1"));
  CHECK_FALSE(contains(run_tlm(folder, {"run", "matmul", "--shape", "64x64x32"}).out, "padded"));
}

TEST_CASE("kernels, disasm, --version, --help") {
  const temporary_folder folder;
  const outcome kernels = run_tlm(folder, {"kernels"});
  CHECK(kernels.code == 0);
  for (const char* k : {"datacopy", "add", "sub", "mul", "matmul"}) CHECK(contains(kernels.out, k));

  const outcome words = run_tlm(folder, {"disasm", "0x45123406", "0xa3100008", "0x02000000", "1107296321", "0xff000000"});
  CHECK(words.code == 0);
  const auto lines = lines_of(words.out);
  REQUIRE(lines.size() == 5);
  CHECK(lines[0].rfind("SETDMAREG ", 0) == 0);
  CHECK(contains(lines[0], "reg_index_16b=6"));
  CHECK(contains(lines[0], "payload_sig_sel=4660"));
  CHECK(lines[1].rfind("SEMINIT ", 0) == 0);
  CHECK(contains(lines[1], "sem_sel=sem1"));
  CHECK(contains(lines[1], "max_value=1"));
  CHECK(contains(lines[1], "init_value=0"));
  CHECK(lines[2] == "NOP");
  CHECK(lines[3].rfind("UNPACR ", 0) == 0);  // 0x42000041
  CHECK(contains(lines[3], "last=1"));
  CHECK(contains(lines[4], "unknown"));
  CHECK(contains(lines[4], "0xff000000"));

  const outcome version = run_tlm(folder, {"--version"});
  CHECK(version.code == 0);
  CHECK(std::regex_match(version.out, std::regex("tensix-tlm [0-9]+\\.[0-9]+\\.[0-9]+\n")));

  for (const arguments& a :
       {arguments{"--help"}, {"run", "--help"}, {"stream", "--help"}, {"params", "--help"}, {"disasm", "--help"}}) {
    const outcome help = run_tlm(folder, a);
    INFO(described(a, help));
    CHECK(help.code == 0);
    CHECK(help.err.empty());
    CHECK(contains(help.out, "tensix-tlm"));
    CHECK(help.out.size() > 40);
  }
  for (const char* option :
       {"--shape", "--format", "--fidelity", "--fp32-dest", "--dst-sync", "--config", "--set", "--metrics", "--maxclk"})
    CHECK(contains(run_tlm(folder, {"run", "--help"}).out, option));
}

TEST_CASE("what disasm prints, a stream file takes") {
  const temporary_folder folder;
  const std::vector<std::string> words = {"0x45123406", "0xa3100008", "0x420080c1", "0x26c00000", "0x41008001", "0xb2050004",
                                          "0xa2ff8401", "0x10180000", "0x37400003", "0x5e63fc00", "0x51600123", "0x12012000"};
  arguments a = {"disasm"};
  a.insert(a.end(), words.begin(), words.end());
  const auto texts = lines_of(run_tlm(folder, a).out);
  REQUIRE(texts.size() == words.size());
  // Behind a closed gate nothing executes; the message names the instruction in the gate.
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string gate = "t0 SEMWAIT sem_sel=2 wait_sem_cond=1 stall_res=511\n";
    const outcome by_word = play(folder, gate + "t0 push " + words[i] + "\n"),
                  by_name = play(folder, gate + "t0 " + texts[i] + "\n");
    INFO(words[i] << " " << texts[i] << "\n" << described({}, by_name));
    CHECK(by_word.code == 3);
    CHECK(by_name.code == 3);
    CHECK(by_word.err == by_name.err);
  }
}
