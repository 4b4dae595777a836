// SPDX-License-Identifier: Apache-2.0
// Code that docs/extending.md shows from a file is what stands in that file: a block that begins with "// PATH" names it.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "catch.h"

namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("the code that docs/extending.md shows from a file is the file's", "[pages]") {
  const std::filesystem::path root = std::filesystem::path(TENSIX_TEST_DATA).parent_path();
  const std::string page = text_of(root / "docs/extending.md"), fence = "```cpp\n// tests/";
  unsigned shown = 0;
  for (size_t begin = page.find(fence); begin != std::string::npos; begin = page.find(fence, begin + 1)) {
    const size_t name = page.find("tests/", begin), name_end = page.find('\n', name), end = page.find("```", name_end);
    REQUIRE(end != std::string::npos);
    const std::string file = page.substr(name, name_end - name), code = page.substr(name_end + 1, end - name_end - 1);
    INFO(file);
    REQUIRE(std::filesystem::exists(root / file));
    CHECK(text_of(root / file).find(code) != std::string::npos);
    ++shown;
  }
  CHECK(shown == 2);
}
