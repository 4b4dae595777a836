// SPDX-License-Identifier: Apache-2.0
// Which functions the instructions belong to: the symbol table's, and those that the compiler put into others (DWARF).
#include <dwarf.h>

#include <algorithm>
#include <map>
#include <memory>

#include "workload/elf/dwarf_file.h"
#include "workload/elf/elf_image.h"

namespace tensix {
namespace {

struct inlined {
  uint32_t first, end;
  unsigned depth;  // 0: not within another one
  std::string name;
  std::string file;  // of the call
  unsigned line;
};

std::string name_of(Dwarf_Die* die) {
  Dwarf_Attribute attribute;
  const char* symbol = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute));
  if (symbol) return demangled(symbol);
  const char* name = dwarf_diename(die);
  return name ? name : "?";
}

Dwarf_Word number_of(Dwarf_Die* die, unsigned attribute_name) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  return dwarf_formudata(dwarf_attr(die, attribute_name, &attribute), &value) == 0 ? value : 0;
}

// `files`: of the compilation unit; null: it has none.
void collect(Dwarf_Die* parent, unsigned depth, Dwarf_Files* files, std::vector<inlined>& all) {
  Dwarf_Die die;
  if (dwarf_child(parent, &die) != 0) return;
  do {
    switch (dwarf_tag(&die)) {
      case DW_TAG_inlined_subroutine: {
        const std::string name = name_of(&die);
        const char* file = files ? dwarf_filesrc(files, number_of(&die, DW_AT_call_file), nullptr, nullptr) : nullptr;
        const auto line = static_cast<unsigned>(number_of(&die, DW_AT_call_line));
        Dwarf_Addr base = 0, first = 0, end = 0;
        for (ptrdiff_t at = 0; (at = dwarf_ranges(&die, at, &base, &first, &end)) > 0;)
          if (first < end)
            all.push_back({static_cast<uint32_t>(first), static_cast<uint32_t>(end), depth, name, file ? file : "", line});
        collect(&die, depth + 1, files, all);
        break;
      }
      case DW_TAG_namespace:
      case DW_TAG_subprogram:
      case DW_TAG_lexical_block: collect(&die, depth, files, all); break;
      default: break;
    }
  } while (dwarf_siblingof(&die, &die) == 0);
}

std::vector<inlined> inlined_functions(int fd) {
  std::vector<inlined> all;
  const dwarf_file dwarf(dwarf_begin(fd, DWARF_C_READ));
  if (!dwarf) return all;  // no debug information
  Dwarf_Off offset = 0, next = 0;
  size_t header_bytes = 0;
  for (; dwarf_nextcu(dwarf.get(), offset, &next, &header_bytes, nullptr, nullptr, nullptr) == 0; offset = next) {
    Dwarf_Die unit;
    if (!dwarf_offdie(dwarf.get(), offset + header_bytes, &unit)) continue;
    Dwarf_Files* files = nullptr;
    size_t count = 0;
    if (dwarf_getsrcfiles(&unit, &files, &count) != 0) files = nullptr;
    collect(&unit, 0, files, all);
  }
  std::stable_sort(all.begin(), all.end(), [](const inlined& a, const inlined& b) { return a.first < b.first; });
  return all;
}

}  // namespace

std::string brief_function(const std::string& name) {
  int depth = 0;  // within <> and ()
  size_t from = 0, to = name.size();
  for (size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (c == '(' && depth == 0 && i > from) to = std::min(to, i);
    if (c == '<' || c == '(') ++depth;
    if (c == '>' || c == ')') --depth;
    if (depth == 0 && i < to && (c == ' ' || c == ':')) from = i + 1;
  }
  const bool plain = depth == 0 && from < to && name.find("operator") == std::string::npos;
  return plain ? name.substr(from, to - from) : name;
}

