// SPDX-License-Identifier: Apache-2.0
// Results of parts (--shard) as one.
#pragma once
#include <string>
#include <vector>

#include "app/sweep/study.h"
#include "app/sweep/study_check.h"

namespace tensix {

// The rows of a study's points from files of JSON lines. Throws std::runtime_error, with file and line, for a row that is not
// one of this study.
class row_files {
 public:
  row_files(const study& s, point_checker& checker, const std::vector<std::string>& paths);
  bool has(uint64_t number) const { return places_[number - 1].length != 0; }
  std::string row(uint64_t number) const;
  void require_all() const;  // throws if a point is missing

 private:
  struct place {
    size_t file = 0;
    uint64_t offset = 0, length = 0;
  };
  std::vector<std::string> paths_;
  std::vector<place> places_;  // of point number - 1
};

}  // namespace tensix
