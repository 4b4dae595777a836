// SPDX-License-Identifier: Apache-2.0
// --events, diff-events, --record and replay as their users meet them.
#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "models/isa/instruction_words.h"
#include "observe/events/event.h"
#include "tests/alike.h"
#include "tests/catch.h"
#include "tests/cli/tlm_process.h"

using namespace tensix;
using namespace tensix_cli;

namespace events_commands_test {
namespace {

std::string joined_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& l : lines) text += l + "\n";
  return text;
}
std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}
size_t line_with(const std::vector<std::string>& lines, const std::string& begin) {
  for (size_t i = 0; i < lines.size(); ++i)
    if (lines[i].compare(0, begin.size(), begin) == 0) return i;
  FAIL("no line begins with " << begin);
  return 0;
}
// The streams of a log, by the program that writes it.
std::set<std::string> streams_in(const std::string& log) {
  std::set<std::string> all;
  std::istringstream in(log);
  for (std::string line; std::getline(in, line);)
    if (line.compare(0, 6, "{\"s\":\"") == 0) all.insert(line.substr(6, line.find('"', 6) - 6));
  return all;
}
std::string hex(uint32_t word) {
  std::ostringstream text;
  text << "0x" << std::hex << word;
  return text.str();
}

}  // namespace

TEST_CASE("a log is the same from a thread beside the simulation and from the simulation's, and what fails there is reported") {
  const temporary_folder folder;
  const arguments run = {"run", "datacopy", "--shape", "256x256", "--event-data", "full"};  // several buffers of records
  const auto with = [&](arguments more) {
    arguments all = run;
    all.insert(all.end(), more.begin(), more.end());
    return run_tlm(folder, all);
  };
  REQUIRE(with({"--events", "beside.jsonl"}).code == 0);
  REQUIRE(with({"--events", "within.jsonl", "--vcd", "waves.vcd", "--vcd-data"}).code ==
          0);  // waves want the simulation's thread
  CHECK(folder.read("beside.jsonl").size() > (4u << 20));
  CHECK(folder.read("beside.jsonl") == folder.read("within.jsonl"));
  const outcome full = with({"--events", "/dev/full"});
  CHECK(full.code != 0);
  CHECK(contains(full.err, "/dev/full"));
  CHECK(contains(full.err, "No space left"));
}

