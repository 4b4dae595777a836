// SPDX-License-Identifier: Apache-2.0
#include "observe/why/path_source_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

#include "support/text/text_columns.h"

namespace tensix {

void print_path_source(std::ostream& out, const path_in_source& source, uint64_t cycles) {
  if (source.lines.empty() || cycles == 0) return;
  const auto percent = [&](uint64_t part) { return fixed(100 * static_cast<double>(part) / static_cast<double>(cycles), 1); };
  const auto name = [](const path_line& l) { return l.core + "  " + l.what; };
  size_t names = 24;
  for (const path_line& l : source.lines) names = std::max(names, name(l).size() + 2);
  out << "\n"
      << left("the path in the source", names) << right("cycles", 12) << right("%", 7) << right("core", 12)
      << right("units", 12) << right("times", 9) << "  what is called there\n";
  uint64_t others = 0, number = 0;
  for (const path_line& l : source.lines) {
    if (100 * l.cycles() < cycles) {
      others += l.cycles();
      ++number;
      continue;
    }
    out << left(name(l), names) << right(grouped(l.cycles()), 12) << right(percent(l.cycles()), 7)
        << right(grouped(l.core_cycles), 12) << right(grouped(l.unit_cycles), 12) << right(l.times ? grouped(l.times) : "", 9)
        << (l.call.empty() ? "" : "  " + l.call) << "\n";
  }
  if (number)
    out << left(std::to_string(number) + " others", names) << right(grouped(others), 12) << right(percent(others), 7) << "\n";
  if (source.elsewhere)
    out << left("no core's", names) << right(grouped(source.elsewhere), 12) << right(percent(source.elsewhere), 7) << "\n";
  for (const std::string& a : source.advice) out << "advice: " << a << "\n";
}

nlohmann::ordered_json path_source_json(const path_in_source& source) {
  nlohmann::ordered_json out = {{"lines", nlohmann::ordered_json::array()}, {"elsewhere", source.elsewhere}};
  for (const path_line& l : source.lines)
    out["lines"].push_back({{"core", l.core},
                            {"place", l.what},
                            {"call", l.call},
                            {"times", l.times},
                            {"core_cycles", l.core_cycles},
                            {"unit_cycles", l.unit_cycles}});
  out["advice"] = source.advice;
  return out;
}

}  // namespace tensix
