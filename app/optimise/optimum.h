// SPDX-License-Identifier: Apache-2.0
// What a search has found, for people, programs and the page.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/optimise/expression.h"
#include "app/optimise/search.h"
#include "app/sweep/sweep.h"

namespace tensix {

struct objective {
  expression what;
  bool maximise = false;
};

struct optimise_wish {
  std::vector<objective> objectives;
  std::vector<constraint> constraints;
  std::string search;  // "coordinate", "random"
  uint64_t points = 0, seed = 1;
  size_t top = 5;  // best points that are reported
};

// The numbers of a point, by column.
class point_values {
 public:
  // Throws expression_error, with the nearest right name, if an expression names a column that the row does not have.
  point_values(const optimise_wish& w, const std::string& row);
  const merit& how_good() const { return merit_; }
  const nlohmann::ordered_json& row() const { return row_; }
  double value(const expression& e) const;

 private:
  nlohmann::ordered_json row_;
  std::vector<std::pair<std::string, nlohmann::ordered_json>> columns_;
  merit merit_;
  double column(const std::string& name) const;
};

// `numbers`: the designs that were run, by their (first) points in the study's order; `size`: how many there are. The object that
// --out writes (docs/levers.md).
nlohmann::ordered_json optimum_of(const optimise_wish& w, const study& s, uint64_t size, const std::vector<uint64_t>& numbers,
                                  const row_source& row);
std::string optimum_text(const nlohmann::ordered_json& optimum);
// The page's data of a sweep, with what was found.
nlohmann::ordered_json optimum_page_data(nlohmann::ordered_json page, const nlohmann::ordered_json& optimum,
                                         const row_source& row, const optimise_wish& w);

}  // namespace tensix
