// SPDX-License-Identifier: Apache-2.0
#include "workload/elf/core_profile.h"

#include <algorithm>
#include <iomanip>
#include <map>
#include <numeric>
#include <sstream>
#include <utility>

#include "support/files/output_file.h"

namespace tensix {
namespace {

void add(cycles_by_reason& to, const cycles_by_reason& more) {
  for (size_t i = 0; i < to.size(); ++i) to[i] += more[i];
}

// Rows with the most cycles first.
template <class row>
void sort(std::vector<row>& rows) {
  std::stable_sort(rows.begin(), rows.end(), [](const row& a, const row& b) { return sum_of(a.cycles) > sum_of(b.cycles); });
}

std::string what_is_missing(const elf_image* program) {
  if (!program) return "nothing is known of the program: no ELF file was given for this core";
  if (program->has_lines() && program->has_functions()) return "";
  if (program->has_functions())
    return "no source lines, no inlined functions: the program has no debug information (compile it with -g)";
  return program->has_lines() ? "no functions: the program has no symbol table (do not strip it)"
                              : "neither functions nor source lines: the program has no symbol table and no debug information "
                                "(compile it with -g, do not strip it)";
}

// "l1_load 30, branch 4", the longest first.
std::string waits_text(const cycles_by_reason& cycles) {
  std::vector<size_t> reasons(cycles.size() - 1);
  std::iota(reasons.begin(), reasons.end(), size_t{1});
  std::stable_sort(reasons.begin(), reasons.end(), [&](size_t a, size_t b) { return cycles[a] > cycles[b]; });
  std::string text;
  for (const size_t r : reasons)
    if (cycles[r])
      text += (text.empty() ? "" : ", ") + std::string(name(static_cast<stall_reason>(r))) + " " + std::to_string(cycles[r]);
  return text;
}

template <class row, class text_of_row>
void print_table(std::ostream& out, const char* title, const std::vector<row>& rows, uint64_t all, text_of_row text) {
  if (rows.empty()) return;
  size_t width = 20;
  for (const row& r : rows) width = std::max(width, text(r).size());
  out << "\n"
      << std::setw(14) << "cycles" << std::setw(8) << "%" << std::setw(14) << "busy"
      << "  " << std::left << std::setw(static_cast<int>(width)) << title << std::right << "  waited for\n";
  for (const row& r : rows) {
    const uint64_t cycles = sum_of(r.cycles);
    const std::string waits = waits_text(r.cycles);
    out << std::setw(14) << cycles << std::setw(8) << std::fixed << std::setprecision(1)
        << 100.0 * static_cast<double>(cycles) / static_cast<double>(all) << std::setw(14) << r.cycles[0] << "  ";
    if (waits.empty()) out << text(r) << "\n";
    else out << std::left << std::setw(static_cast<int>(width)) << text(r) << std::right << "  " << waits << "\n";
  }
}

}  // namespace

uint64_t sum_of(const cycles_by_reason& cycles) { return std::accumulate(cycles.begin(), cycles.end(), uint64_t{0}); }

void profile_recorder::introduced(const char* who, account_of what) {
  if (what != account_of::core) return;
  const size_t i = cores_.size();
  cores_.emplace_back().who = who;
  if (own_.at(i) && programs_.at(i) && programs_[i]->has_lines()) cores_.back().places.emplace(programs_[i], own_[i]);
}

void profile_recorder::spent(const char* who, uint32_t pc, uint32_t, stall_reason why, uint64_t from, uint64_t to) {
  for (one_core& c : cores_) {
    if (c.who != who) continue;
    const size_t word = pc / 4;
    if (word >= c.row_of_word.size()) c.row_of_word.resize(word + word / 2 + 1);
    uint32_t& row = c.row_of_word[word];
    if (!row) {
      row = static_cast<uint32_t>(c.rows.size());
      c.rows.emplace_back();
    }
    c.rows[row][static_cast<size_t>(why)] += to - from;
    if (!c.places) continue;
    const uint32_t place = c.places->at(pc);
    if (place >= c.rows_of_places.size()) c.rows_of_places.resize(place + 1);
    c.rows_of_places[place][static_cast<size_t>(why)] += to - from;
  }
}

std::vector<core_profile> profile_recorder::finish(const by_core<std::string>& own_sources) const {
  std::vector<core_profile> all;
  for (size_t i = 0; i < cores_.size(); ++i) {
    const elf_image* program = i < programs_.size() ? programs_[i] : nullptr;
    core_code code(program);
    std::map<std::string, cycles_by_reason> functions;
    std::map<std::pair<std::string, unsigned>, cycles_by_reason> lines;
    core_profile p;
    p.core = cores_[i].who;
    const std::string own_source = i < own_sources.size() ? own_sources[i] : std::string();
    if (program) p.program = own_source.empty() ? program->path() : own_source;  // not where the cache has it
    p.missing = what_is_missing(program);
    for (size_t word = 0; word < cores_[i].row_of_word.size(); ++word) {
      if (!cores_[i].row_of_word[word]) continue;
      const cycles_by_reason& cycles = cores_[i].rows[cores_[i].row_of_word[word]];
      const auto pc = static_cast<uint32_t>(4 * word);
      const auto& in = code.functions(pc);
      add(functions[code.text(in.back(), in.front())], cycles);
      if (program && program->has_lines()) {
        const elf_image::place at = program->at(pc);
        add(lines[{at.file, at.line}], cycles);
      }
      p.cycles += sum_of(cycles);
    }
    for (const auto& [name, cycles] : functions) p.functions.push_back({name, cycles});
    for (const auto& [at, cycles] : lines) p.lines.push_back({at.first, at.second, cycles, ""});
    for (size_t place = 0; place < cores_[i].rows_of_places.size(); ++place) {
      const source_place& at = cores_[i].places->places()[place];
      if (sum_of(cores_[i].rows_of_places[place]))
        p.own_lines.push_back({at.file, at.line, cores_[i].rows_of_places[place], at.call});
    }
    sort(p.own_lines);
    sort(p.functions);
    sort(p.lines);
    if (p.cycles) all.push_back(std::move(p));
  }
  return all;
}

void print_profile(std::ostream& out, const std::vector<core_profile>& cores) {
  for (const core_profile& p : cores) {
    out << (&p == cores.data() ? "" : "\n") << p.core << " (" << p.program << "): " << p.cycles << " cycles\n";
    if (!p.missing.empty()) out << p.missing << "\n";
    print_table(out, "line of the kernel", p.own_lines, p.cycles, [](const core_profile::source_line& l) {
      return text_of(source_place{l.file, l.line, l.call});
    });
    print_table(out, "function", p.functions, p.cycles, [](const core_profile::function& f) { return f.name; });
    print_table(out, "line", p.lines, p.cycles, [](const core_profile::source_line& l) {
      return l.file.empty() ? "(no line)" : l.file + ":" + std::to_string(l.line);
    });
  }
}

void write_profile(const std::string& file, const std::vector<core_profile>& profile) {
  std::ostringstream text;
  print_profile(text, profile);
  write_file(file, "--profile", text.str());
}

}  // namespace tensix
