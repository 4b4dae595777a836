// SPDX-License-Identifier: Apache-2.0
// What the page of a study shows of its rows (pages/study).
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/sweep/sweep.h"

namespace tensix {

// Axes, the columns that differ between the points, and the points' values; links to reports if there are any.
// With `faster` what points are compared with, and the geometric means; with --jitter each point's band.
nlohmann::ordered_json page_data(const sweep_options& o, const study& s, const speedups* faster,
                                 const std::vector<uint64_t>& numbers, const row_source& row);
std::string sweep_page(const sweep_options& o, const study& s, const speedups* faster, const std::vector<uint64_t>& numbers,
                       const row_source& row);

}  // namespace tensix
