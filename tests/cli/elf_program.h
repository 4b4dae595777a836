// SPDX-License-Identifier: Apache-2.0
// RISC-V programs as ELF files, made word by word: header, segments, and sections if there are any.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tensix_cli {

using words = std::vector<uint32_t>;
constexpr uint32_t ebreak = 0x00100073;
inline uint32_t lui(unsigned rd, uint32_t upper) { return upper << 12 | rd << 7 | 0x37; }
inline uint32_t addi(unsigned rd, unsigned rs, int value) {
  return static_cast<uint32_t>(value) << 20 | rs << 15 | rd << 7 | 0x13;
}
inline uint32_t sw(unsigned value, unsigned base) { return value << 20 | base << 15 | 2 << 12 | 0x23; }
inline uint32_t lw(unsigned rd, unsigned base) { return base << 15 | 2 << 12 | rd << 7 | 0x03; }
inline uint32_t divu(unsigned rd, unsigned a, unsigned b) { return 1 << 25 | b << 20 | a << 15 | 5 << 12 | rd << 7 | 0x33; }
// Offsets of less than 2^11 bytes.
inline uint32_t bne(unsigned a, unsigned b, int offset) {
  const auto o = static_cast<uint32_t>(offset);
  return (o >> 12 & 1) << 31 | (o >> 5 & 0x3f) << 25 | b << 20 | a << 15 | 1 << 12 | (o >> 1 & 15) << 8 | (o >> 11 & 1) << 7 |
         0x63;
}
inline uint32_t jal(unsigned rd, int offset) {
  const auto o = static_cast<uint32_t>(offset);
  return (o >> 20 & 1) << 31 | (o >> 1 & 0x3ff) << 21 | (o >> 11 & 1) << 20 | (o >> 12 & 0xff) << 12 | rd << 7 | 0x6f;
}
inline uint32_t ret(unsigned link) { return link << 15 | 0x67; }
constexpr uint32_t back_4_if_zero_x3 = 0xfe000ee3 | 3 << 15, jump_back_4 = 0xffdff06f;

inline void put(std::string& out, uint32_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i) out += static_cast<char>(value >> 8 * i);
}

struct elf {
  struct segment {
    uint32_t address;
    words contents;
    uint32_t memory_bytes;  // 0: as in the file
  };
  struct function {
    std::string name;
    uint32_t address, bytes;
  };
  words text;
  uint32_t address = 0x6000, entry = 0x6000;
  uint32_t machine = 243, elf_class = 1, type = 2, memory_bytes = 0;
  std::vector<segment> more;                             // besides the one with `text`
  std::vector<function> functions;                       // none: no symbol table
  std::optional<std::pair<uint32_t, uint32_t>> section;  // one without bytes: address, size
  std::string section_name = ".loader_init";

  std::string bytes() const {
    std::vector<segment> all{{address, text, memory_bytes}};
    all.insert(all.end(), more.begin(), more.end());
    std::string headers, contents;
    const auto segments = static_cast<uint32_t>(all.size()), first = 52 + 32 * segments;
    const auto here = [&] { return first + static_cast<uint32_t>(contents.size()); };
    for (const segment& s : all) {
      const auto size = static_cast<uint32_t>(4 * s.contents.size());
      for (const uint32_t w : {1u, here(), s.address, s.address, size, s.memory_bytes ? s.memory_bytes : size, 5u, 4u})
        put(headers, w, 4);
      for (const uint32_t w : s.contents) put(contents, w, 4);
    }
    // Section headers: none, `section`, the symbol table and its names, the names of sections.
    std::string names(1, '\0'), sections(40, '\0');
    uint32_t count = 1;
    const auto add = [&](const std::string& name, std::vector<uint32_t> rest) {
      rest.insert(rest.begin(), static_cast<uint32_t>(names.size()));
      for (const uint32_t w : rest) put(sections, w, 4);
      names += name + std::string(1, '\0');
      ++count;
    };
    if (section) add(section_name, {8, 3, section->first, here(), section->second, 0, 0, 4, 0});
    if (!functions.empty()) {
      std::string symbols(16, '\0'), symbol_names(1, '\0');
      for (const function& f : functions) {
        for (const uint32_t w : {static_cast<uint32_t>(symbol_names.size()), f.address, f.bytes}) put(symbols, w, 4);
        put(symbols, 0x12, 2), put(symbols, 0xfff1, 2);  // a global function
        symbol_names += f.name + std::string(1, '\0');
      }
      add(".symtab", {2, 0, 0, here(), static_cast<uint32_t>(symbols.size()), count + 1, 1, 4, 16});
      contents += symbols;
      add(".strtab", {3, 0, 0, here(), static_cast<uint32_t>(symbol_names.size()), 0, 0, 1, 0});
      contents += symbol_names;
    }
    const bool any = count > 1;
    const uint32_t names_from = here();
    add(".shstrtab", {3, 0, 0, names_from, static_cast<uint32_t>(names.size()) + 10, 0, 0, 1, 0});
    if (any) contents += names;
    const uint32_t sections_from = here();
    if (any) contents += sections;
    std::string out =
        "\x7f"
        "ELF";
    put(out, elf_class, 1), put(out, 1, 1), put(out, 1, 1);
    out.resize(16);
    put(out, type, 2), put(out, machine, 2), put(out, 1, 4), put(out, entry, 4), put(out, 52, 4);
    put(out, any ? sections_from : 0, 4), put(out, 0, 4);
    put(out, 52, 2), put(out, 32, 2), put(out, segments, 2), put(out, 40, 2);
    put(out, any ? count : 0, 2), put(out, any ? count - 1 : 0, 2);
    return out + headers + contents;
  }
};
inline elf at(uint32_t address, words text) {
  elf e;
  e.text = std::move(text);
  e.address = e.entry = address;
  return e;
}

}  // namespace tensix_cli
