// SPDX-License-Identifier: Apache-2.0
// Two runs side by side: which cycles went where, and which settings differ. From the files of --metrics. No SystemC.
#pragma once
#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>

namespace tensix {

// A file of --metrics. Throws std::runtime_error: no such file, not metrics, another version, a member missing or of a wrong
// kind.
nlohmann::ordered_json read_metrics(const std::string& path);

// What is in the one and in the other, and the difference b - a; docs/metrics.md describes the members. Largest differences of
// cycles first; without `all`, only what differs.
nlohmann::ordered_json compare_metrics(const nlohmann::ordered_json& a, const nlohmann::ordered_json& b, bool all);

// For people, from what compare_metrics says.
void print_comparison(std::ostream& out, const nlohmann::ordered_json& c);

}  // namespace tensix
