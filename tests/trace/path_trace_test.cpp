// SPDX-License-Identifier: Apache-2.0
// The critical path in a --trace: its track, its arrows, and what is outside of the window. The path is made up.
#include "models/contracts/issue.h"
#include "models/isa/isa.h"
#include "observe/trace/perfetto_trace.h"
#include "trace_file.h"

using namespace tensix;
using namespace tensix_cli;

namespace path_trace_test {
namespace {

critical_path made_up() {
  critical_path p;
  p.cycles = 40;
  p.resources = {{"matrix_unit \"work\"", "it multiplies", "a.b", 20, 2, 0, 0, 0},
                 {"t0 issue", "T0 issues", "", 15, 1, 0, 0, 0},
                 {"producer", "the producer writes", "feed.x", 5, 1, 0, 0, 0}};
  p.stretches = {{0, 15, 1, 0, word_of(opcode::NOP)},
                 {15, 25, 0, 0, word_of(opcode::MVMUL)},
                 {25, 30, 2, -1, 0},
                 {30, 40, 0, 1, word_of(opcode::ELWADD)}};
  return p;
}

trace_file written(const trace_window& window, const critical_path* path) {
  const temporary_folder folder;
  const std::string file = folder / "t.json";
  const char *t0 = "t0", *matrix = "matrix_unit";
  perfetto_trace t(file, window, {"test", "blackhole", 1350, ""});
  t.introduced(t0, account_of::thread);
  t.introduced(matrix, account_of::unit);
  t.issued({0, word_of(opcode::NOP), 0, tile_units}, 1);
  t.counted(t0, stall_reason::none, 0, 15);
  t.counted(matrix, stall_reason::none, 15, 25);
  t.counted(matrix, stall_reason::srca_not_valid, 29, 40);
  t.write(40, path);
  return read_trace(folder.read("t.json"));
}

size_t count_of(const trace_file& t, const std::string& name) {
  size_t n = 0;
  for (const auto& a : t.arrows) n += a.name == name;
  return n;
}

}  // namespace

TEST_CASE("the critical path has a track, a slice a stretch, and arrows") {
  const critical_path path = made_up();
  const trace_file t = written({}, &path);
  REQUIRE(t.tracks.count("critical path"));
  const auto& slices = t.tracks.at("critical path");
  REQUIRE(slices.size() == 4);
  uint64_t at = 0;
  for (const auto& s : slices) {
    CHECK(s.category == "path");
    CHECK(s.from == at);
    at = s.to;
  }
  CHECK(at == 40);
  CHECK(slices[1].name == "matrix_unit \"work\"");
  CHECK(slices[1].thread == "T0");
  CHECK(slices[1].instruction == disassemble(word_of(opcode::MVMUL)));
  CHECK(slices[2].instruction.empty());
  CHECK(slices[3].thread == "T1");
  CHECK(count_of(t, "path") == 3);
  // To what the owner does then: the producer has no track.
  CHECK(count_of(t, "does") == 3);
  for (const auto& a : t.arrows)
    if (a.name == "does") {
      CHECK(a.from == a.to);
      CHECK(a.to_track == (a.from == 0 ? "T0" : "matrix_unit"));
    }
}

TEST_CASE("of a path there is what lies in the window; without one there is no track") {
  const critical_path path = made_up();
  const trace_file t = written({20, 35}, &path);
  const auto& slices = t.tracks.at("critical path");
  REQUIRE(slices.size() == 3);
  CHECK(slices.front().from == 20);
  CHECK(slices.back().to == 35);
  CHECK(count_of(t, "path") == 2);
  CHECK(count_of(t, "does") == 1);
  CHECK(written({}, nullptr).tracks.count("critical path") == 0);
}

}  // namespace path_trace_test
