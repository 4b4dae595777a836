// SPDX-License-Identifier: Apache-2.0
// What the commands share in reading their options: Boost.Program_options with messages for people.
#pragma once
#include <boost/program_options.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "app/options/options.h"

namespace tensix {

// Options under one heading.
class option_group : public boost::program_options::options_description {
 public:
  const std::string title;
  explicit option_group(const std::string& heading) : options_description(heading), title(heading) {}
};
using option_values = boost::program_options::variables_map;

// Operands (arguments without an option's name) are in the value "operand", a vector of texts.
option_values parse_options(const std::vector<std::string>& arguments, const std::vector<option_group>& known,
                            const boost::program_options::positional_options_description& positional);

// Of a command that makes runs of another one: its own options, and the rest, which is that one's, in its order.
std::pair<option_values, std::vector<std::string>> parse_own_options(const std::vector<std::string>& arguments,
                                                                     const std::vector<option_group>& own);
// Such a rest as a command line: one of `commands` and its arguments, or a file or built-in kernel, whose command its name says.
// `command` is whose rest it is, `operand` what it calls that file: for messages.
std::vector<std::string> run_of(const std::vector<std::string>& rest, const std::vector<std::string>& commands,
                                const std::string& command, const std::string& operand);

// The value of an option, empty if it is not given; a given one that is empty is refused.
std::string text_of(const option_values& values, const char* option);
// Whole numbers, decimal or 0x...; `option` stands in the message.
uint64_t parse_count(const std::string& text, const std::string& option);
uint32_t parse_count32(const std::string& text, const std::string& option);
uint32_t parse_starts(const std::string& text);  // of --jitter

}  // namespace tensix
