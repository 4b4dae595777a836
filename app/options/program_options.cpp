// SPDX-License-Identifier: Apache-2.0
// Options of `tensix-tlm program`. What is run stands in its file.
#include "app/options/option_groups.h"

namespace tensix {

namespace po = boost::program_options;

option_group program_group() {
  option_group d("Program");
  const auto text = [](const char* value) { return po::value<std::string>()->value_name(value); };
  d.add_options()("check", "compile it, say what lies where and which arguments the kernels get, and do not run it")(
      "seed", text("N"), "of the test data (default 1)")("unchecked", "do not look for wrong use of the interfaces first")(
      "dprint", text("FILE"), "write what the kernels print by DPRINT (-: to standard output); prints cost cycles")(
      "profile", text("FILE"), "write the cores' cycles by line of their kernels, function and source line");
  return d;
}

void read_program_options(const option_values& v, const std::string& file, program_options& o) {
  o.file = file;
  o.check = v.count("check") != 0;
  o.checked = v.count("unchecked") == 0;
  if (v.count("seed")) o.seed = parse_count(text_of(v, "seed"), "--seed");
  o.outputs.profile = text_of(v, "profile");
  o.prints = text_of(v, "dprint");
}

}  // namespace tensix