TEST_CASE("two runs of a program are equal; planted differences are found with cycle, sides and exit status") {
  const temporary_folder folder;
  for (const char* log : {"a.jsonl", "b.jsonl"})
    REQUIRE(run_tlm(folder, {"run", "matmul", "--shape", "64x64x64", "--events", log}).code == 0);
  const std::string a = folder.read("a.jsonl");
  CHECK(a == folder.read("b.jsonl"));
  const outcome equal = run_tlm(folder, {"diff-events", "a.jsonl", "b.jsonl"});
  CHECK(equal.code == 0);
  CHECK(contains(equal.out, "no divergence"));
  const auto lines = lines_of(a);

  SECTION("data") {
    auto changed = lines;
    const size_t at = line_with(lines, "{\"s\":\"accept.matrix_unit\",\"n\":20,");
    changed[at] = replaced(changed[at], "\"thread\":1", "\"thread\":2");
    folder.write("b.jsonl", joined_lines(changed));
    const outcome o = run_tlm(folder, {"diff-events", "a.jsonl", "b.jsonl"});
    CHECK(o.code == 1);
    CHECK(contains(o.out, "accept.matrix_unit, event 20: data (thread)"));
    CHECK(contains(o.out, lines[at]));
    CHECK(contains(o.out, changed[at]));
    CHECK(contains(o.out, "MVMUL"));
    CHECK(contains(o.out, "a.jsonl: T1 issued \""));
    CHECK(run_tlm(folder, {"diff-events", "a.jsonl", "b.jsonl", "--only", "l1", "--only", "sem"}).code == 0);
  }
  SECTION("time, with slack and without time") {
    auto changed = lines;
    const size_t at = line_with(lines, "{\"s\":\"pack.beat\",\"n\":3,");
    const size_t c = changed[at].find("\"c\":") + 4, end = changed[at].find(',', c);
    const uint64_t cycle = std::stoull(changed[at].substr(c, end - c));
    changed[at].replace(c, end - c, std::to_string(cycle + 2));
    folder.write("b.jsonl", joined_lines(changed));
    const outcome o = run_tlm(folder, {"diff-events", "a.jsonl", "b.jsonl", "--slack", "1"});
    CHECK(o.code == 1);
    CHECK(contains(o.out, "cycle " + std::to_string(cycle) + ", pack.beat, event 3: time (2 cycles later in b.jsonl)"));
    CHECK(run_tlm(folder, {"diff-events", "a.jsonl", "b.jsonl", "--slack", "2"}).code == 0);
    CHECK(run_tlm(folder, {"diff-events", "a.jsonl", "b.jsonl", "--ignore-time"}).code == 0);
    folder.write("allow.json",
                 "{\"allowed\":[{\"stream\":\"pack.beat\",\"kind\":\"time\",\"ordinals\":[3,3],\"reason\":\"planted\"},"
                 "{\"stream\":\"l1\",\"kind\":\"extra\",\"reason\":\"unused\"}]}");
    const outcome allowed = run_tlm(folder, {"diff-events", "a.jsonl", "b.jsonl", "--allow", "allow.json"});
    CHECK(allowed.code == 0);
    CHECK(contains(allowed.out, "allowed, but did not occur: l1 extra (unused)"));
    CHECK_FALSE(contains(allowed.out, "planted"));
    folder.write("allow.json", "{\"allowed\":[{\"stream\":\"pack.beat\",\"kind\":\"time\"}]}");
    CHECK(run_tlm(folder, {"diff-events", "a.jsonl", "b.jsonl", "--allow", "allow.json"}).code == 2);
  }
  SECTION("missing and extra, the rest counted anew") {
    std::vector<std::string> changed;
    unsigned n = 0;
    std::string left_out;
    for (const auto& l : lines) {
      if (l.compare(0, 20, "{\"s\":\"srca.write\",\"n") != 0) {
        changed.push_back(l);
        continue;
      }
      const size_t from = l.find("\"n\":") + 4;
      if (n == 12 && left_out.empty()) {
        left_out = l;
        continue;
      }
      changed.push_back(l.substr(0, from) + std::to_string(n++) + l.substr(l.find(',', from)));
    }
    folder.write("b.jsonl", joined_lines(changed));
    const outcome missing = run_tlm(folder, {"diff-events", "a.jsonl", "b.jsonl"});
    CHECK(missing.code == 1);
    CHECK(contains(missing.out, "srca.write, event 12: missing (only a.jsonl has it)"));
    CHECK(contains(missing.out, "--> " + left_out));
    const outcome extra = run_tlm(folder, {"diff-events", "b.jsonl", "a.jsonl"});
    CHECK(extra.code == 1);
    CHECK(contains(extra.out, "srca.write, event 12: extra (only a.jsonl has it)"));
  }
  SECTION("equal events, other ends") {
    auto later = lines;
    const size_t at = later.back().find(':') + 1;  // {"end":N,...
    REQUIRE(contains(later.back(), "{\"end\":"));
    const std::string end = later.back().substr(at, later.back().find_first_of(",}") - at);
    later.back().insert(at, "9");
    folder.write("b.jsonl", joined_lines(later));
    const outcome ends = run_tlm(folder, {"diff-events", "a.jsonl", "b.jsonl"});
    CHECK(ends.code == 0);
    CHECK(contains(ends.out, "the ends differ: a.jsonl ends in cycle " + end + ", b.jsonl in cycle 9" + end + "\n"));
    CHECK_FALSE(contains(run_tlm(folder, {"diff-events", "a.jsonl", "a.jsonl"}).out, "the ends differ"));
  }
  SECTION("cut off, corrupt, no log") {
    folder.write("b.jsonl", a.substr(0, a.size() / 2));
    const outcome cut = run_tlm(folder, {"diff-events", "a.jsonl", "b.jsonl"});
    CHECK(cut.code == 1);
    CHECK(contains(cut.out, "b.jsonl has no last line: it was cut off"));
    CHECK_FALSE(contains(cut.out, "missing"));
    auto changed = lines;
    changed[500].pop_back();
    folder.write("b.jsonl", joined_lines(changed));
    const outcome corrupt = run_tlm(folder, {"diff-events", "a.jsonl", "b.jsonl"});
    CHECK(corrupt.code == 2);
    CHECK(contains(corrupt.err, "b.jsonl:501: "));
    CHECK(contains(corrupt.err, "end of input"));
    changed = lines;
    changed.erase(changed.begin() + 100);
    folder.write("b.jsonl", joined_lines(changed));
    const outcome gap = run_tlm(folder, {"diff-events", "a.jsonl", "b.jsonl"});
    CHECK(gap.code == 2);
    CHECK(contains(gap.err, "is due"));
    folder.write("b.jsonl", "{}\n");
    CHECK(run_tlm(folder, {"diff-events", "a.jsonl", "b.jsonl"}).code == 2);
    CHECK(run_tlm(folder, {"diff-events", "a.jsonl", "none.jsonl"}).code == 2);
    CHECK(run_tlm(folder, {"diff-events", "a.jsonl"}).code == 2);
    CHECK(run_tlm(folder, {"diff-events", "a.jsonl", "a.jsonl", "--only", "l2"}).code == 2);
  }
  SECTION("another configuration is said first") {
    REQUIRE(run_tlm(folder,
                    {"run", "matmul", "--shape", "64x64x64", "--set", "matrix_unit.latency_cycles=9", "--events", "b.jsonl"})
                .code == 0);
    const outcome o = run_tlm(folder, {"diff-events", "a.jsonl", "b.jsonl"});
    CHECK(o.code == 1);
    CHECK(o.out.find("the configurations differ:\n") == 0);
    CHECK(contains(o.out, "matrix_unit.latency_cycles: 5 and 9"));
  }
}

