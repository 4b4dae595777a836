// SPDX-License-Identifier: Apache-2.0
// --event-waits and tensix-tlm coverage: what is counted, what is missed, LCOV, and what is refused.
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "models/contracts/reasons.h"
#include "models/isa/instruction_words.h"
#include "tests/catch.h"
#include "tests/cli/tlm_process.h"

using namespace tensix;
using namespace tensix_cli;

namespace events_coverage_test {
namespace {

std::string log_of(const std::vector<std::string>& events) {
  std::string text = R"({"format":"tensix-tlm-events","version":1,"data":"none","writer":"a test"})"
                     "\n";
  for (const auto& e : events) text += e + "\n";
  return text + "{\"end\":1000}\n";
}
std::string issue(unsigned thread, uint64_t number, uint64_t cycle, opcode op) {
  return "{\"s\":\"issue.t" + std::to_string(thread) + "\",\"n\":" + std::to_string(number) +
         ",\"c\":" + std::to_string(cycle) + ",\"word\":" + std::to_string(static_cast<uint32_t>(op) << 24) + "}";
}
std::string wait(unsigned thread, uint64_t number, uint64_t cycle, opcode op, stall_reason why) {
  std::string line = issue(thread, number, cycle, op);
  line.replace(line.find("issue"), 5, "wait");
  line.pop_back();
  return line + ",\"reason\":" + std::to_string(static_cast<unsigned>(why)) + "}";
}
std::string words_of(std::string line) {  // one space between words
  return std::regex_replace(line, std::regex(" +"), " ");
}

}  // namespace

TEST_CASE("coverage counts issues and waits by thread, says what has not been met, and adds up logs") {
  const temporary_folder folder;
  folder.write("a.jsonl", log_of({issue(0, 0, 3, opcode::ATGETM), wait(1, 0, 4, opcode::ATGETM, stall_reason::mutex),
                                  issue(1, 0, 9, opcode::ATGETM), issue(1, 1, 12, opcode::XMOV)}));
  folder.write("b.jsonl", log_of({issue(1, 0, 5, opcode::ATGETM), wait(2, 0, 6, opcode::XMOV, stall_reason::unit_busy),
                                  wait(2, 1, 8, opcode::XMOV, stall_reason::srca_not_valid), issue(2, 0, 9, opcode::XMOV)}));
  const outcome both = run_tlm(folder, {"coverage", "a.jsonl", "b.jsonl", "--lcov", "c.info"});
  REQUIRE(both.code == 0);
  CHECK(contains(both.out, "2 logs: 5 instructions issued, 3 waits\n"));
  const std::string text = words_of(both.out);
  CHECK(contains(text, "\n ATGETM issued 1 2 0\n mutex 0 1 0\n"));
  CHECK(contains(text, "\n XMOV issued 0 1 1\n srca_not_valid 0 0 1\n unit_busy 0 0 1\n"));
  CHECK(contains(text, "\nmover: 3 of 18 met (1 instructions, 3 threads, 6 points)\n"));
  CHECK(contains(text, "\n never t0 issued: all 1\n never t0 t1 unit_busy: all 1\n never t0 t1 t2 stallwait: all 1\n"));
  CHECK(contains(text, "\n not the model's: 1 waits for srca_not_valid\n"));
  CHECK(contains(text, " never t0 t2 mutex: all 8\n"));
  CHECK(contains(text, " never t1 mutex: ATRELM"));

  // LCOV: a line an instruction, by what instructions.def has there.
  const std::string info = folder.read("c.info");
  std::map<std::string, unsigned> line_of;
  std::ifstream def(TENSIX_INSTRUCTIONS);
  REQUIRE(def);
  unsigned number = 0;
  std::smatch m;
  for (std::string line; std::getline(def, line);) {
    ++number;
    if (std::regex_search(line, m, std::regex("^TENSIX_INSTRUCTION\\((\\w+),"))) line_of[m[1]] = number;
  }
  CHECK(contains(info, "SF:models/isa/instructions.def\n"));
  CHECK(contains(info, "\nDA:" + std::to_string(line_of.at("ATGETM")) + ",3\n"));
  CHECK(contains(info, "\nBRDA:" + std::to_string(line_of.at("ATGETM")) + ",1,0,2\n"));
  CHECK(contains(info, "\nBRDA:" + std::to_string(line_of.at("ATGETM")) + ",1,1,1\n"));  // mutex
  CHECK(contains(info, "\nBRDA:" + std::to_string(line_of.at("MVMUL")) + ",0,0,-\n"));
  CHECK(contains(info, "\nLH:2\nend_of_record\n"));

  const outcome holes = run_tlm(folder, {"coverage", "a.jsonl", "--holes"});
  CHECK(holes.code == 0);
  CHECK_FALSE(contains(words_of(holes.out), "ATGETM issued"));
  CHECK(contains(words_of(holes.out), " never t0 t2 mutex: all 8\n"));
  CHECK(contains(holes.out, "\nvector_unit: 0 of "));
  CHECK(contains(holes.out, "threads, 10 points): nothing of it\n"));
}

TEST_CASE("a run's log has the waits of its threads where they are asked for, and nothing else is changed") {
  const temporary_folder folder;
  const arguments run = {"run", "matmul", "--shape", "64x64x64", "--events"};
  const auto with = [&](arguments more) {
    arguments all = run;
    all.insert(all.end(), more.begin(), more.end());
    return run_tlm(folder, all);
  };
  REQUIRE(with({"plain.jsonl"}).code == 0);
  REQUIRE(with({"waits.jsonl", "--event-waits"}).code == 0);
  std::istringstream in(folder.read("waits.jsonl"));
  std::string without;
  uint64_t waits = 0;
  for (std::string line; std::getline(in, line);)
    if (contains(line, "{\"s\":\"wait.t")) ++waits;
    else if (line.find("{\"w\":") != 0) without += line + "\n";
  std::istringstream plain(folder.read("plain.jsonl"));
  std::string events;
  for (std::string line; std::getline(plain, line);)
    if (line.find("{\"w\":") != 0) events += line + "\n";
  CHECK(waits > 20);
  CHECK(without == events);
  const outcome c = run_tlm(folder, {"coverage", "waits.jsonl"});
  CHECK(c.code == 0);
  CHECK(contains(c.out, ", " + std::to_string(waits) + " waits\n"));
  CHECK(contains(c.out, "srca_not_valid"));
  CHECK_FALSE(contains(c.out, "not the model's"));
  const outcome p = run_tlm(folder, {"coverage", "plain.jsonl"});
  CHECK(contains(p.out, "no log has waits: --event-waits writes them"));
  CHECK_FALSE(contains(p.out, "stallwait"));
}

TEST_CASE("coverage: what is refused") {
  const temporary_folder folder;
  check_refused({"coverage"}, run_tlm(folder, {"coverage"}), {"an operand is missing"});
  check_refused({"coverage"}, run_tlm(folder, {"coverage", "none.jsonl"}), {"none.jsonl"});
  folder.write("empty.jsonl", "");
  check_refused({"coverage"}, run_tlm(folder, {"coverage", "empty.jsonl"}), {"empty.jsonl:1: is empty"});
  // A folder opens, and has no bytes.
  check_refused({"coverage"}, run_tlm(folder, {"coverage", "/"}), {"/:1: cannot be read: Is a directory"});
  check_refused({"diff-events"}, run_tlm(folder, {"diff-events", "/", "/"}), {"/:1: cannot be read: Is a directory"});
  check_refused({"replay"}, run_tlm(folder, {"replay", "packers", "/"}), {"/:1: cannot be read: Is a directory"});
  check_refused({"run"}, run_tlm(folder, {"run", "datacopy", "--event-waits"}),
                {"--event-waits has a meaning only with --events"});
  folder.write("r.jsonl", "{\"format\":\"tensix-tlm-unit\",\"version\":5}\n");
  check_refused({"coverage"}, run_tlm(folder, {"coverage", "r.jsonl"}), {"r.jsonl:1"});
  for (const std::string& wrong :
       {issue(0, 0, 1, static_cast<opcode>(0xff)), issue(0, 0, 1, opcode::MOP),
        wait(0, 0, 1, opcode::XMOV, stall_reason::count), wait(0, 0, 1, opcode::XMOV, stall_reason::none),
        std::string("{\"s\":\"wait.t0\",\"n\":0,\"c\":1,\"word\":1577058304}")}) {
    folder.write("w.jsonl", log_of({wrong}));
    check_refused({"coverage"}, run_tlm(folder, {"coverage", "w.jsonl"}), {"w.jsonl", "event 0"});
  }
  folder.write("a.jsonl", log_of({issue(0, 0, 3, opcode::ATGETM)}));
  check_refused({"coverage"}, run_tlm(folder, {"coverage", "a.jsonl", "--lcov", "no/such.info"}), {"--lcov", "no/such.info"});
}

}  // namespace events_coverage_test
