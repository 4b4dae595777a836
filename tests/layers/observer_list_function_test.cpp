// SPDX-License-Identifier: Apache-2.0
// observer_list passes on every event of observer: one that it does not override would be lost as soon as two observers are
// attached, and the compiler would not say so.
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "catch.h"

namespace {

std::set<std::string> methods(const char* file, const char* pattern) {
  const auto root = std::filesystem::path(TENSIX_TEST_DATA).parent_path();
  std::ifstream in(root / "models/observe" / file);
  std::stringstream text;
  text << in.rdbuf();
  const std::string all = text.str();
  const std::regex each(pattern);
  std::set<std::string> found;
  for (std::sregex_iterator m(all.begin(), all.end(), each), end; m != end; ++m) found.insert((*m)[1]);
  return found;
}

}  // namespace

TEST_CASE("observer_list: passes on every event") {
  const auto events = methods("observer.h", R"(virtual \w+ (\w+)\()");
  CHECK(events.size() > 30);
  const auto passed_on = methods("observer_list.h", R"(\n  \w+ (\w+)\([^{]*override)");
  for (const auto& e : events) {
    INFO(e);
    CHECK(passed_on.count(e) == 1);
  }
}
