// SPDX-License-Identifier: Apache-2.0
// --in0-at and its like: where the circular buffers of a built-in kernel lie.
#include "app/options/option_groups.h"

namespace tensix {
namespace {

// "0x20000" or "bank=5"
buffer_placement parse_placement(const std::string& text, const std::string& option) {
  buffer_placement p;
  const size_t equals = text.find('=');
  if (equals == std::string::npos) {
    p.value = parse_count32(text, option);
    return p;
  }
  const std::string key = text.substr(0, equals);
  if (key != "bank")
    throw usage_error(option + "=" + text + ": expected a byte address or bank=N" + did_you_mean(key, {"bank"}));
  p.bank = true;
  p.value = parse_count32(text.substr(equals + 1), option + ": bank");
  return p;
}

}  // namespace

option_group placement_group() {
  option_group d("Placement");
  for (const char* buffer : {"in0", "in1", "in2", "out"})
    d.add_options()((std::string(buffer) + "-at").c_str(),
                    boost::program_options::value<std::string>()->value_name("ADDR|bank=N"),
                    (std::string("where the buffer of ") + buffer + " begins in L1: a byte address, or a bank").c_str());
  return d;
}

void read_placement(const option_values& v, kernel_options& k) {
  for (unsigned i = 0; i < k.input_at.size(); ++i)
    if (const std::string option = "in" + std::to_string(i) + "-at"; v.count(option))
      k.input_at[i] = parse_placement(text_of(v, option.c_str()), "--" + option);
  if (v.count("out-at")) k.output_at = parse_placement(text_of(v, "out-at"), "--out-at");
}

}  // namespace tensix
