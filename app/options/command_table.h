// SPDX-License-Identifier: Apache-2.0
// All commands, each a row: what is parsed, what help texts, the man page and shell completion say. No SystemC.
#pragma once
#include <string>
#include <vector>

#include "app/options/option_parser.h"

namespace tensix {

struct command_row {
  command what;
  const char* name;
  const char* brief;                  // behind the name, in the list of commands
  const char* usage;                  // the same in full
  std::vector<const char*> operands;  // what stands for each (value_kind_of); one that ends in "..." may be repeated
  unsigned fewest = 0;                // operands that there must be
  const char* summary = "";           // a line, for the list
  std::vector<option_group> (*groups)() = nullptr;
  const char* more = "";  // below its options
};

const std::vector<command_row>& command_table();
// Throws usage_error with the nearest right name.
const command_row& row_of(const std::string& command);
std::vector<std::string> command_names();
// Options without a command: --config, --set, --dump-config, --help, --version.
std::vector<option_group> options_without_command();

// `tensix-tlm COMMAND --help`, and `tensix-tlm --help`.
std::string help_of(const command_row& row);
std::string overview();

// The status with which a command ends, but for those whose help says otherwise.
struct exit_meaning {
  exit_code code;
  const char* meaning;
};
extern const std::vector<exit_meaning> exit_meanings;

// Texts made of the table.
std::string bash_completion();
std::string zsh_completion();
std::string man_page(const std::string& version);  // roff, macros of man(7)

}  // namespace tensix
