// SPDX-License-Identifier: Apache-2.0
// Faces of 32-bit datums transposed in Dst, for the host's kernels and for programs of the cores alike: freestanding.
//
// As two halves of 16 bits: moves to Dst are of 16 bits only, so it is taken for one of 16 bits meanwhile, whose datums are the
// upper halves of 32-bit ones (DBG_FEATURE_DISABLE bit 11). A move of these loses the lower ones, which come second. BF16 in SrcA
// and SrcB with zero flags off is any 16 bits.
#pragma once
#include "workload/kernels/words.h"

namespace tensix::turning {

inline constexpr uint32_t narrow_is_upper_half = 1u << 11;  // DBG_FEATURE_DISABLE
inline constexpr uint32_t stay = 7;                         // address modifier that must move no counter

// A face, at the counter of Dst, which goes on to the next one. SrcA and SrcB must be the matrix unit's.
struct face_words {
  static constexpr uint32_t size = 22;
  uint32_t word[size] = {};
};
constexpr face_words face() {
  constexpr uint32_t upper = 0, lower = 1, b_rows = 16;  // TRNSPSRCB works on SrcB's upper half
  face_words f;
  uint32_t n = 0;
  const auto add = [&](uint32_t w) { f.word[n++] = w; };
  const auto dst_to_b = [&](uint32_t half) {
    using namespace insn::MOVD2B;
    for (uint32_t row = 0; row < 16; row += 4)
      add(word_of(opcode::MOVD2B) | dest_32b_lo.place(half) | instr_mod.place(2) | addr_mode.place(stay) |
          src.place(b_rows + row) | insn::MOVD2B::dst.place(row));
  };
  const uint32_t transpose = word_of(opcode::TRNSPSRCB);
  dst_to_b(upper);
  add(transpose);
  for (uint32_t row = 0; row < 16; row += 4) {
    using namespace insn::MOVB2A;
    add(word_of(opcode::MOVB2A) | srcb.place(b_rows + row) | srca.place(row) | instr_mod.place(2) | addr_mode.place(stay));
  }
  dst_to_b(lower);
  add(transpose);
  for (uint32_t row = 0; row < 16; row += 8) {
    using namespace insn::MOVA2D;
    add(word_of(opcode::MOVA2D) | instr_mod.place(2) | addr_mode.place(stay) | src.place(row) | insn::MOVA2D::dst.place(row));
  }
  for (uint32_t row = 0; row < 16; row += 4) {
    using namespace insn::MOVB2D;
    add(word_of(opcode::MOVB2D) | dest_32b_lo.place(lower) | movb2d_instr_mod.place(4) | addr_mode.place(stay) |
        src.place(b_rows + row) | insn::MOVB2D::dst.place(row));
  }
  for (uint32_t row = 0; row < 16; row += 8) add(word_of(opcode::INCRWC) | insn::INCRWC::rwc_d.place(8));
  return f;
}

}  // namespace tensix::turning
