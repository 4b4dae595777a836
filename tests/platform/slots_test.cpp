// SPDX-License-Identifier: Apache-2.0
// The slots of a cycle: every process has one of its own, and docs/architecture.md lists them.
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "catch.h"
#include "models/time/cycles.h"

using namespace tensix;

namespace {
struct row {
  std::string name;
  unsigned ps;
  std::string text;
  bool operator==(const row& o) const { return name == o.name && ps == o.ps && text == o.text; }
};
const std::vector<row> slots = {
#define X(id, ps, text) {#id, ps, text},
    TENSIX_SLOTS(X)
#undef X
};
}  // namespace

TEST_CASE("every process of a tile has a slot of its own") {
  std::map<unsigned, std::string> taken;
  for (const row& s : slots) {
    CAPTURE(s.name, taken[s.ps]);
    CHECK(taken[s.ps].empty());
    taken[s.ps] = s.name;
  }
  // Those alike follow one another, as slot_of() counts.
  CHECK(slot_of(slot::riscv_stores_t0, 3) == slot::riscv_stores_b);
  CHECK(slot_of(slot::packer0, 3) == slot::packer3);
  CHECK(slot_of(slot::unpacker0, 1) == slot::unpacker1);
  CHECK(slot_of(slot::frontend0, 2) == slot::frontend2);
}

TEST_CASE("docs/architecture.md lists the slots") {
  std::ifstream page(TENSIX_TEST_DATA "/../docs/architecture.md");
  REQUIRE(page);
  std::vector<row> listed;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("| slot | ps |", 0) == 0) inside = true;
    else if (inside && line.empty()) break;
    else if (inside && line.rfind("| `", 0) == 0) {
      const size_t name = 3, name_end = line.find('`', name), ps = name_end + 4, text = line.find(" | ", ps) + 3;
      listed.push_back({line.substr(name, name_end - name), static_cast<unsigned>(std::stoul(line.substr(ps))),
                        line.substr(text, line.rfind(" |") - text)});
    }
  }
  REQUIRE(listed.size() == slots.size());
  for (size_t i = 0; i < slots.size(); ++i) {
    CAPTURE(slots[i].name, listed[i].name, listed[i].ps, listed[i].text);
    CHECK(listed[i] == slots[i]);
  }
}