TEST_CASE("how much of the data a log has") {
  const temporary_folder folder;
  for (const char* how : {"none", "crc", "full"})
    REQUIRE(run_tlm(folder, {"run", "datacopy", "--events", std::string(how) + ".jsonl", "--event-data", how}).code == 0);
  CHECK_FALSE(contains(folder.read("none.jsonl"), "\"crc\":\"0x"));
  CHECK(contains(folder.read("crc.jsonl"), "\"crc\":\"0x"));
  CHECK(contains(folder.read("full.jsonl"), ",\"d\":\""));
  for (const char* other : {"none.jsonl", "crc.jsonl"}) CHECK(run_tlm(folder, {"diff-events", "full.jsonl", other}).code == 0);
  check_refused({"run"}, run_tlm(folder, {"run", "datacopy", "--event-data", "crc"}), {"--events"});
  check_refused({"run"}, run_tlm(folder, {"run", "datacopy", "--events", "x", "--event-data", "al"}), {"none, crc or full"});
}

TEST_CASE("every stream of the model has events: vectors, a kernel, and the mover") {
  const temporary_folder folder;
  const std::string vectors = std::string(TENSIX_TEST_DATA) + "/vectors/";
  std::set<std::string> seen;
  for (const char* vector : {"A_datacopy/elwadd_bf16_bf16_fp16_fp16_32.scn", "F_sfpu/add_f.scn", "I_config/mutex.scn",
                             "I_config/dmareg_arith_0.scn", "J_flow/mvmul_8.scn"}) {
    run_tlm(folder, {"stream", vectors + vector, "--events", "a.jsonl", "--event-data", "none"});
    seen.merge(streams_in(folder.read("a.jsonl")));
  }
  REQUIRE(run_tlm(folder, {"run", "add", "--shape", "128x128", "--feed-bytes", "256", "--events", "a.jsonl", "--event-waits"})
              .code == 0);
  seen.merge(streams_in(folder.read("a.jsonl")));
  play(folder, "t0 push " + hex(static_cast<uint32_t>(opcode::XMOV) << 24) + "\n", {"--events", "x.jsonl"});
  seen.merge(streams_in(folder.read("x.jsonl")));
  for (unsigned s = 0; s < event_stream_count; ++s) {
    const std::string& name = stream_name(s);
    if (name.compare(0, 3, "l1.") == 0 && std::stoi(name.substr(3)) >= 42) continue;  // blackhole has 42 ports
    const event_group group = group_of(s);
    const bool of_rtl_only = group == event_group::core || group == event_group::noc;
    INFO(name);
    CHECK(seen.count(name) == (of_rtl_only ? 0 : 1));
  }
}

