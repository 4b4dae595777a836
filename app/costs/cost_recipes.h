// SPDX-License-Identifier: Apache-2.0
// What is measured, and how: workload/device/costs.csv, a line a recipe, for each function of workload/device/public_api.csv, and for
// functions of the dataflow API.
#pragma once
#include <string>
#include <vector>

namespace tensix {

struct cost_recipe {
  std::string function, family;  // of docs/validation.md; empty: none was compared with silicon
  std::string how;  // call, init, vector, vector_int, tile, tile_phases, block; reader, writer: on NC, on B; none: refused
  std::string before, call, after;
  bool of_tiles() const { return how == "tile" || how == "tile_phases"; }
  bool of_dataflow() const { return how == "reader" || how == "writer"; }
  bool of_vector_unit() const { return how == "vector" || how == "vector_int"; }
};

// What was found when a family's rows were compared with silicon: percent of the measured value.
struct cost_error {
  std::string family, rows, median, largest;
};

// A line's cells; "" within quotes is a quote. Throws std::runtime_error, which names the file, for what has other columns.
std::vector<std::vector<std::string>> csv_rows(const std::string& file, const std::vector<std::string>& columns);

// In the order of the public functions; one without a recipe is there with how = "none". Throws for a recipe without a function.
std::vector<cost_recipe> cost_recipes();
std::vector<cost_error> cost_errors();
// Headers below api/compute that declare the functions.
std::vector<std::string> cost_headers();

}  // namespace tensix
