// SPDX-License-Identifier: Apache-2.0
// run and stream --report: the page's data against --metrics, parameters, refusals, and that nothing outside is asked for.
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "../cli/elf_program.h"
#include "page_data.h"
#include "pages/run/shell_command.h"

using namespace tensix_cli;
using nlohmann::json;

namespace {

size_t count_of(const std::string& text, const std::string& part) {
  size_t n = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

// The same of every page.
void check_report(const told& t, const std::string& how) {
  CHECK(t.data.at("format") == "tensix-tlm-report");
  CHECK(t.data.at("metrics") == t.metrics);
  CHECK(t.data.at("end").at("how") == how);
  const json& l1 = t.data.at("l1_over_time");
  for (const char* which : {"ports", "banks", "bank_conflicts"}) {
    CAPTURE(which);
    REQUIRE(l1.at(which).size() == t.metrics.at("l1").at(which).size());
    for (size_t i = 0; i < l1.at(which).size(); ++i) {
      CHECK(total(l1.at(which)[i]) == t.metrics.at("l1").at(which)[i]);
      CHECK(l1.at(which)[i].size() <= 128);
    }
  }
  const json& w = t.data.at("window");
  for (const auto& row : w.at("rows"))
    for (const char* kind : {"states", "instructions"}) {
      CAPTURE(row.at("name"), kind);
      uint64_t last = w.at("from");
      for (const auto& s : row.at(kind)) {
        CHECK(s[0] >= last);
        CHECK(s[1] > s[0]);
        CHECK(s[1] <= w.at("to"));
        last = std::string(kind) == "states" || row.at("thread") ? s[1] : s[0];  // a unit may take several at once
      }
    }
  check_density(t);
  if (how == "done") check_path(t);
  const json& least = t.data.at("minimum").at("cycles");
  if (how == "done")
    for (const char* bound : {"unpack", "math", "pack", "l1_bank"}) {
      CAPTURE(bound);
      CHECK(least.at(bound) <= t.metrics.at("cycles"));  // nothing is faster than its bound
    }
}

}  // namespace

TEST_CASE("the page holds the metrics, of every kernel") {
  const temporary_folder folder;
  for (const char* kernel : {"datacopy", "add", "mul", "matmul"})
    for (const char* configuration : {"blackhole", "documented"})
      for (const char* format : {"bf16", "bfp8", "fp32"}) {
        CAPTURE(kernel, configuration, format);
        const char* shape = std::string(kernel) == "matmul" ? "96x128x64" : "96x128";
        const told t = report_of(folder, {"run", kernel, "--shape", shape, "--config", configuration, "--format", format});
        check_report(t, "done");
        CHECK(t.data.at("subject") == std::string(kernel) + " " + shape);
        CHECK(t.data.at("minimum").at("bytes") > 0);
      }
}

TEST_CASE("the page of a stream, and of runs that ended early") {
  const temporary_folder folder;
  folder.write("done.scn", "t0 loop 10\nt0 NOP\nt0 endloop\nt1 st 0x100 1\nt1 delay 100\n");
  folder.write("deadlock.scn", "t0 SEMWAIT sem_sel=2 wait_sem_cond=1 stall_res=511\nt0 NOP\nt1 delay 40\n");
  folder.write("undefined.scn", "t0 delay 30\nt0 push 0xff000000\n");
  folder.write("limit.scn", "maxclk 77\nt0 loop 1000\nt0 NOP\nt0 endloop\n");
  check_report(report_of(folder, {"stream", "done.scn"}), "done");
  const told deadlock = report_of(folder, {"stream", "deadlock.scn"}, 3);
  check_report(deadlock, "deadlock");
  CHECK(contains(deadlock.data.at("end").at("text").get<std::string>(), "semaphore"));
  const told undefined = report_of(folder, {"stream", "undefined.scn"}, 1);
  check_report(undefined, "undefined");
  CHECK(contains(undefined.data.at("end").at("text").get<std::string>(), "0xff000000"));
  check_report(report_of(folder, {"stream", "limit.scn"}, 3), "gave_up");
  const told kernel = report_of(folder, {"run", "add", "--shape", "256x256", "--maxclk", "300"}, 3);
  check_report(kernel, "gave_up");
  CHECK(kernel.data.at("minimum").at("work").at("unit") == "matrix unit cycles");
}

TEST_CASE("the page of programs on the cores: rows of the timeline, and the profile") {
  const temporary_folder folder;
  elf t0 = at(0x6000, {lui(1, 0x20), lui(2, 0xffb00), lw(3, 1), addi(4, 4, 1), sw(4, 2), bne(3, 0, -12), ebreak});
  t0.functions = {{"_Z1f1X", 0x6000, 28}};
  folder.write("t0.elf", t0.bytes());
  folder.write("t1.elf", at(0xa000, {lui(1, 0x30), lw(3, 1), back_4_if_zero_x3, ebreak}).bytes());
  const told t = report_of(folder, {"elf", "--t0", "t0.elf", "--t1", "t1.elf", "--report-cycles", "100000"}, 3);
  check_report(t, "deadlock");
  CHECK(t.data.at("subject") == "elf t0.elf t1.elf");
  const json& w = t.data.at("window");
  REQUIRE(w.at("labels").size() == w.at("texts").size());
  unsigned cores = 0;
  for (const auto& row : w.at("rows")) {
    if (!row.at("core").get<bool>()) continue;
    ++cores;
    const std::string name = row.at("name");
    CAPTURE(name);
    std::map<std::string, uint64_t> states;
    uint64_t functions = 0;
    for (const auto& s : row.at("states"))
      states[w.at("reasons")[s[2].get<size_t>()]] += s[1].get<uint64_t>() - s[0].get<uint64_t>();
    for (const auto& s : row.at("instructions")) functions += s[1].get<uint64_t>() - s[0].get<uint64_t>();
    uint64_t told_of = 0;
    for (const auto& [state, cycles] : states) told_of += state == "in_reset" ? 0 : cycles;
    CHECK(functions == told_of);
    const json& account = t.metrics.at("cores").at(name);
    CHECK(states["busy"] == account.at("busy"));
    states.erase("busy");
    CHECK(account.at("stall").get<std::map<std::string, uint64_t>>() == states);
    if (name == "core_t0") {
      CHECK(w.at("texts")[row.at("instructions")[0][2].get<size_t>()] == "f(X)");
      CHECK(w.at("labels")[row.at("instructions")[0][2].get<size_t>()] == "f");
    }
    if (name == "core_t1") {
      const json& poll = row.at("states").back();
      REQUIRE(poll.size() == 4);
      CHECK(w.at("texts")[poll[3].get<size_t>()] == "0x00030000 (L1)");
    }
  }
  CHECK(cores == 5);
  const json& profile = t.metrics.at("profile");
  REQUIRE(profile.size() == 2);
  CHECK(profile.at("core_t0").at("functions")[0].at("name") == "f(X)");
  CHECK(contains(profile.at("core_t0").at("missing").get<std::string>(), "source lines"));
  CHECK(contains(profile.at("core_t1").at("missing").get<std::string>(), "neither functions nor source lines"));
  for (const auto& [core, p] : profile.items()) {
    uint64_t sum = 0;
    for (const auto& f : p.at("functions")) {
      uint64_t states = f.at("busy");
      for (const auto& [reason, cycles] : f.at("stall").items()) states += cycles.get<uint64_t>();
      CHECK(f.at("cycles") == states);
      sum += states;
    }
    CHECK(p.at("cycles") == sum);
    uint64_t account = t.metrics.at("cores").at(core).at("busy");
    for (const auto& [reason, cycles] : t.metrics.at("cores").at(core).at("stall").items()) account += cycles.get<uint64_t>();
    CHECK(sum == account);
  }
  CHECK_FALSE(report_of(folder, {"run", "add"}).metrics.contains("profile"));
}

TEST_CASE("a page changes nothing, and the same input gives the same page") {
  const temporary_folder folder;
  const arguments a = {"run", "matmul", "--shape", "128x128x256", "--fidelity", "hifi2"};
  const told first = report_of(folder, a), second = report_of(folder, a);
  CHECK(first.page == second.page);
  arguments plain = a;
  plain.insert(plain.end(), {"--metrics", "plain.json"});
  REQUIRE(run_tlm(folder, plain).code == 0);
  json without = json::parse(folder.read("plain.json"));
  without.erase("host_seconds");
  json with = first.metrics;
  for (json* m : {&without, &with}) m->erase("command"), m->erase("files");
  json on_path = json::array();  // what would be, and what is beside the path, is worked out for the page
  for (auto r : with.at("path").at("resources")) {
    for (const char* key : {"slack", "run_if_halved", "run_if_free", "in_its_place", "unexplained_if_halved", "unsure"})
      CHECK(r.erase(key) == 1);
    if (r.at("cycles") > 0) on_path.push_back(r);
  }
  with.at("path")["resources"] = on_path;
  CHECK(with.at("path").erase("together") == 1);
  CHECK(without == with);

  // With the other observer of a stream.
  folder.write("a.scn", "t0 loop 10\nt0 NOP\nt0 endloop\nt1 SEMINIT max_value=2 sem_sel=1\n");
  const outcome alone = run_tlm(folder, {"stream", "a.scn", "--timeline"});
  const outcome both = run_tlm(folder, {"stream", "a.scn", "--timeline", "--report", "a.html"});
  CHECK(contains(alone.out, "SEMINIT"));
  CHECK(alone.out == both.out);
}

TEST_CASE("parameters and their departures") {
  const temporary_folder folder;
  const auto departures = [](const json& p, const std::string& from) {
    std::vector<std::string> names;
    for (const auto& i : p.at("list"))
      for (const auto& d : i.at("departs_from"))
        if (d == from) names.push_back(i.at("name"));
    CHECK(p.at("departures").at(from) == names.size());
    return names;
  };
  const json none = report_of(folder, {"run", "add"}).data.at("parameters");
  CHECK(departures(none, "blackhole").empty());
  CHECK(none.at("compared_with") == json{"blackhole"});
  // A value set to what it is anyway is no departure.
  const json two = report_of(folder, {"run", "add", "--set", "l1.banks=16", "--set", "clock_mhz=1350", "--set",
                                      "l1.client_ports.unpacker0=0,35-40"})
                       .data.at("parameters");
  CHECK(departures(two, "blackhole") == std::vector<std::string>{"l1.banks", "l1.client_ports.unpacker0"});
  for (const auto& i : two.at("list"))
    if (i.at("name") == "l1.banks") {
      CHECK(i.at("value") == "16");
      CHECK(i.at("blackhole") == "32");
      CHECK(i.at("unit") == "banks");
      CHECK_FALSE(i.at("meaning").get<std::string>().empty());
    }
  const json other = report_of(folder, {"run", "add", "--config", "documented", "--set", "l1.banks=32"}).data.at("parameters");
  CHECK(other.at("compared_with") == json{"blackhole", "documented"});
  CHECK(departures(other, "documented") == std::vector<std::string>{"l1.banks"});
  CHECK(departures(other, "blackhole").size() > 10);
}

TEST_CASE("the command reads back in a shell") {
  const arguments words = {"run", "add", "--out", "it's here.npy", "a\"b$c`d\\e", "", "*", "<&>;|\n#", "--set=x=1,2"};
  const std::string command = tensix::shell_command(words);
  REQUIRE(command.rfind("tensix-tlm ", 0) == 0);
  FILE* shell = popen(("printf '%s\\0' " + command.substr(11)).c_str(), "r");
  REQUIRE(shell);
  std::string out, expected;
  for (int c = fgetc(shell); c != EOF; c = fgetc(shell)) out += static_cast<char>(c);
  CHECK(pclose(shell) == 0);
  for (const auto& w : words) expected += w + std::string(1, '\0');
  CHECK(out == expected);
  const temporary_folder folder;
  const json data = report_of(folder, {"run", "add", "--shape", "32x32"}).data;
  CHECK(data.at("command") == "tensix-tlm run add --shape 32x32 --report r.html --metrics m.json");
}

TEST_CASE("nothing outside the page is asked for, and names cannot leave their place") {
  const temporary_folder folder;
  const told plain = report_of(folder, {"run", "add"});
  CHECK(contains(plain.page, "default-src 'none'"));
  const std::regex reference(
      "(src|href|action|poster)\\s*=\\s*[\"']?\\s*(https?:|//|file:)|@import|url\\(\\s*[\"']?(https?:|//)|<link|<iframe",
      std::regex::icase);
  CHECK_FALSE(std::regex_search(plain.page, reference));

  const std::string name = "</script><img src=x onerror=alert(1)><!--";
  folder.write("c.json", json{{"name", name}, {"l1.banks", 16}}.dump());
  folder.write("<script>'&.scn", "t0 NOP\n");
  const told t = report_of(folder, {"stream", "<script>'&.scn", "--config", "c.json"});
  CHECK(t.data.at("metrics").at("kernel").at("configuration") == name);
  CHECK(t.data.at("subject") == "stream <script>'&.scn");
  CHECK(contains(t.page, "<title>stream &lt;script>'&amp;.scn"));
  for (const char* part : {"<script", "</script", "<img", "<!--"}) {
    CAPTURE(part);
    CHECK(count_of(t.page, part) == count_of(plain.page, part));
  }
}

// Rows of the table in docs/bounds.md: | `command` | unpack | math | pack | busiest bank | cycles | limited by |
TEST_CASE("the example of docs/bounds.md", "[long]") {
  std::ifstream file(TENSIX_TEST_DATA "/../docs/bounds.md");
  const temporary_folder folder;
  unsigned rows = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("| `run ", 0) != 0) continue;
    CAPTURE(line);
    ++rows;
    std::vector<std::string> cells;
    for (size_t at = 2, end = 0; (end = line.find(" |", at)) != std::string::npos; at = end + 3)
      cells.push_back(line.substr(at, end - at));
    REQUIRE(cells.size() == 7);
    arguments command;
    std::istringstream words(cells[0].substr(1, cells[0].size() - 2));
    for (std::string word; words >> word;) command.push_back(word);
    const told t = report_of(folder, command);
    const auto number = [](std::string text) {
      text.erase(std::remove(text.begin(), text.end(), ','), text.end());
      return std::stod(text);
    };
    const json& least = t.data.at("minimum").at("cycles");
    CHECK(least.at("unpack") == number(cells[1]));
    CHECK(least.at("math") == number(cells[2]));
    CHECK(least.at("pack") == number(cells[3]));
    CHECK(least.at("l1_bank") == number(cells[4]));
    CHECK(t.metrics.at("cycles") == number(cells[5]));
    for (const auto& [part, cycles] : least.items()) {
      CAPTURE(part);
      CHECK(cycles <= t.metrics.at("cycles"));  // no run is faster than a bound
    }
    CHECK(t.metrics.at("kernel").at("limited_by") == cells[6]);
  }
  CHECK(rows == 10);
}

