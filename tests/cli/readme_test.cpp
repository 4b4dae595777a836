// SPDX-License-Identifier: Apache-2.0
// Pages name every stall reason and every option.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

#include "models/contracts/reasons.h"
#include "tlm_process.h"

using namespace tensix_cli;

namespace {

const std::string root = std::string(TENSIX_README).substr(0, std::string(TENSIX_README).rfind('/') + 1);

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("docs/output.md explains every stall reason, and no other", "[cli]") {
  const std::string page = text_of(root + "docs/output.md"), table = page.substr(page.find("| reason |"));
  for (int i = 1; i < static_cast<int>(tensix::stall_reason::count); ++i) {
    CAPTURE(tensix::name(static_cast<tensix::stall_reason>(i)));
    CHECK(table.find(std::string("`") + tensix::name(static_cast<tensix::stall_reason>(i)) + "`") != std::string::npos);
  }
  std::istringstream lines(table);
  size_t explained = 0;
  for (std::string line; std::getline(lines, line) && line[0] == '|';)
    for (size_t at = 0, end = line.find('|', 1); (at = line.find('`', at)) < end; at = line.find('`', at + 1) + 1) ++explained;
  CHECK(explained == static_cast<size_t>(tensix::stall_reason::count) - 1);
}

TEST_CASE("every option that a command's help names stands on a page", "[cli]") {
  std::string pages = text_of(root + "README.md");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root + "docs"))
    if (entry.path().extension() == ".md") pages += text_of(entry.path().string());
  const temporary_folder folder;
  const std::regex option("^ +(-[a-z] \\[ )?(--[a-z0-9-]+)");
  unsigned named = 0;
  for (const char* command : {"run", "stream", "elf", "compare", "sweep", "params"}) {
    std::istringstream lines(run_tlm(folder, {command, "--help"}).out);
    std::smatch found;
    for (std::string line; std::getline(lines, line);) {
      if (!std::regex_search(line, found, option)) continue;
      CAPTURE(command, found[2].str());
      CHECK(std::regex_search(pages, std::regex(found[2].str() + "([^a-z0-9-]|$)")));
      ++named;
    }
  }
  CHECK(named > 50);
}
