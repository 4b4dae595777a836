// What the README shows is what the program prints.
#include <fstream>
#include <iterator>
#include <sstream>

#include "tlm_process.h"

using namespace tensix_cli;

namespace {

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

TEST_CASE("the README shows the timeline that its command prints", "[cli]") {
  const std::string readme = text_of(TENSIX_README), prompt = "$ tensix-tlm ";
  const size_t command = readme.find(prompt), end_of_line = readme.find('\n', command), end = readme.find("\n```", end_of_line);
  REQUIRE(command != std::string::npos);
  arguments given = words_of(readme.substr(command + prompt.size(), end_of_line - command - prompt.size()));
  given.at(1) = std::string(TENSIX_README).substr(0, std::string(TENSIX_README).rfind('/') + 1) + given.at(1);
  const temporary_folder folder;
  const std::string shown = readme.substr(end_of_line + 1, end - end_of_line - 1);
  CHECK(tlm(folder, given).out.substr(0, shown.size()) == shown);
}