void elf_image::read_scopes(int fd) {
  const std::vector<inlined> inside = inlined_functions(fd);
  for (const auto& i : inside) calls_.push_back({i.first, i.end, i.depth, i.file, i.line});
  std::vector<uint32_t> edges = {0, ~0u};
  for (const auto& f : functions_) edges.insert(edges.end(), {f.first, f.end});
  for (const auto& i : inside) edges.insert(edges.end(), {i.first, i.end});
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());

  std::map<std::string, uint32_t> numbers;
  const auto number_of = [&](const std::string& name) {
    const auto [at, is_new] = numbers.emplace(name, static_cast<uint32_t>(names_.size()));
    if (is_new) names_.push_back(name);
    return at->second;
  };
  number_of("(no function)");
  std::vector<const inlined*> here;  // outermost first
  size_t next = 0;
  for (size_t e = 0; e + 1 < edges.size(); ++e) {
    const uint32_t first = edges[e];
    here.erase(std::remove_if(here.begin(), here.end(), [&](const inlined* i) { return i->end <= first; }), here.end());
    for (; next < inside.size() && inside[next].first == first; ++next) here.push_back(&inside[next]);
    std::stable_sort(here.begin(), here.end(), [](const inlined* a, const inlined* b) { return a->depth < b->depth; });
    const function* f = function_at(first);
    scope s{first, edges[e + 1], {f ? number_of(f->name) : unknown_function}};
    for (const inlined* i : here) s.functions.push_back(number_of(i->name));
    if (!scopes_.empty() && scopes_.back().functions == s.functions) scopes_.back().end = s.end;
    else scopes_.push_back(std::move(s));
  }
}

// In a file that is wanted: of the instruction itself, or of the call of what it has been inlined with.
template <class Wanted>
elf_image::place elf_image::innermost_place(uint32_t address, Wanted wanted) const {
  if (const place p = at(address); wanted(p.file)) return {"", p.file, p.line};
  const call_site* innermost = nullptr;
  for (const call_site& c : calls_)
    if (address >= c.first && address < c.end && wanted(c.file) && (!innermost || c.depth > innermost->depth)) innermost = &c;
  return innermost ? place{"", innermost->file, innermost->line} : place();
}

std::vector<elf_image::place> elf_image::frames(uint32_t address) const {
  std::vector<const call_site*> calls;
  for (const call_site& c : calls_)
    if (address >= c.first && address < c.end) calls.push_back(&c);
  std::stable_sort(calls.begin(), calls.end(), [](const call_site* a, const call_site* b) { return a->depth < b->depth; });
  const scope& here = scope_of(address);
  const place instruction = at(address);
  std::vector<place> all;
  for (size_t i = 0; i < here.functions.size(); ++i) {
    const bool innermost = i >= calls.size();
    all.push_back({function_name(here.functions[i]), innermost ? instruction.file : calls[i]->file,
                   innermost ? instruction.line : calls[i]->line});
  }
  return all;
}

elf_image::place elf_image::place_in(const std::string& source, uint32_t address) const {
  return innermost_place(address, [wanted = base_name(source)](const std::string& file) { return base_name(file) == wanted; });
}

namespace {
std::string line_text(const elf_image::place& p) {
  return p.file.empty() ? std::string() : base_name(p.file) + ":" + std::to_string(p.line);
}
}  // namespace

std::string elf_image::line_in(const std::string& source, uint32_t address) const {
  return line_text(place_in(source, address));
}

std::string elf_image::line_outside(const std::string& folder, uint32_t address) const {
  return line_text(innermost_place(
      address, [&](const std::string& file) { return !file.empty() && file.compare(0, folder.size(), folder) != 0; }));
}

const elf_image::scope& elf_image::scope_of(uint32_t address) const {
  const auto next =
      std::upper_bound(scopes_.begin(), scopes_.end(), address, [](uint32_t a, const scope& s) { return a < s.first; });
  return *std::prev(next);
}

}  // namespace tensix
