// SPDX-License-Identifier: Apache-2.0
// The critical path on the page: bounded, and nothing of it lost.
#include "pages/run/timeline_data.h"
#include "observe/why/path_text.h"

#include "catch.h"

using namespace tensix;

namespace {

critical_path path_of(uint64_t stretches, uint64_t each) {
  critical_path p;
  p.cycles = stretches * each;
  p.resources = {{"t0 issue", "T0 issues", "", 0, 0, 0, 0, 0},
                 {"matrix_unit work", "it multiplies", "a.b", 0, 0, 0, 0, 0},
                 {"mover job", "it copies", "c.d", 0, 0, 17, 0, 0}};
  for (uint64_t i = 0; i < stretches; ++i) {
    const auto resource = static_cast<uint32_t>(i % 3 == 0);
    p.stretches.push_back({i * each, (i + 1) * each, resource, i % 2 ? 1 : -1, 0});
    p.resources[resource].cycles += each;
    ++p.resources[resource].stretches;
  }
  return p;
}

uint64_t cycles_of(const nlohmann::ordered_json& data, unsigned resource) {
  uint64_t sum = 0;
  for (const auto& share : data.at("shares"))
    if (share.at("resource") == resource)
      for (const auto& n : share.at("cycles")) sum += n.get<uint64_t>();
  return sum;
}

}  // namespace

TEST_CASE("a short path is there stretch by stretch") {
  const critical_path p = path_of(100, 7);
  const auto data = path_data(p, 2, 50, 60);
  CHECK(data.at("from") == 0);
  CHECK(data.at("to") == 700);
  CHECK(data.at("until") == 700);
  REQUIRE(data.at("stretches").size() == 100);
  CHECK(data.at("stretches")[0].size() == 3);
  CHECK(data.at("stretches")[1].size() == 5);  // with thread and instruction
  CHECK(data.at("resources")[2].at("slack") == 17);
  CHECK(data.at("notes").at("holds") == holds_the_run(p));
  CHECK(cycles_of(data, 0) == p.resources[0].cycles);
  CHECK(cycles_of(data, 1) == p.resources[1].cycles);
}

TEST_CASE("of a long path there are the stretches of the window, and shares of all") {
  const critical_path p = path_of(1000000, 3);
  const auto data = path_data(p, 8192, 300001, 303000);
  CHECK(data.at("stretches").size() == 1000);
  CHECK(data.at("from") == 300000);
  CHECK(data.at("to") == 303000);
  CHECK(cycles_of(data, 0) + cycles_of(data, 1) == p.cycles);
  CHECK(data.dump().size() < 100000);
  // A window with more than are told ends earlier.
  const auto cut = path_data(p, 8192, 0, p.cycles);
  CHECK(cut.at("stretches").size() == most_path_stretches);
  CHECK(cut.at("to") == 3 * most_path_stretches);
}
