// RISC-V programs as ELF files, made word by word: header, one segment, and a symbol table if there are functions.
#pragma once
#include <cstdint>
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
  struct function {
    std::string name;
    uint32_t address, bytes;
  };
  words text;
  uint32_t address = 0x6000, entry = 0x6000;
  uint32_t machine = 243, elf_class = 1, type = 2, memory_bytes = 0;  // 0: as in the file
  std::vector<function> functions;                                    // none: no symbol table

  std::string bytes() const {
    const auto size = static_cast<uint32_t>(4 * text.size());
    const uint32_t sections = functions.empty() ? 0 : 3;
    std::string out =
        "\x7f"
        "ELF";
    put(out, elf_class, 1), put(out, 1, 1), put(out, 1, 1);
    out.resize(16);
    put(out, type, 2), put(out, machine, 2), put(out, 1, 4), put(out, entry, 4), put(out, 52, 4);
    put(out, sections ? 84 + size : 0, 4), put(out, 0, 4);
    put(out, 52, 2), put(out, 32, 2), put(out, 1, 2), put(out, 40, 2), put(out, sections, 2), put(out, 0, 2);
    for (const uint32_t w : {1u, 84u, address, address, size, memory_bytes ? memory_bytes : size, 5u, 4u}) put(out, w, 4);
    for (const uint32_t w : text) put(out, w, 4);
    if (!sections) return out;
    std::string symbols(16, '\0'), names(1, '\0');
    for (const function& f : functions) {
      put(symbols, static_cast<uint32_t>(names.size()), 4), put(symbols, f.address, 4), put(symbols, f.bytes, 4);
      put(symbols, 0x12, 1), put(symbols, 0, 1), put(symbols, 0xfff1, 2);  // a global function
      names += f.name + std::string(1, '\0');
    }
    const auto section = [&](uint32_t kind, uint32_t offset, size_t bytes, uint32_t link, uint32_t info, uint32_t entry_bytes) {
      for (const uint32_t w : {0u, kind, 0u, 0u, offset, static_cast<uint32_t>(bytes), link, info, 4u, entry_bytes})
        put(out, w, 4);
    };
    const uint32_t at = 84 + size + sections * 40;
    out.append(40, '\0');
    section(2, at, symbols.size(), 2, 1, 16);
    section(3, at + static_cast<uint32_t>(symbols.size()), names.size(), 0, 0, 0);
    return out + symbols + names;
  }
};
inline elf at(uint32_t address, words text) {
  elf e;
  e.text = std::move(text);
  e.address = e.entry = address;
  return e;
}

}  // namespace tensix_cli
