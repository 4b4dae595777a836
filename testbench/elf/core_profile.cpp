#include "testbench/elf/core_profile.h"

#include <algorithm>
#include <iomanip>
#include <map>
#include <ostream>
#include <utility>

namespace tensix {
namespace {

using cycles_by_name = std::map<std::string, uint64_t>;

void print_table(std::ostream& out, const std::string& title, const cycles_by_name& all, uint64_t sum) {
  std::vector<std::pair<std::string, uint64_t>> rows(all.begin(), all.end());
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  out << "\n"
      << std::setw(14) << "cycles" << std::setw(8) << "%"
      << "  " << title << "\n";
  for (const auto& [name, cycles] : rows)
    out << std::setw(14) << cycles << std::setw(8) << std::fixed << std::setprecision(1)
        << 100.0 * static_cast<double>(cycles) / static_cast<double>(sum) << "  " << name << "\n";
}

}  // namespace

void print_profile(std::ostream& out, const std::vector<core_profile>& cores) {
  bool first = true;
  for (const core_profile& p : cores) {
    uint64_t sum = 0;
    cycles_by_name functions, lines;
    for (size_t word = 0; word < p.cycles_by_word.size(); ++word) {
      const uint64_t cycles = p.cycles_by_word[word];
      if (!cycles) continue;
      sum += cycles;
      const elf_image::place at = p.program ? p.program->at(static_cast<uint32_t>(4 * word)) : elf_image::place();
      functions[at.function.empty() ? "(no function)" : at.function] += cycles;
      lines[at.file.empty() ? "(no line)" : at.file + ":" + std::to_string(at.line)] += cycles;
    }
    out << (first ? "" : "\n") << p.core << ": " << sum << " cycles\n";
    first = false;
    if (sum == 0) continue;
    print_table(out, "function", functions, sum);
    print_table(out, "line", lines, sum);
  }
}

}  // namespace tensix
