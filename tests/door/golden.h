// SPDX-License-Identifier: Apache-2.0
// Messages of tt-umd's socket to a simulator, byte by byte and by hand: what neither our encoder nor FlatBuffers has made.
#pragma once
#include <cstdint>
#include <vector>

namespace tensix_door {

using bytes = std::vector<uint8_t>;

// clang-format off: columns
// WRITE of the word 0x40000000 to 0x3f0 of the tile (1, 2). Every member is there.
inline const bytes golden_write = {
    20,   0, 0,  0,                                             // where the table is
    14,   0, 40, 0, 36, 0, 32, 0,    4, 0, 20, 0, 28, 0, 0, 0,  // its members: bytes of this, of the table; each one's place
    16,   0, 0,  0,                                             // the table: how far back its members stand
    1,    0, 0,  0, 0,  0, 0,  0,    2, 0, 0,  0, 0,  0, 0, 0,  // x, y
    0xf0, 3, 0,  0, 0,  0, 0,  0,                               // address
    4,    0, 0,  0,                                             // size
    8,    0, 0,  0,                                             // how far the data are from here
    0,    0, 0,  0,                                             // WRITE
    1,    0, 0,  0, 0,  0, 0,  0x40,                            // data: one word
};

// READ of 4 bytes at address 0 of the tile (1, 2): zero members are left out, but for the data.
inline const bytes golden_read = {
    20, 0, 0,  0,                                         // where the table is
    14, 0, 32, 0, 28, 0, 24, 0, 4, 0, 0, 0, 20, 0, 0, 0,  // no address
    16, 0, 0,  0,                                         // the table
    1,  0, 0,  0, 0,  0, 0,  0, 2, 0, 0, 0, 0,  0, 0, 0,  // x, y
    4,  0, 0,  0,                                         // size
    8,  0, 0,  0,                                         // the data's place
    1,  0, 0,  0,                                         // READ
    1,  0, 0,  0, 0,  0, 0,  0,                           // data: one word, 0
};

// EXIT, with nothing else in it: a table of one member.
inline const bytes golden_exit = {
    12, 0, 0, 0, 6, 0, 8, 0, 7, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 5,
};

// clang-format on

// What stands in a message, by the format's rules alone: the table's place, its list of members, and theirs.
class by_hand {
 public:
  explicit by_hand(const bytes& message) : b_(message), table_(u32(0)) {}
  bool has(unsigned member) const { return at(member) != 0; }
  int command() const { return has(0) ? static_cast<int8_t>(b_.at(at(0))) : 0; }
  uint64_t x() const { return has(2) ? u64(at(2)) : 0; }
  uint64_t y() const { return has(2) ? u64(at(2) + 8) : 0; }
  uint64_t address() const { return has(3) ? u64(at(3)) : 0; }
  uint32_t size() const { return has(4) ? u32(at(4)) : 0; }
  std::vector<uint32_t> data() const {
    std::vector<uint32_t> words;
    if (!has(1)) return words;
    const size_t list = at(1) + u32(at(1));
    for (uint32_t i = 0; i < u32(list); ++i) words.push_back(u32(list + 4 + 4 * i));
    return words;
  }

 private:
  const bytes& b_;
  const size_t table_;
  uint32_t u32(size_t i) const {
    return b_.at(i) | b_.at(i + 1) << 8 | b_.at(i + 2) << 16 | static_cast<uint32_t>(b_.at(i + 3)) << 24;
  }
  uint64_t u64(size_t i) const { return u32(i) | static_cast<uint64_t>(u32(i + 4)) << 32; }
  size_t at(unsigned member) const {
    const size_t members = table_ - static_cast<int32_t>(u32(table_)), entry = 4 + 2 * member;
    if (entry + 2 > (u32(members) & 0xffff)) return 0;
    const size_t offset = u32(members + entry - 2) >> 16;  // 16 bits; the word before it is there too
    return offset ? table_ + offset : 0;
  }
};

}  // namespace tensix_door
