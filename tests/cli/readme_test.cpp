// What the README and the pages show is what the program prints.
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
arguments words_of(const std::string& line) {
  arguments all;
  std::istringstream words(line);
  for (std::string word; words >> word;) all.push_back(word);
  return all;
}

}  // namespace

TEST_CASE("the README shows the report that its command prints", "[cli]") {
  const std::string readme = text_of(TENSIX_README);
  const size_t section = readme.find("## What it prints");
  REQUIRE(section != std::string::npos);
  const std::string program = "`build/release/tensix-tlm ";
  const size_t command = readme.find(program, section) + program.size(), command_end = readme.find('`', command);
  const size_t block = readme.find("```\n", command_end) + 4, host = readme.find("host:", block);
  REQUIRE(host != std::string::npos);
  const arguments given = words_of(readme.substr(command, command_end - command));
  const temporary_folder folder;
  const outcome o = tlm(folder, given);
  CHECK(o.code == 0);
  CHECK(o.out.substr(0, o.out.find("host:")) == readme.substr(block, host - block));
}

TEST_CASE("docs/commands.md shows the timeline that its command prints", "[cli]") {
  const std::string readme = text_of(root + "docs/commands.md"), prompt = "$ tensix-tlm ";
  const size_t command = readme.find(prompt), end_of_line = readme.find('\n', command), end = readme.find("\n```", end_of_line);
  REQUIRE(command != std::string::npos);
  arguments given = words_of(readme.substr(command + prompt.size(), end_of_line - command - prompt.size()));
  given.at(1) = root + given.at(1);
  const temporary_folder folder;
  const std::string shown = readme.substr(end_of_line + 1, end - end_of_line - 1);
  CHECK(tlm(folder, given).out.substr(0, shown.size()) == shown);
}

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
    std::istringstream lines(tlm(folder, {command, "--help"}).out);
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
