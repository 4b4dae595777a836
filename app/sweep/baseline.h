// SPDX-License-Identifier: Apache-2.0
// With which point of a study a point is compared, and what follows: ratio, speed-up, and their geometric mean over kernels.
// docs/sweeps.md, "How much faster".
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/sweep/study.h"
#include "app/sweep/study_check.h"

namespace tensix {

// Chosen by the study; without that the first variant, or else the point with the parameters that the base has, if there is one.
class study_baseline {
 public:
  // The working directory is the study's. Throws study_error: the study names a baseline that is no point.
  study_baseline(const study& s, point_checker& checker);
  bool any() const { return !values_.empty(); }
  std::string text() const { return settings_text(values_); }
  const std::vector<study_setting>& values() const { return values_; }
  // Of the same work, both numbers from 0 on; nothing: there is no such point.
  std::optional<uint64_t> of(uint64_t point) const;

 private:
  struct coordinate {
    uint64_t size = 1, stride = 1;
    std::vector<std::optional<uint64_t>> like;  // of each value the baseline's; empty: the baseline says nothing of it
  };
  std::vector<study_setting> values_;
  std::vector<coordinate> coordinates_;

  void choose(const study& s, point_checker& checker);
};

// Every number of the points of a sweep beside its baseline's.
class speedups {
 public:
  struct cycles_of_point {
    uint64_t cycles = 0, least = 0, most = 0;  // of --jitter: the band; otherwise all the same
    bool measured = false;
  };
  // Of a row of a result: one that is done.
  static cycles_of_point cycles_of(const nlohmann::ordered_json& row);

  // `points`, from 0 on, in the study's order; `row`: theirs.
  speedups(const study& s, const study_baseline& b, const std::vector<uint64_t>& points,
           const std::function<std::string(uint64_t point)>& row);
  // The row with `baseline` (a point's number, from 1 on), `ratio` = cycles / baseline's, `speedup` = its reciprocal, with
  // --jitter speedup_low and speedup_high (both bands), and `geomean` over the kernels; null where there is none. Six digits
  // behind the point.
  std::string decorated(uint64_t point, const std::string& row) const;
  // Of each design, in the study's order: axes, speedup (weighted geometric mean, null if a kernel's point has none), points,
  // least, most. Empty: no design has more than one kernel.
  nlohmann::ordered_json geomeans() const;
  std::string text() const;  // the same as a table
  const study_baseline& baseline() const { return baseline_; }

 private:
  struct design {
    std::vector<study_setting> axes;
    double logs = 0, weights = 0, least = 0, most = 0;
    uint64_t points = 0, without = 0;
    std::optional<double> mean() const;
  };
  const study& study_;
  const study_baseline& baseline_;
  std::map<uint64_t, cycles_of_point> cycles_;
  std::vector<design> designs_;
  std::map<std::string, size_t> places_;  // of designs, by their axes
  bool several_ = false;                  // kernels of a design

  std::vector<study_setting> design_of(const study_point& p) const;
  std::optional<double> speedup(uint64_t point) const;
};

// Digits behind the point that do not depend on a machine's logarithm.
double six_digits(double value);

}  // namespace tensix
