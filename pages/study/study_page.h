// SPDX-License-Identifier: Apache-2.0
// The page of many runs (sweep, levers, optimise): one HTML file that asks for nothing outside itself. Its numbers are one JSON
// object, from which its scripts draw; "kind" says which sections it has. docs/sweeps.md.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace tensix {

std::string study_page(const std::string& title, const nlohmann::ordered_json& data);

// What a column is called for people, and its unit: {"name", "label", "unit"}; of a parameter with its values in the built-in
// configurations. python/tensix_tlm/columns.json holds the names, which plots in Python use too.
nlohmann::ordered_json described_column(const std::string& name);

}  // namespace tensix
