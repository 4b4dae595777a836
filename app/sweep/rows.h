// SPDX-License-Identifier: Apache-2.0
// The rows of a sweep's result: one a point, as JSON; and the result file made of them, as JSON lines or CSV.
#pragma once
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/sweep/processes.h"
#include "app/sweep/study.h"
#include "platform/parameters.h"

namespace tensix {

// Row of point `number` (from 1 on), without a line end. `p`: nothing if the point's settings do not fit together.
std::string make_row(uint64_t number, const study_point& point, const parameters* p, const child_outcome& o, bool host_seconds);
bool row_is_done(const std::string& row);
// What a resolved parameter is in a row.
nlohmann::ordered_json parameters_of(const parameters& p);

// Writes the rows of the points in `numbers`, in that order, as the name's ending says (.csv, otherwise JSON lines), and puts
// the file into its place when it is complete.
void write_result(const std::string& path, const std::vector<uint64_t>& numbers,
                  const std::function<std::string(uint64_t number)>& row);
bool is_csv(const std::string& path);
// A cell: a text is quoted where it must be; null is an empty one.
std::string csv_text(const nlohmann::ordered_json& value);

// What a row has beside its own numbers, if it has been compared with a baseline (app/sweep/baseline.h).
inline constexpr const char* derived_columns[] = {"baseline", "ratio", "speedup", "speedup_low", "speedup_high", "geomean"};

// A row's values by column: axes, outcome, message, those derived, the numbers of the metrics, parameters.
std::vector<study_setting> columns_of(const nlohmann::ordered_json& row);

}  // namespace tensix
