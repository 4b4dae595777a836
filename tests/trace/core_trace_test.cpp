// SPDX-License-Identifier: Apache-2.0
// elf --trace, --vcd, --timeline, and the profile: functions and waits of the RISC-V cores, cycle by cycle against one another.
#include <algorithm>
#include <cstdlib>

#include "cli/elf_program.h"
#include "tests/tools.h"
#include "trace_file.h"
#include "vcd_file.h"

using namespace tensix_cli;
using nlohmann::json;

namespace core_trace_test {
namespace {

// Functions one behind the other, the last one is the entry.
struct program {
  elf file;
  explicit program(uint32_t address) { file = at(address, {}); }
  uint32_t here() const { return file.address + static_cast<uint32_t>(4 * file.text.size()); }
  // Returns its address; without a name: no symbol.
  uint32_t add(const std::string& name, const words& body) {
    file.entry = here();
    if (!name.empty()) file.functions.push_back({name, here(), static_cast<uint32_t>(4 * body.size())});
    file.text.insert(file.text.end(), body.begin(), body.end());
    return file.entry;
  }
  // A call of `function` by the instruction `words_ahead` behind the present end.
  uint32_t call(uint32_t function, unsigned words_ahead) const {
    return jal(5, static_cast<int>(function) - static_cast<int>(here() + 4 * words_ahead));
  }
};

// T0 works twice, then sets the word at 0x20000.
program worker(uint32_t last = ebreak) {
  program p(0x6000);
  const uint32_t work = p.add("_Z4workj", {lui(1, 0x30), addi(2, 0, 80), lw(3, 1), addi(4, 0, 1000), divu(4, 4, 2), sw(4, 1),
                                           addi(2, 2, -1), bne(2, 0, -20), ret(5)});
  p.add("_start", {lui(6, 0x20), p.call(work, 1), p.call(work, 2), addi(7, 0, 1), sw(7, 6), last});
  return p;
}
// T1 waits for that and pushes instructions; its last function has no symbol.
program waiter() {
  program p(0xa000);
  const uint32_t wait = p.add("wait_for_t0", {lui(1, 0x20), lw(3, 1), back_4_if_zero_x3, ret(5)});
  const uint32_t push =
      p.add("push", {lui(1, 0xffe40), addi(2, 0, 100), lui(3, 0x02000), sw(3, 1), addi(2, 2, -1), bne(2, 0, -8), ret(5)});
  p.add("", {p.call(wait, 0), p.call(push, 1), ebreak});
  return p;
}
// B releases T0 and T1 from reset and holds T0 again after a while.
program boss() {
  program p(0);
  p.add("boot", {lui(1, 0xffb12), addi(1, 1, 0x1b0), lui(2, 0x44), sw(2, 1), addi(3, 0, 200), addi(3, 3, -1), bne(3, 0, -4),
                 lui(2, 0x45), sw(2, 1), ebreak});
  return p;
}

struct one_cycle {
  std::string state, function;  // "" : none
};

struct told {
  trace_file trace;
  vcd_file vcd;
  json metrics;
  std::map<std::string, std::vector<one_cycle>> cores;  // by cycle
};

void fill(std::vector<one_cycle>& cycles, const std::vector<trace_slice>& slices, std::string one_cycle::*what) {
  for (const auto& s : slices) {
    REQUIRE(s.to <= cycles.size());
    for (uint64_t c = s.from; c < s.to; ++c) cycles[c].*what = s.name;  // what lies within another one comes later
  }
}

told traced(const temporary_folder& folder, arguments line, int code, const arguments& window = {}) {
  line.insert(line.begin(), "elf");
  line.insert(line.end(), {"--trace", "t.json", "--vcd", "w.vcd", "--metrics", "m.json", "--report", "r.html"});
  line.insert(line.end(), window.begin(), window.end());
  const outcome o = run_tlm(folder, line);
  INFO(described(line, o));
  REQUIRE(o.code == code);
  told t{read_trace(folder.read("t.json")), read_vcd(folder.read("w.vcd")), json::parse(folder.read("m.json")), {}};
  for (const auto& [core, account] : t.metrics.at("cores").items()) {
    auto& cycles = t.cores[core];
    cycles.resize(t.metrics.at("cycles").get<uint64_t>());
    fill(cycles, t.trace.tracks.at(core), &one_cycle::state);
    fill(cycles, t.trace.tracks.at(core + " functions"), &one_cycle::function);
  }
  return t;
}

// A core is in a function in just those cycles in which it is neither idle nor in reset, and the waveforms say the same.
void check_cycles(const told& t, uint64_t from, uint64_t to) {
  for (const auto& [core, cycles] : t.cores)
    for (uint64_t c = from; c < to; ++c) {
      const auto& [state, function] = cycles[c];
      const bool inside = !state.empty() && state != "in_reset";
      const std::string where = core + " in cycle " + std::to_string(c) + ": " + state + " in " + function;
      if (inside == function.empty()) FAIL(where);
      if (t.vcd.number(core + ".busy", c) != (state == "busy")) FAIL(where << ", busy");
      if (t.vcd.at(core + ".waits_for", c) != (state.empty() || state == "busy" ? "-" : state)) FAIL(where << ", waits_for");
      std::string shown = t.vcd.at(core + ".function", c);
      std::replace(shown.begin(), shown.end(), '_', ' ');
      std::string brief = function.substr(0, function.find('(', 1));
      std::replace(brief.begin(), brief.end(), '_', ' ');
      if (shown != (inside ? brief : "-")) FAIL(where << ", function " << shown);
      if (!inside && t.vcd.number(core + ".pc", c) != 0) FAIL(where << ", pc");
    }
}

// The profile is the sum of what the trace shows.
void check_profile(const told& t) {
  const json profile = t.metrics.value("profile", json::object());
  for (const auto& [core, cycles] : t.cores) {
    CAPTURE(core);
    std::map<std::string, std::map<std::string, uint64_t>> expected;  // function, state
    uint64_t all = 0;
    for (const auto& c : cycles)
      if (!c.function.empty()) ++expected[c.function][c.state], ++all;
    REQUIRE(profile.contains(core) == (all > 0));
    if (!all) continue;
    CHECK(profile.at(core).at("cycles") == all);
    CHECK(profile.at(core).at("functions").size() == expected.size());
    uint64_t last = ~uint64_t{0};
    for (const auto& f : profile.at(core).at("functions")) {
      auto states = expected[f.at("name")];
      CHECK(f.at("busy") == states["busy"]);
      states.erase("busy");
      CHECK(f.at("stall").get<std::map<std::string, uint64_t>>() == states);
      CHECK(f.at("cycles").get<uint64_t>() <= last);
      last = f.at("cycles");
    }
  }
}

void check_all(const told& t) {
  check_sums(t.trace, t.metrics);
  check_cycles(t, 0, t.metrics.at("cycles"));
  check_profile(t);
}

}  // namespace

TEST_CASE("every cycle of a core is in a function, idle, or reset, however the run ends") {
  const temporary_folder folder;
  folder.write("t0.elf", worker().file.bytes());
  folder.write("fault.elf", worker(0x0000007f).file.bytes());
  folder.write("t1.elf", waiter().file.bytes());
  folder.write("b.elf", boss().file.bytes());
  const arguments both = {"--t0", "t0.elf", "--t1", "t1.elf"};
  const told done = traced(folder, both, 0);
  check_all(done);
  CHECK(done.metrics.at("profile").size() == 2);
  CHECK(done.metrics.at("cores").at("core_t1").at("stall").at("poll") > 0);
  check_all(traced(folder, {"--t0", "fault.elf", "--t1", "t1.elf"}, 1));
  check_all(traced(folder, {"--t1", "t1.elf"}, 3));  // polls for ever
  check_all(traced(folder, {"--t0", "t0.elf", "--t1", "t1.elf", "--until", "0x20000=1"}, 0));
  const told held = traced(folder, {"--t0", "t0.elf", "--t1", "t1.elf", "--b", "b.elf", "--maxclk", "9000"}, 3);
  check_all(held);
  CHECK(held.metrics.at("profile").size() == 3);
  for (const unsigned cycles : {1, 2, 9, 10, 11, 40, 41, 57, 100, 333, 700, 1001}) {
    CAPTURE(cycles);
    arguments line = both;
    line.insert(line.end(), {"--maxclk", std::to_string(cycles)});
    check_all(traced(folder, line, 3));
  }
}

TEST_CASE("functions are slices in the order of the program; a poll is one slice with its address") {
  const temporary_folder folder;
  folder.write("t0.elf", worker().file.bytes());
  folder.write("t1.elf", waiter().file.bytes());
  const told t = traced(folder, {"--t0", "t0.elf", "--t1", "t1.elf"}, 0);
  const auto names = [&](const std::string& track) {
    std::vector<std::string> all;
    for (const auto& s : t.trace.tracks.at(track)) all.push_back(s.category + " " + s.name);
    return all;
  };
  CHECK(names("core_t0 functions") == std::vector<std::string>{"function _start", "function work(unsigned int)",
                                                               "function _start", "function work(unsigned int)",
                                                               "function _start"});
  CHECK(names("core_t1 functions") == std::vector<std::string>{"function (no function)", "function wait_for_t0",
                                                               "function (no function)", "function push",
                                                               "function (no function)"});
  CHECK(names("core_b functions").empty());
  uint64_t longest = 0, polled = 0;
  for (const auto& s : t.trace.tracks.at("core_t1")) {
    CHECK(s.polls == (s.name == "poll" ? "0x00020000 (L1)" : ""));
    if (s.name == "poll") longest = std::max(longest, s.to - s.from), polled += s.to - s.from;
  }
  CHECK(longest > 500);  // most of the time that T0 works
  CHECK(t.metrics.at("cores").at("core_t1").at("stall").at("poll") == polled);
  const json& missing = t.metrics.at("profile").at("core_t0").at("missing");
  CHECK(contains(missing.get<std::string>(), "-g"));
  CHECK(t.metrics.at("profile").at("core_t0").at("lines").empty());
}

TEST_CASE("a window of the trace has what the whole trace has there") {
  const temporary_folder folder;
  folder.write("t0.elf", worker().file.bytes());
  folder.write("t1.elf", waiter().file.bytes());
  const arguments line = {"--t0", "t0.elf", "--t1", "t1.elf"};
  const told whole = traced(folder, line, 0), part = traced(folder, line, 0, {"--trace-from", "100", "--trace-to", "450"});
  check_cycles(part, 100, 450);
  for (const auto& [core, cycles] : whole.cores)
    for (uint64_t c = 0; c < cycles.size(); ++c) {
      const one_cycle& shown = part.cores.at(core)[c];
      const bool inside = c >= 100 && c < 450;
      if (shown.state != (inside ? cycles[c].state : "") || shown.function != (inside ? cycles[c].function : ""))
        FAIL(core << " in cycle " << c);
    }
}

TEST_CASE("observing the cores changes no cycle, and a program without any symbol has no functions") {
  const temporary_folder folder;
  program p = worker();
  p.file.functions.clear();
  folder.write("t0.elf", p.file.bytes());
  const told t = traced(folder, {"--t0", "t0.elf"}, 0);
  check_all(t);
  REQUIRE(t.metrics.at("profile").at("core_t0").at("functions").size() == 1);
  CHECK(t.metrics.at("profile").at("core_t0").at("functions")[0].at("name") == "(no function)");
  CHECK(contains(t.metrics.at("profile").at("core_t0").at("missing").get<std::string>(), "symbol table"));
  REQUIRE(run_tlm(folder, {"elf", "--t0", "t0.elf", "--metrics", "plain.json"}).code == 0);
  const json plain = json::parse(folder.read("plain.json"));
  CHECK_FALSE(plain.contains("profile"));
  for (const char* what : {"cycles", "cores", "threads", "units", "l1"}) CHECK(plain.at(what) == t.metrics.at(what));
}

TEST_CASE("--timeline names the functions of the cores") {
  const temporary_folder folder;
  folder.write("t0.elf", worker().file.bytes());
  folder.write("t1.elf", waiter().file.bytes());
  const outcome o = run_tlm(folder, {"elf", "--t0", "t0.elf", "--t1", "t1.elf", "--timeline", "--timeline-rows", "20000"});
  INFO(o.out);
  REQUIRE(o.code == 0);
  CHECK(contains(lines_of(o.out)[0], "core_t0"));
  for (const char* part : {"# _start", "# work", "(poll) wait_for_t0", "# push", "(in_reset)", "# (no function)"}) {
    CAPTURE(part);
    CHECK(contains(o.out, part));
  }
}

TEST_CASE("inlined functions lie in the one that was called, where a RISC-V compiler is there") {
  const temporary_folder folder;
  if (!tool_is_there("riscv64-unknown-elf-g++", "gcc-riscv64-unknown-elf")) return;
  folder.write("p.cpp",
               "#define INLINED static inline __attribute__((always_inline))\n"
               "namespace inner { INLINED void fill(volatile unsigned* at, unsigned n) { while (n--) at[n] = n; } }\n"
               "INLINED void twice(volatile unsigned* at) { inner::fill(at, 40); inner::fill(at + 64, 30); at[200] = 1; }\n"
               "__attribute__((noinline)) void kernel(unsigned n) { twice((volatile unsigned*)0x20000); (void)n; }\n"
               "extern \"C\" __attribute__((naked)) void _start() {\n"
               "  asm volatile(\"lui sp, 0xffb01\\n call _Z6kernelj\\n ebreak\");\n"
               "}\n");
  const std::string build = "cd " + folder.path() +
                            " && riscv64-unknown-elf-g++ -g -O1 -march=rv32im -mabi=ilp32 -ffreestanding -nostdlib "
                            "-Wl,-Ttext=0x6000,-z,max-page-size=16 p.cpp -o p.elf";
  REQUIRE(std::system(build.c_str()) == 0);
  const told t = traced(folder, {"--t0", "p.elf"}, 0);
  check_sums(t.trace, t.metrics);
  std::map<std::string, uint64_t> cycles;  // of slices by category and name
  for (const auto& s : t.trace.tracks.at("core_t0 functions")) cycles[s.category + " " + s.name] += s.to - s.from;
  const uint64_t kernel = cycles["function kernel(unsigned int)"], twice = cycles["inlined twice"],
                 fill = cycles["inlined fill"];
  CHECK(fill > 100);
  CHECK(twice >= fill);
  CHECK(kernel >= twice);
  const json& p = t.metrics.at("profile").at("core_t0");
  CHECK(kernel + cycles["function _start"] == p.at("cycles"));
  CHECK(p.at("missing") == "");
  const auto of = [&](const std::string& name) {
    for (const auto& f : p.at("functions"))
      if (f.at("name") == name) return f.at("cycles").get<uint64_t>();
    return uint64_t{0};
  };
  CHECK(of("fill (inlined in kernel(unsigned int))") == fill);
  CHECK(of("twice (inlined in kernel(unsigned int))") == twice - fill);
  CHECK(of("kernel(unsigned int)") == kernel - twice);
  uint64_t lines = 0, second = 0;
  for (const auto& l : p.at("lines")) {
    lines += l.at("cycles").get<uint64_t>();
    if (l.at("line") == 2) second = l.at("cycles");
  }
  CHECK(lines == p.at("cycles"));
  CHECK(second >= fill / 2);
}

}  // namespace core_trace_test
