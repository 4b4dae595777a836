// SPDX-License-Identifier: Apache-2.0
// Options of --trace and --vcd that are wrong, their files, and --timeline of kernels.
#include "cli/tlm_process.h"

using namespace tensix_cli;

TEST_CASE("options of traces that are wrong") {
  const temporary_folder folder;
  folder.write("x.scn", "t0 NOP\n");
  const std::vector<std::pair<arguments, std::vector<std::string>>> wrong = {
      {{"stream", "x.scn", "--trace-from", "3"}, {"--trace-from", "only with --trace or --vcd"}},
      {{"run", "add", "--trace-to", "3"}, {"--trace-to", "only with --trace or --vcd"}},
      {{"run", "add", "--trace", "t.json", "--trace-from", "7", "--trace-to", "7"},
       {"--trace-from=7", "--trace-to=7", "must be smaller"}},
      {{"run", "add", "--vcd", "t.vcd", "--trace-to", "0"}, {"--trace-to=0", "must be smaller"}},
      {{"run", "add", "--trace", "t.json", "--trace-from", "early"}, {"--trace-from", "'early'", "number"}},
      {{"run", "add", "--trace="}, {"--trace"}},
      {{"stream", "x.scn", "--trase", "t.json"}, {"'--trase'", "'--trace'"}},
      {{"params", "--vcd", "t.vcd"}, {"unknown option '--vcd'"}},
      {{"stream", "x.scn", "--trace", "x.scn"}, {"--trace", "x.scn", "the stream too"}},
      {{"stream", "x.scn", "--vcd", "./x.scn"}, {"--vcd", "x.scn", "the stream too"}},
      {{"run", "add", "--trace", "a.json", "--metrics", "a.json"}, {"--trace", "a.json", "--metrics too"}},
      {{"run", "add", "--trace", "a.json", "--vcd", "b/../a.json"}, {"--vcd", "--trace too"}},
      {{"run", "add", "--vcd", "a.gtkw"}, {"the view of --vcd", "a.gtkw", "--vcd too"}},
      {{"run", "add", "--vcd", "a.vcd", "--trace", "a.gtkw"}, {"the view of --vcd", "a.gtkw", "--trace too"}},
      {{"run", "add", "--trace", "nowhere/t.json"}, {"cannot write", "nowhere/t.json", "--trace"}},
      {{"run", "add", "--vcd", "nowhere/t.vcd"}, {"cannot write", "nowhere/t.vcd", "--vcd"}}};
  for (const auto& [command_line, parts] : wrong) {
    check_refused(command_line, run_tlm(folder, command_line), parts);
    for (const char* file : {"t.json", "t.vcd", "a.json", "a.vcd", "a.gtkw"})
      if (folder.has(file)) FAIL(file << " is left behind by " << joined(command_line));
  }
  CHECK(folder.read("x.scn") == "t0 NOP\n");
}

TEST_CASE("a trace, or an event log, that does not fit its disk is an error") {
  const temporary_folder folder;
  // A small log is written behind the run; of a large one the run itself is told.
  const std::pair<const char*, const char*> commands[] = {
      {"--trace", "32x32"}, {"--vcd", "32x32"}, {"--events", "32x32"}, {"--events", "256x256"}};
  for (const auto& [option, shape] : commands) {
    const arguments command = {"run", "add", "--shape", shape, option, "/dev/full"};
    check_refused(command, run_tlm(folder, command), {"cannot write", "/dev/full", option, "No space left on device"}, 4);
  }
}

TEST_CASE("--timeline of a kernel: the table stands before the report, which stays as it is") {
  const temporary_folder folder;
  const arguments kernel = {"run", "datacopy", "--shape", "32x32"};
  arguments shown = kernel;
  shown.insert(shown.end(), {"--timeline", "--timeline-from", "100", "--timeline-rows", "12"});
  const outcome with = run_tlm(folder, shown), without = run_tlm(folder, kernel);
  INFO(described(shown, with));
  REQUIRE(with.code == 0);
  const auto until_host_time = [](const std::string& text) { return text.substr(0, text.find("\nhost:")); };
  const std::string report = until_host_time(without.out), both = until_host_time(with.out);
  REQUIRE(both.size() > report.size());
  CHECK(both.substr(both.size() - report.size()) == report);
  const auto lines = lines_of(both.substr(0, both.size() - report.size()));
  REQUIRE(lines.size() >= 14);
  CHECK(contains(lines[0], "cycle  T0"));
  CHECK(contains(lines[1], "  100  "));
  CHECK(contains(lines[13], "timeline: cut after 12 lines; --timeline-from "));
}
