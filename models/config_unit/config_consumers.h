// Which words of Config an instruction reads while it starts, by the unit it belongs to. Source: ISA documentation (the pages
// of the units name the fields they use) and the register table.
#pragma once
#include <cstdint>

#include "models/isa/isa.h"

namespace tensix {

// Does `word` read Config[..][index]? (Instructions of the configuration unit itself are ordered by its pipeline: no.)
inline bool consumes(uint32_t word, unsigned index) {
  struct range {
    unsigned first, last;
  };
  static constexpr range unpacker0[] = {{1, 1}, {44, 45}, {48, 53}, {56, 57}, {64, 67}, {70, 111}};
  static constexpr range unpacker1[] = {{1, 1}, {46, 47}, {58, 67}, {70, 71}, {112, 115}, {118, 143}};
  static constexpr range packers[] = {{0, 2},     {8, 8},     {12, 39},   {68, 71},   {100, 107},
                                      {116, 119}, {144, 155}, {180, 183}, {187, 202}, {220, 220}};
  static constexpr range matrix[] = {{0, 2}, {5, 7}, {220, 221}};
  static constexpr range vector[] = {{0, 2}, {5, 7}, {220, 220}, {222, 222}};
  static constexpr range mover[] = {{88, 91}, {136, 139}};
  const auto in = [index](const auto& ranges) {
    for (const range& r : ranges)
      if (index >= r.first && index <= r.last) return true;
    return false;
  };
  switch (unit_of(word)) {
    case unit_id::unpacker: return insn::UNPACR::unpack_block_selection(word) ? in(unpacker1) : in(unpacker0);
    case unit_id::packer: return in(packers);
    case unit_id::matrix_unit: return in(matrix);
    case unit_id::vector_unit: return in(vector);
    case unit_id::mover: return in(mover);
    default: return false;
  }
}

}  // namespace tensix
