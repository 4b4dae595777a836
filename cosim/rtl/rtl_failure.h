// SPDX-License-Identifier: Apache-2.0
// The end of a run by RTL: an assertion of its own, or against a handshake. What RTL sees as time. No SystemC: this stands in front
// of it, as headers of Verilator do.
#pragma once
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>

namespace tensix {

// One simulation a process. Kept by the clock of RTL.
struct rtl_present {
  uint64_t ps = 0, cycle = 0;  // of the last edge, or of the cycle in which a block is looked at
  bool failed = false;         // a failure has been thrown
  std::string waves;  // FILE.vcd: blocks that are made from now on write what is in them to FILE.BLOCK.vcd; empty: nothing
  std::set<std::string> waves_of;  // blocks that do
  std::string coverage;            // rtl.coverage: blocks that are made from now on add what they have covered to this file
};
inline rtl_present& present_of_rtl() {
  static rtl_present present;
  return present;
}

class rtl_failure : public std::runtime_error {
 public:
  explicit rtl_failure(const std::string& what) : std::runtime_error(what) { present_of_rtl().failed = true; }
};

}  // namespace tensix
