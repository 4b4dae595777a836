// SPDX-License-Identifier: Apache-2.0
// run and stream --vcd: a strict parser reads it, and it agrees with what is known of the run and with --trace.
#include <algorithm>
#include <set>
#include <sstream>

#include "cli/pipeline_stream.h"
#include "models/isa/isa.h"
#include "trace_file.h"
#include "vcd_file.h"

using namespace tensix_cli;
using nlohmann::json;

namespace vcd_test {
namespace {

struct both_traces {
  vcd_file vcd;
  trace_file trace;
  json metrics;
};

both_traces traced(const temporary_folder& folder, arguments command, int code = 0) {
  command.insert(command.end(), {"--vcd", "w.vcd", "--trace", "t.json", "--metrics", "m.json"});
  const outcome o = run_tlm(folder, command);
  INFO(described(command, o));
  REQUIRE(o.code == code);
  return {read_vcd(folder.read("w.vcd")), read_trace(folder.read("t.json")), json::parse(folder.read("m.json"))};
}

// Gate by gate and cycle by cycle: an instruction passes where the trace has its slice, and is held where the trace has a wait.
void check_gates(const both_traces& b) {
  for (const std::string thread : {"T0", "T1", "T2"}) {
    std::map<uint64_t, std::pair<std::string, std::string>> expected;  // by cycle: instruction, and what it waits for
    for (const auto& s : b.trace.tracks.at(thread)) {
      if (s.category == "stall")
        for (uint64_t c = s.from; c < s.to; ++c) expected[c] = {s.instruction, s.name};
      else expected[s.from] = {s.instruction, "-"};
    }
    for (uint64_t c = b.vcd.begin; c < b.vcd.end; ++c) {
      CAPTURE(thread);
      CAPTURE(c);
      const bool valid = b.vcd.number(thread + ".issue_valid", c) != 0, ready = b.vcd.number(thread + ".issue_ready", c) != 0;
      const auto at = expected.find(c);
      if (valid != (at != expected.end())) FAIL("issue_valid is " << valid);
      const std::string &instruction = b.vcd.at(thread + ".instruction", c), &waits = b.vcd.at(thread + ".waits_for", c);
      if (!valid) {
        if (ready || instruction != "-" || waits != "-" || b.vcd.number(thread + ".issue_word", c))
          FAIL("a value beside issue_valid 0");
        continue;
      }
      const auto word = static_cast<uint32_t>(b.vcd.number(thread + ".issue_word", c));
      const auto& [text, reason] = at->second;
      if (tensix::disassemble(word) != text || waits != reason || ready != (reason == "-")) FAIL(text << ", " << reason);
      if (instruction != text.substr(0, text.find(' '))) FAIL(instruction << " is not " << text);
    }
  }
}

void check_banks(const both_traces& b) {
  for (const auto& [signal, track] : std::map<std::string, std::string>{{"Src.srca_bank0_owner", "SrcA bank 0"},
                                                                        {"Src.srca_bank1_owner", "SrcA bank 1"},
                                                                        {"Src.srcb_bank0_owner", "SrcB bank 0"},
                                                                        {"Src.srcb_bank1_owner", "SrcB bank 1"}})
    for (const auto& s : b.trace.tracks.at(track)) {
      CHECK(b.vcd.number(signal, s.from) == (s.name == "matrix_unit"));
      CHECK(b.vcd.number(signal, s.to - 1) == (s.name == "matrix_unit"));
    }
}

// Each cycle of a grant is one beat of the metrics, and had its request.
void check_ports(const both_traces& b) {
  const auto& beats = b.metrics.at("l1").at("ports");
  uint64_t refused = 0;
  for (size_t p = 0; p < beats.size(); ++p) {
    const std::string port = "L1.port" + std::to_string(p);
    uint64_t granted = 0;
    for (uint64_t c = b.vcd.begin; c < b.vcd.end; ++c) {
      const uint64_t request = b.vcd.number(port + "_request", c), grant = b.vcd.number(port + "_grant", c);
      if (grant && !request) FAIL(port << " grants what nobody asked for in cycle " << c);
      granted += grant;
      refused += request && !grant;
    }
    CHECK(granted == beats[p].get<uint64_t>());
  }
  uint64_t conflicts = 0;
  for (const auto& n : b.metrics.at("l1").at("bank_conflicts")) conflicts += n.get<uint64_t>();
  CHECK((conflicts == 0 || refused > 0));
}

}  // namespace

TEST_CASE("waveforms agree with the trace and the metrics, kernels and streams") {
  const temporary_folder folder;
  for (const arguments& command :
       std::vector<arguments>{{"run", "datacopy", "--shape", "32x64"},
                              {"run", "matmul", "--shape", "64x64x64", "--config", "documented"},
                              {"run", "mul", "--shape", "32x64", "--fidelity", "hifi2", "--broadcast", "col"},
                              {"stream", TENSIX_TEST_DATA "/vectors/D_matmul/gap_bf16_d32.scn"},
                              {"stream", TENSIX_TEST_DATA "/experiments/SEM-semwait.scn"}}) {
    CAPTURE(joined(command));
    const both_traces b = traced(folder, command);
    CHECK(b.vcd.begin == 0);
    CHECK(b.vcd.end == b.metrics.at("cycles").get<uint64_t>());
    check_gates(b);
    check_banks(b);
    check_ports(b);
    for (unsigned s = 0; s < 8; ++s)
      for (uint64_t c = 0; c < b.vcd.end; ++c)
        if (b.vcd.number("sync.semaphore" + std::to_string(s), c) != b.trace.counter("semaphore " + std::to_string(s), c))
          FAIL("semaphore " << s << " in cycle " << c);
  }
}

TEST_CASE("signals of a pipeline whose cycles are known") {
  const temporary_folder folder;
  folder.write("x.scn", pipeline);
  const both_traces b = traced(folder, with_pipeline_configuration({"stream", "x.scn"}, {}));
  const auto changes = [&](const std::string& signal) {
    std::string text;
    for (const auto& [time, value] : b.vcd.values.at(signal))
      if (time > 260) text += (text.empty() ? "" : " ") + std::to_string(time) + ":" + value;
    return text;
  };
  CHECK(changes("T1.issue_valid") == "264:1 289:0");
  CHECK(changes("T1.issue_ready") == "281:1 284:0 288:1 289:0");
  CHECK(changes("T1.waits_for") == "264:srca_not_valid 279:srcb_not_valid 281:- 284:stallwait 288:-");
  CHECK(changes("T2.instruction") == "264:SEMWAIT 265:PACR 293:SEMGET 294:-");
  CHECK(changes("T2.waits_for") == "265:semwait 290:- 291:unit_busy 292:-");
  CHECK(changes("T0.issue_ready") == "263:1 264:0 265:1 266:0");
  CHECK(tensix::disassemble(static_cast<uint32_t>(b.vcd.number("T1.issue_word", 282))) == "MVMUL dst=8 clear_dvalid=3");
  CHECK(changes("Src.srca_bank0_owner") == "279:1 283:0");
  CHECK(changes("Src.srcb_bank0_owner") == "281:1 283:0");
  CHECK(changes("sync.semaphore1") == "289:1 294:0");
  // Packer 0 has one port at 16 bytes a cycle: two rows of 32 bytes, each 16 as soon as they are read.
  std::vector<uint64_t> writes;
  for (const auto& [signal, all] : b.vcd.values)
    if (contains(signal, "_grant"))
      for (uint64_t c = 290; c < b.vcd.end; ++c)
        if (b.vcd.number(signal, c)) writes.push_back(c);
  CHECK(writes == std::vector<uint64_t>{291, 292, 293, 294});
}

TEST_CASE("semaphores as a stream posts and gets them") {
  const temporary_folder folder;
  folder.write(
      "x.scn",
      "t0 SEMINIT sem_sel=4 max_value=7 init_value=2\nt0 SEMPOST sem_sel=5\nt0 SEMGET sem_sel=4\nt0 SEMPOST sem_sel=4\n");
  const vcd_file v = traced(folder, {"stream", "x.scn"}).vcd;
  // An instruction of the stream passes the gate every cycle from 2 on, and takes effect one later.
  const std::vector<std::pair<uint64_t, std::string>> third = {{0, "0"}, {3, "2"}, {4, "3"}, {5, "2"}, {6, "3"}},
                                                      first = {{0, "0"}, {4, "1"}};
  CHECK(v.values.at("sync.semaphore2") == third);
  CHECK(v.values.at("sync.semaphore0") == first);
  CHECK(v.values.at("sync.semaphore1").size() == 1);
}

TEST_CASE("a window of the waveforms has the values of the whole") {
  const temporary_folder folder;
  const arguments kernel = {"run", "matmul", "--shape", "64x64x64"};
  const both_traces whole = traced(folder, kernel);
  for (const auto& [from, to] : std::vector<std::pair<uint64_t, uint64_t>>{{0, 1}, {301, 333}, {400, 100000}}) {
    arguments command = kernel;
    command.insert(command.end(), {"--vcd", "p.vcd", "--trace-from", std::to_string(from), "--trace-to", std::to_string(to)});
    REQUIRE(run_tlm(folder, command).code == 0);
    const vcd_file part = read_vcd(folder.read("p.vcd"));
    CHECK(part.begin == from);
    CHECK(part.end == std::min(to, whole.vcd.end));
    CHECK(part.names == whole.vcd.names);
    for (const auto& name : part.names)
      for (uint64_t c = from; c < part.end; ++c)
        if (part.at(name, c) != whole.vcd.at(name, c)) FAIL(name << " in cycle " << c << " from " << from);
  }
}

TEST_CASE("waveforms of runs that are stopped, stuck or given up") {
  const temporary_folder folder;
  folder.write("x.scn", "t1 MVMUL\nt2 NOP\nt2 push 0xff000000\n");
  both_traces b = traced(folder, {"stream", "x.scn"}, 1);
  CHECK(b.vcd.end == 4);  // the instruction that stopped the run is shown
  CHECK(b.vcd.number("T2.issue_word", 3) == 0xff000000);
  CHECK(b.vcd.at("T2.instruction", 3) == "unknown");
  folder.write("x.scn", "t1 MVMUL\nt1 sync\n");
  b = traced(folder, {"stream", "x.scn"}, 3);
  CHECK(b.vcd.at("T1.waits_for", b.vcd.end - 1) == "srca_not_valid");
  b = traced(folder, {"run", "matmul", "--shape", "64x64x64", "--maxclk", "400"}, 3);
  CHECK(b.vcd.end == 400);
  check_gates(b);
}

TEST_CASE("the view for GTKWave names every signal of the dump, once") {
  const temporary_folder folder;
  REQUIRE(run_tlm(folder, {"run", "datacopy", "--shape", "32x32", "--vcd", "some.run.vcd"}).code == 0);
  const vcd_file v = read_vcd(folder.read("some.run.vcd"));
  REQUIRE(folder.has("some.run.gtkw"));
  std::vector<std::string> shown;
  for (std::string line : lines_of(folder.read("some.run.gtkw"))) {
    if (line == "[dumpfile] \"some.run.vcd\"") shown.emplace_back("file");
    if (line.rfind("tensix.", 0) != 0) continue;
    line = line.substr(7);
    shown.push_back(line.substr(0, line.find('[')));
  }
  std::vector<std::string> expected = v.names;
  expected.insert(expected.begin(), "file");
  CHECK(shown == expected);
  // No view beside what is no file.
  REQUIRE(run_tlm(folder, {"run", "datacopy", "--shape", "32x32", "--vcd", "/dev/null"}).code == 0);
}

}  // namespace vcd_test
