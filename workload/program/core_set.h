// SPDX-License-Identifier: Apache-2.0
// Cores of a program by their logical coordinates: column x and row y among the Tensix tiles. No SystemC.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tensix {

struct logical_core {
  unsigned x = 0, y = 0;

  bool operator==(const logical_core& o) const { return x == o.x && y == o.y; }
  bool operator!=(const logical_core& o) const { return !(*this == o); }
  bool operator<(const logical_core& o) const { return y != o.y ? y < o.y : x < o.x; }  // row by row
  std::string text() const { return "(" + std::to_string(x) + "," + std::to_string(y) + ")"; }
};
using logical_cores = std::vector<logical_core>;

// Corners, both included.
struct core_range {
  logical_core first, last;

  bool contains(logical_core c) const { return c.x >= first.x && c.x <= last.x && c.y >= first.y && c.y <= last.y; }
};

// Ranges that do not overlap, in their order. Source: TT-Metalium's CoreRangeSet.
class core_set {
 public:
  core_set() = default;
  explicit core_set(std::vector<core_range> ranges) : ranges_(std::move(ranges)) {}

  // A range after the other, each row by row, or column by column (TT-Metalium: corerange_to_cores).
  logical_cores cores(bool by_columns = false) const;
  bool contains(logical_core c) const;
  bool empty() const { return ranges_.empty(); }
  const std::vector<core_range>& ranges() const { return ranges_; }
  std::string text() const;  // "(0,0)", "(0,0)-(3,1)", "(0,0)-(3,1) (5,5)"

 private:
  std::vector<core_range> ranges_;
};

// The first core of `a` that is also in `b`.
std::optional<logical_core> common_core(const core_set& a, const core_set& b);

}  // namespace tensix
