// SPDX-License-Identifier: Apache-2.0
// What a search chooses among: designs. Without several kernels a design is a point of the study; with them it is what all of
// them are run on, and stands for one point a kernel.
#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/sweep/baseline.h"
#include "app/sweep/sweep.h"

namespace tensix {

class study_designs {
 public:
  // `several`: axes of kernels (and of shapes and variables) are run in whole. Throws study_error: no axis has kernels, or one
  // sets kernels and what is to be chosen.
  study_designs(const study& s, const study_baseline& b, bool several);
  const std::vector<uint64_t>& sizes() const { return sizes_; }  // of the coordinates that are chosen
  uint64_t size() const { return size_; }
  bool several() const { return several_; }
  uint64_t kernels() const { return kernels_; }
  // Points, from 0 on: one a kernel.
  std::vector<uint64_t> points(uint64_t design) const;
  // The baseline's settings; of axes that it does not name their first values.
  uint64_t baseline() const { return baseline_; }
  // As a row of a result, point: its first one's number. Of several kernels it has the axes that are chosen, `geomean` (the
  // weighted geometric mean of the speed-ups against the baseline's points), speedup.KERNEL, and the columns that are the same
  // for all kernels.
  std::string row(uint64_t design, const row_source& of_point) const;
  // Kernels with their weights, and the baseline's axes; of several kernels.
  nlohmann::ordered_json described() const;

 private:
  struct coordinate {
    uint64_t size = 1, stride = 1;
    bool work = false;
  };
  const study& study_;
  const bool several_;
  bool subjects_differ_ = false;  // a kernel's name is enough to tell it
  std::vector<coordinate> coordinates_;
  std::vector<uint64_t> sizes_;
  uint64_t size_ = 1, kernels_ = 1, baseline_ = 0;

  std::vector<study_setting> axes_of(uint64_t point, bool work) const;
  std::string kernel_name(uint64_t point) const;
};

}  // namespace tensix
