// SPDX-License-Identifier: Apache-2.0
// What may stand for the value of an option or for an operand: for messages, shell completion and tests. No SystemC.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace tensix {

// The words among which an option (without "--") of any command chooses; none: its value is something else.
const std::vector<std::string>& choices_of(std::string_view option);
// All that have choices.
std::vector<std::string> options_with_choices();

struct value_kind {
  std::vector<std::string> words;    // that may stand there
  bool file = false;                 // or a file,
  std::vector<std::string> endings;  // whose name ends so ("npy"); none: any
  bool parameter = false;            // NAME=VALUE, a parameter
  bool assigns = false;              // WORD=FILE
  bool known() const { return !words.empty() || file || parameter; }
};
// `option`: without "--", empty for an operand; `placeholder`: what help texts show in its place ("FILE.npy", "KERNEL").
value_kind value_kind_of(const std::string& option, const std::string& placeholder);

}  // namespace tensix
