// SPDX-License-Identifier: Apache-2.0
// tensix-tlm coverage: what event logs have covered.
#include <iostream>
#include <optional>
#include <sstream>

#include "app/cli/commands.h"
#include "app/options/command_table.h"
#include "app/options/option_groups.h"
#include "observe/events/issue_coverage.h"
#include "support/files/output_file.h"

namespace tensix {

int coverage_command(const std::vector<std::string>& arguments) {
  namespace po = boost::program_options;
  const auto v = parse_options(arguments, row_of("coverage").groups(), po::positional_options_description().add("operand", -1));
  std::optional<output_file> lcov;
  if (v.count("lcov")) lcov.emplace(text_of(v, "lcov"), "--lcov");
  issue_coverage covered;
  for (const std::string& file : v["operand"].as<std::vector<std::string>>()) {
    event_reader log(file);
    covered.add(log);
    if (log.cut_off()) std::cerr << "warning: " << file << " has no last line: it was cut off\n";
  }
  covered.print(std::cout, v.count("holes") != 0);
  if (lcov) {
    std::ostringstream text;
    covered.print_lcov(text);
    lcov->write(text.str());
    lcov->keep();
  }
  return exit_done;
}

}  // namespace tensix
