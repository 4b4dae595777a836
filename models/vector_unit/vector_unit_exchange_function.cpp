// SPDX-License-Identifier: Apache-2.0
// Between LRegs and between lanes: SFPSWAP, SFPSHFT2, SFPTRANSP.
#include <cstring>

#include "models/vector_unit/vector_unit_function.h"

namespace tensix {

using namespace sfpu;

// Minimum and maximum are conditional swaps. In argmin and argmax LReg 4..7 follow what happens to LReg 0..3. VB is VD but
// where SFPLOADMACRO says otherwise; then VC and VD may be the same, and what belongs to VC stays there.
void vector_unit_function::swap(const operation& o) {
  // By mode: the rows of eight lanes in which VD gets the smaller value; modes from 9 on: none.
  constexpr uint32_t smaller_to_vd[16] = {0,          0xffffffff, 0x0000ffff, 0x00ff00ff, 0xff0000ff,
                                          0x000000ff, 0x0000ff00, 0x00ff0000, 0xff000000};
  const uint32_t *c = o.lreg[o.vc], *d = o.lreg[o.vb];
  uint32_t swaps = 0, with_index = 0;
  for (unsigned i = 0; i < lanes; ++i) swaps |= uint32_t{smaller(c[i], d[i])} << i;
  swaps ^= ~smaller_to_vd[o.mode];
  for (unsigned col = 0; col < 8; ++col) {
    if (lane_config[col] & exchange_srcb_srcc) swaps ^= column_lanes << col;
    if (lane_config[col] & enable_dest_index) with_index |= column_lanes << col;
  }
  if (o.mode == 0) swaps = ~0u;
  swaps &= o.enabled;
  uint32_t to_c[lanes], to_d[lanes];
  std::memcpy(to_c, d, sizeof to_c);
  std::memcpy(to_d, c, sizeof to_d);
  const auto put = [&](unsigned index, uint32_t mask, const uint32_t(&x)[lanes]) {
    if (index < 8) write_lanes(index, index < 4 ? mask : mask & ~with_index, x);
  };
  // Read before the writes: LReg 4..7 may be an operand too.
  const unsigned index_c = 4 + (o.vc & 3), index_d = 4 + (o.vd & 3);
  uint32_t to_index_c[lanes], to_index_d[lanes];
  std::memcpy(to_index_c, o.lreg[index_d], sizeof to_index_c);
  std::memcpy(to_index_d, o.lreg[index_c], sizeof to_index_d);
  put(o.vd, swaps, to_d);
  put(o.vc, swaps, to_c);
  if (with_index == 0) return;
  write_lanes(index_c, swaps & with_index, to_index_c);
  write_lanes(index_d, swaps & with_index, to_index_d);
}

void vector_unit_function::shuffle(const operation& o) {
  enum : unsigned { copy_4, chained_copy_4, rotate_and_copy_4, rotate_right, shift_right, shift_bits, shift_bits_immediate };
  const uint32_t* c = o.lreg[o.vc];
  uint32_t moved[lanes];
  switch (o.mode) {
    case copy_4: std::memset(moved, 0, sizeof moved); break;
    case chained_copy_4:
      for (unsigned i = 0; i < lanes; ++i) moved[i] = i < 24 ? o.lreg[0][i + 8] : 0;
      break;
    case rotate_and_copy_4:
    case rotate_right:
      for (unsigned i = 0; i < lanes; ++i) moved[i] = c[i & 7 ? i - 1 : i + 7];
      break;
    case shift_right:
      for (unsigned i = 0; i < lanes; ++i) moved[i] = i & 7 ? c[i - 1] : 0;
      break;
    case shift_bits:
      lanewise(o, [](uint32_t x, uint32_t by) { return by & sign_bit ? x >> ((0u - by) & 31) : x << (by & 31); });
      return;
    case shift_bits_immediate: {
      const uint32_t left = o.imm & 31, right = (0u - o.imm) & 31;
      if (o.imm & 0x800) lanewise(o, [=](uint32_t x, uint32_t) { return x >> right; });
      else lanewise(o, [=](uint32_t x, uint32_t) { return x << left; });
      return;
    }
    default: undefined(o, "mode " + std::to_string(o.mode) + " does not exist (0 to 6 do)"); return;
  }
  if (o.mode > rotate_and_copy_4) {
    write_lanes(o.vd, o.enabled, moved);
    return;
  }
  for (unsigned r = 0; r < 3; ++r) {
    uint32_t next[lanes];
    std::memcpy(next, o.lreg[r + 1], sizeof next);
    write_lanes(r, o.enabled, next);
  }
  write_lanes(3, o.enabled, moved);
}

// Lane 8 * j + column of LReg i goes to lane 8 * i + column of LReg j, in LReg 0..3 and 4..7; a lane that is not enabled keeps
// what it has.
void vector_unit_function::transpose(const operation& o) {
  uint32_t old[8][lanes];
  std::memcpy(old, o.lreg, sizeof old);
  for (unsigned base = 0; base < 8; base += 4)
    for (unsigned r = 0; r < 4; ++r) {
      uint32_t result[lanes];
      for (unsigned i = 0; i < lanes; ++i) result[i] = old[base + i / 8][8 * r + i % 8];
      write_lanes(base + r, o.enabled, result);
    }
}

}  // namespace tensix
