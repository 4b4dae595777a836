// SPDX-License-Identifier: Apache-2.0
// A strict reader of value change dumps: anything that IEEE 1364 does not allow fails the test, but for string variables.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cli/tlm_process.h"

namespace tensix_cli {

struct vcd_file {
  uint64_t begin = 0, end = 0;     // first and last time
  std::vector<std::string> names;  // "T0.issue_valid", in the order of their declaration
  std::map<std::string, std::vector<std::pair<uint64_t, std::string>>> values;  // changes; numbers as decimals
  const std::string& at(const std::string& signal, uint64_t time) const;
  uint64_t number(const std::string& signal, uint64_t time) const { return std::stoull(at(signal, time)); }
};

vcd_file read_vcd(const std::string& text);

}  // namespace tensix_cli
