// SPDX-License-Identifier: Apache-2.0
// A tile transposed where it is, in Dst: four faces through SrcB, faces 1 and 2 change places.
#pragma once
#include "tensix/copy.h"

namespace tensix::device {

// T0: SrcA and SrcB for T1 to move datums through.
ALWI void give_banks() { ttinsns<unpacr_zeros(0), unpacr_zeros(1)>(); }

// T1. Of 16-bit datums (a 16-bit Dst): a face's 16 rows to SrcB's rows 16 to 31, transposed there, and back.
struct transpose_program {
  static constexpr uint32_t b_rows = 16;
  static constexpr uint32_t dst_to_b(uint32_t row, uint32_t low = 0) {
    using namespace insn::MOVD2B;
    return word_of(opcode::MOVD2B) | dest_32b_lo.place(low) | instr_mod.place(2) | addr_mode.place(idle_address_modifier) |
           src.place(b_rows + row % 16) | insn::MOVD2B::dst.place(row);
  }
  static constexpr uint32_t b_to_dst(uint32_t row, uint32_t low = 0) {
    using namespace insn::MOVB2D;
    return word_of(opcode::MOVB2D) | dest_32b_lo.place(low) | movb2d_instr_mod.place(4) |
           addr_mode.place(idle_address_modifier) | src.place(b_rows + row % 16) | insn::MOVB2D::dst.place(row);
  }
  static constexpr uint32_t b_to_a(uint32_t row, uint32_t to) {
    using namespace insn::MOVB2A;
    return word_of(opcode::MOVB2A) | srcb.place(b_rows + row) | srca.place(to + row) | instr_mod.place(2) |
           addr_mode.place(idle_address_modifier);
  }
  static constexpr uint32_t a_to_dst(uint32_t row, uint32_t from, uint32_t low = 0) {  // eight rows
    using namespace insn::MOVA2D;
    return word_of(opcode::MOVA2D) | dest_32b_lo.place(low) | instr_mod.place(2) | addr_mode.place(idle_address_modifier) |
           src.place(from + row % 16) | insn::MOVA2D::dst.place(row);
  }
  // A face, transposed, in SrcB.
  template <uint32_t face, uint32_t low = 0>
  static ALWI void face_to_b() {
    constexpr uint32_t row = 16 * face;
    ttinsns<dst_to_b(row, low), dst_to_b(row + 4, low), dst_to_b(row + 8, low), dst_to_b(row + 12, low),
            word_of(opcode::TRNSPSRCB)>();
  }
  template <uint32_t face, uint32_t low = 0>
  static ALWI void b_to_face() {
    constexpr uint32_t row = 16 * face;
    ttinsns<b_to_dst(row, low), b_to_dst(row + 4, low), b_to_dst(row + 8, low), b_to_dst(row + 12, low)>();
  }
  template <uint32_t to>
  static ALWI void keep_in_a() {
    ttinsns<b_to_a(0, to), b_to_a(4, to), b_to_a(8, to), b_to_a(12, to)>();
  }
  template <uint32_t face, uint32_t from, uint32_t low = 0>
  static ALWI void a_to_face() {
    ttinsns<a_to_dst(16 * face, from, low), a_to_dst(16 * face + 8, from, low)>();
  }
  static inline __attribute__((noinline)) void run(uint32_t tile) {
    select_dst_tile(tile);
    ttinsns<setrwc(0, rwc_all), word::stallwait(block::math, until::srca_given | until::srcb_given | until_vector_done)>();
    face_to_b<0>();
    b_to_face<0>();
    face_to_b<1>();
    keep_in_a<0>();
    face_to_b<2>();
    b_to_face<1>();
    a_to_face<2, 0>();
    face_to_b<3>();
    b_to_face<3>();
    ttinsn<setrwc(clear_a | clear_b, rwc_dst)>();
  }
  // Of 32-bit datums, in two halves; a move of upper halves loses the lower ones, which come second.
  template <uint32_t face>
  static ALWI void wide_face() {
    face_to_b<face>();
    keep_in_a<0>();
    face_to_b<face, 1>();
    a_to_face<face, 0>();
    b_to_face<face, 1>();
  }
  static inline __attribute__((noinline)) void run_wide(uint32_t tile) {
    select_dst_tile(tile);
    set_halves_of_dst(true);
    ttinsns<setrwc(0, rwc_all), word::stallwait(block::math, until::srca_given | until::srcb_given | until_vector_done)>();
    wide_face<0>();
    face_to_b<1>();
    keep_in_a<0>();
    face_to_b<1, 1>();
    keep_in_a<16>();
    face_to_b<2>();
    keep_in_a<32>();
    face_to_b<2, 1>();
    a_to_face<2, 0>();
    a_to_face<2, 16, 1>();
    a_to_face<1, 32>();
    b_to_face<1, 1>();
    wide_face<3>();
    ttinsn<setrwc(clear_a | clear_b, rwc_dst)>();
    set_halves_of_dst(false);
  }
};

}  // namespace tensix::device
