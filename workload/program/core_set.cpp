// SPDX-License-Identifier: Apache-2.0
#include "workload/program/core_set.h"

#include <algorithm>

namespace tensix {

logical_cores core_set::cores(bool by_columns) const {
  logical_cores all;
  for (const core_range& r : ranges_) {
    const unsigned across = r.last.x - r.first.x + 1, down = r.last.y - r.first.y + 1;
    for (unsigned i = 0; i < across * down; ++i)
      all.push_back(by_columns ? logical_core{r.first.x + i / down, r.first.y + i % down}
                               : logical_core{r.first.x + i % across, r.first.y + i / across});
  }
  return all;
}

bool core_set::contains(logical_core c) const {
  return std::any_of(ranges_.begin(), ranges_.end(), [c](const core_range& r) { return r.contains(c); });
}

std::string core_set::text() const {
  std::string text;
  for (const core_range& r : ranges_)
    text += (text.empty() ? "" : " ") + r.first.text() + (r.first == r.last ? "" : "-" + r.last.text());
  return text;
}

std::optional<logical_core> common_core(const core_set& a, const core_set& b) {
  for (const logical_core c : a.cores())
    if (b.contains(c)) return c;
  return {};
}

}  // namespace tensix
