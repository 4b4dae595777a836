// The README's example report is what the program prints.
#include <fstream>
#include <iterator>
#include <sstream>

#include "tlm_process.h"

using namespace tensix_cli;

TEST_CASE("the README shows the report that its command prints", "[cli]") {
  std::ifstream file(TENSIX_README);
  const std::string readme{std::istreambuf_iterator<char>(file), {}};
  const size_t section = readme.find("## What it prints");
  REQUIRE(section != std::string::npos);
  const std::string program = "`build/release/tensix-tlm ";
  const size_t command = readme.find(program, section) + program.size(), command_end = readme.find('`', command);
  const size_t block = readme.find("```\n", command_end) + 4, host = readme.find("host:", block);
  REQUIRE(host != std::string::npos);
  arguments given;
  std::istringstream words(readme.substr(command, command_end - command));
  for (std::string word; words >> word;) given.push_back(word);
  const temporary_folder folder;
  const outcome o = tlm(folder, given);
  CHECK(o.code == 0);
  CHECK(o.out.substr(0, o.out.find("host:")) == readme.substr(block, host - block));
}