TEST_CASE("a unit that was recorded answers alike without the rest of the tile, another one does not") {
  const temporary_folder folder;
  const std::string vectors = std::string(TENSIX_TEST_DATA) + "/vectors/";
  tensix_tests::each_alike cases(5);
  for (const char* unit : {"unpacker0", "unpacker1", "matrix_unit", "vector_unit", "packers", "sync_unit", "misc_unit"})
    for (const std::string program : {"matmul", "J_flow/mova2d_8.scn", "F_sfpu/add_f.scn", "H_unpack/double_buffer.scn",
                                      "I_config/mutex.scn", "A_datacopy/bf16_bf16_bf16_bf16_spc.scn"}) {
      if (cases.left_out()) continue;
      const arguments run =
          program == "matmul" ? arguments{"run", "matmul", "--shape", "64x64x64"} : arguments{"stream", vectors + program};
      arguments recorded = run;
      recorded.insert(recorded.end(), {"--record", std::string(unit) + "=r.jsonl"});
      run_tlm(folder, recorded);
      const outcome o = run_tlm(folder, {"replay", unit, "r.jsonl"});
      INFO(unit << " " << program << ": " << o.out << o.err);
      CHECK(o.code == 0);
      CHECK(contains(o.out, "offers are answered as in the record"));
    }
  // Those that cores, mover and one another ask beside offers; and with another time of theirs.
  const std::string slower[][2] = {{"config_unit", "config_unit.cfgshiftmask_cycles=3"},
                                   {"scalar_unit", "scalar_unit.atomic_cycles=20"},
                                   {"mover", "mover.clear_cycles=2"}};
  for (const auto& [unit, setting] : slower)
    for (const char* program : {"config_unit", "scalar_unit", "mover", "overlay", "ports"}) {
      if (cases.left_out()) continue;
      run_tlm(folder,
              {"stream", std::string(TENSIX_TEST_DATA) + "/sensitivity/" + program + ".scn", "--record", unit + "=r.jsonl"});
      const outcome o = run_tlm(folder, {"replay", unit, "r.jsonl"});
      INFO(unit << " " << program << ": " << o.out << o.err);
      CHECK(o.code == 0);
      CHECK(contains(o.out, "offers are answered as in the record"));
      if (program == unit) CHECK(run_tlm(folder, {"replay", unit, "r.jsonl", "--set", setting}).code == 1);
    }
  // Throttled unpackers, and a vector unit that shares Dst.
  for (const char* unit : {"unpacker0", "unpacker1", "matrix_unit"}) {
    run_tlm(folder, {"run", "add", "--shape", "64x64", "--config", "documented", "--record", std::string(unit) + "=r.jsonl"});
    CHECK(run_tlm(folder, {"replay", unit, "r.jsonl"}).code == 0);
  }
  for (const char* unit : {"vector_unit", "matrix_unit"}) {
    run_tlm(folder, {"run", "unary", "--shape", "64x64", "--record", std::string(unit) + "=r.jsonl"});
    CHECK(run_tlm(folder, {"replay", unit, "r.jsonl"}).code == 0);
  }
  // Other bytes of L1, another turn at Dst, another holder of a mutex. `line`: what stands in the first one in which `from` becomes `to`.
  const auto replayed_with = [&](const std::string& unit, arguments run, const std::string& line, const std::string& from,
                                 const std::string& to) {
    run.insert(run.end(), {"--record", unit + "=r.jsonl"});
    run_tlm(folder, run);
    auto all = lines_of(folder.read("r.jsonl"));
    const auto changed = std::find_if(all.begin(), all.end(), [&](const auto& l) { return contains(l, line); });
    REQUIRE(changed != all.end());
    *changed = replaced(*changed, from, to);
    folder.write("r.jsonl", joined_lines(all));
    const outcome o = run_tlm(folder, {"replay", unit, "r.jsonl"});
    CHECK(o.code == 1);
    return o.out;
  };
  const arguments datacopy = {"run", "datacopy", "--shape", "32x32"}, unary = {"run", "unary", "--shape", "32x32"};
  CHECK(contains(replayed_with("unpacker0", datacopy, "{\"memory\"", "\"d\":\"", "\"d\":\"7f"), "wrote_src"));
  CHECK(contains(replayed_with("vector_unit", unary, "\"word\":\"0x70", ",\"accepted\":1",
                               ",\"turn\":\"dst_arbitration\",\"turn_from\":9999,\"accepted\":1"),
                 "refused"));
  CHECK(contains(
      replayed_with("sync_unit", {"stream", vectors + "I_config/mutex.scn"}, "{\"mutex\"", "\"owner\":", "\"owner\":1"),
      "the unit has done: {\"mutex\""));
  CHECK(contains(replayed_with("sync_unit", datacopy, "{\"store\"", "\"value\":0", "\"value\":1"),
                 "the unit has done: {\"semaphore\""));
  CHECK(contains(replayed_with("sync_unit", datacopy, "{\"store\"", "\"arrives\":", "\"arrives\":9"),
                 "a core's store to semaphore"));
  const auto stream = [](const char* name) {
    return arguments{"stream", std::string(TENSIX_TEST_DATA) + "/sensitivity/" + name + ".scn"};
  };
  CHECK(contains(replayed_with("scalar_unit", stream("scalar_unit"), "{\"bytes\"", "\"d\":\"09", "\"d\":\"08"), "refused"));
  CHECK(contains(replayed_with("scalar_unit", stream("scalar_unit"), "{\"asks\"", "\"of\":\"", "\"of\":\"9"),
                 "the unit asks what is not in the record: thcon_port"));
  CHECK(contains(replayed_with("config_unit", stream("scalar_unit"), "{\"asked\"", "\"answer\":\"0x0", "\"answer\":\"0x1"),
                 "asked for thcon_port"));
  CHECK(contains(replayed_with("config_unit", stream("mover"), "{\"request\"", "\"d\":\"0", "\"d\":\"f"),
                 "the unit has done: {\"config\""));
  CHECK(
      contains(replayed_with("mover", stream("mover"), "\"crc\"", "\"crc\":\"0x", "\"crc\":\"0x1\",\"was\":\"0x"), "go to L1"));
  // Of a burst that is written, and of one that is added.
  for (const char* program : {"G_pack/ydst_1.scn", "G_pack/l1acc_bf16_bf16_bf16_spc.scn"}) {
    const std::string out = replayed_with("packers", {"stream", vectors + program}, "{\"packed\"", "\"d\":\"",
                                          "\"d\":\"5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a");
    CHECK(contains(out, "in the record 5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a at address 0x"));
  }
  run_tlm(folder, {"run", "matmul", "--shape", "64x64x64", "--fidelity", "hifi4", "--record", "matrix_unit=r.jsonl"});
  auto lines = lines_of(folder.read("r.jsonl"));
  folder.write("r.jsonl", replaced(joined_lines(lines), "\"latency_cycles\": 5", "\"latency_cycles\": 6"));
  const outcome later = run_tlm(folder, {"replay", "matrix_unit", "r.jsonl"});
  CHECK(later.code == 1);
  CHECK(contains(later.out, "is drained from cycle"));
  const size_t taken = static_cast<size_t>(
      std::find_if(lines.begin(), lines.end(), [](const auto& l) { return contains(l, "\"accepted\":1"); }) - lines.begin());
  lines[taken] = replaced(lines[taken], "\"accepted\":1,\"hold\":0", "\"accepted\":0,\"reason\":\"unit_busy\"");
  folder.write("r.jsonl", joined_lines(lines));
  const outcome o = run_tlm(folder, {"replay", "matrix_unit", "r.jsonl"});
  CHECK(o.code == 1);
  CHECK(contains(o.out, "r.jsonl:" + std::to_string(taken + 1)));
  lines.pop_back();
  folder.write("r.jsonl", joined_lines(lines));
  check_refused({"replay"}, run_tlm(folder, {"replay", "matrix_unit", "r.jsonl"}), {"cut off"});
  check_refused({"replay"}, run_tlm(folder, {"replay", "packers", "r.jsonl"}), {"cut off"});
  folder.write("r.jsonl", replaced(joined_lines(lines), "\"version\":6", "\"version\":1"));
  check_refused({"replay"}, run_tlm(folder, {"replay", "matrix_unit", "r.jsonl"}), {"version 1", "reads 2 to 6"});
  check_refused({"run"}, run_tlm(folder, {"run", "datacopy", "--record", "packer=r.jsonl"}), {"packers"});
}

TEST_CASE("docs/events.md names every stream with its fields") {
  std::ifstream file(TENSIX_EVENTS_PAGE);
  REQUIRE(file);
  const std::string page((std::istreambuf_iterator<char>(file)), {});
  for (unsigned g = 0; g < event_groups; ++g) {
    const event_streams& s = streams_of(static_cast<event_group>(g));
    INFO(s.name);
    const size_t row = page.find("| `" + std::string(s.name) + (s.members > 1 ? "." : "`"));
    REQUIRE(row != std::string::npos);
    const std::string text = page.substr(row, page.find('\n', row) - row);
    for (const auto& f : s.fields) {
      INFO(f.name);
      CHECK(contains(text, "`" + std::string(f.name) + "`"));
    }
    CHECK(contains(text, "`d`") == s.has_data());
  }
  for (const char* unit : {"unpacker0", "matrix_unit", "packers", "misc_unit", "mover"}) CHECK(contains(page, unit));
}

}  // namespace events_commands_test