TEST_CASE("what --report refuses") {
  const temporary_folder folder;
  folder.write("a.scn", "t0 NOP\n");
  folder.write("c.json", "{}");
  struct refusal {
    arguments command_line;
    std::vector<std::string> parts;
  };
  for (const auto& r : std::vector<refusal>{
           {{"run", "add", "--report-from", "5"}, {"--report-from", "--report"}},
           {{"stream", "a.scn", "--report-cycles", "5"}, {"--report-cycles", "--report"}},
           {{"run", "add", "--report", "r.html", "--report-cycles", "0"}, {"--report-cycles", "1..100000"}},
           {{"run", "add", "--report", "r.html", "--report-cycles", "100001"}, {"--report-cycles", "1..100000"}},
           {{"run", "add", "--report", "r.html", "--report-from", "-1"}, {"--report-from", "-1"}},
           {{"run", "add", "--report", "r.html", "--report-from", "soon"}, {"--report-from", "soon", "whole number"}},
           {{"run", "add", "--report", "missing/r.html"}, {"missing/r.html", "--report"}},
           {{"run", "add", "--report", "r.html", "--metrics", "./r.html"}, {"r.html", "--metrics", "--report"}},
           {{"run", "add", "--report", "c.json", "--config", "c.json"}, {"c.json", "--config", "--report"}},
           {{"stream", "a.scn", "--report", "a.scn"}, {"a.scn", "--report"}},
           {{"run", "add", "--report", "r.html", "--set", "l1.banks=3"}, {"l1.banks"}},
           {{"run", "add", "--reports", "r.html"}, {"--reports", "--report"}},
           {{"params", "--report", "r.html"}, {"--report"}}})
    check_refused(r.command_line, run_tlm(folder, r.command_line), r.parts);
  CHECK_FALSE(folder.has("r.html"));
  CHECK(folder.read("a.scn") == "t0 NOP\n");
  CHECK(folder.read("c.json") == "{}");
}
