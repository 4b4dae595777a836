// SPDX-License-Identifier: Apache-2.0
// Energy and area of a run, for comparisons: what was counted, times what a table of the user's says of each
// (docs/energy.md). The project has no numbers of its own. No SystemC.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tensix {

// One thing that is counted: "mac_bf16".
struct energy_row {
  std::string name, what;
  uint64_t count = 0;
  std::optional<double> each;  // picojoules; nothing: the table does not say
  double picojoules() const { return each ? *each * static_cast<double>(count) : 0; }
};
struct area_row {
  std::string name, what;
  double units = 0;
  std::optional<double> each;  // in the table's unit
  double area() const { return each ? *each * units : 0; }
};

struct energy_report {
  std::string file, name, note, area_unit;
  bool illustrative = false;  // the table says of itself that its numbers are nobody's
  std::vector<energy_row> rows;
  std::vector<area_row> area;
  double picojoules() const {
    double sum = 0;
    for (const auto& r : rows) sum += r.picojoules();
    return sum;
  }
  double total_area() const {
    double sum = 0;
    for (const auto& r : area) sum += r.area();
    return sum;
  }
};

}  // namespace tensix
