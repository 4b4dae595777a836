// SPDX-License-Identifier: Apache-2.0
// The page of a comparison: one HTML file that asks for nothing outside itself. docs/output.md.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace tensix {

// `comparison`: what `tensix-tlm compare --json` prints (docs/metrics.md), its files among it.
std::string compare_page(const nlohmann::ordered_json& comparison, const std::string& version);

}  // namespace tensix
