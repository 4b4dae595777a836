// SPDX-License-Identifier: Apache-2.0
// tt_issue_pkg.sv numbers the reasons as models/contracts/reasons.h does.
#include <cctype>
#include <fstream>
#include <map>
#include <regex>
#include <string>

#include "models/contracts/reasons.h"
#include "tests/catch.h"

using namespace tensix;

TEST_CASE("The reasons of tt_issue_pkg are those of the models") {
  std::map<std::string, int> model;
  for (int r = 0; r < static_cast<int>(stall_reason::count); ++r) {
    std::string n = name(static_cast<stall_reason>(r));
    for (char& c : n) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    model[n] = r;
  }
  std::ifstream file(TENSIX_ISSUE_PKG);
  REQUIRE(file);
  const std::regex entry(R"(^\s*([A-Z0-9_]+)\s*=\s*(\d+))");
  int entries = 0;
  std::smatch m;
  for (std::string line; std::getline(file, line);) {
    if (!std::regex_search(line, m, entry)) continue;
    ++entries;
    INFO(line);
    REQUIRE(model.count(m[1]) == 1);
    CHECK(model[m[1]] == std::stoi(m[2]));
  }
  CHECK(entries == 17);
}
