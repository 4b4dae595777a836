// SPDX-License-Identifier: Apache-2.0
// One row, one column or one datum of a tile to all of a tile of Dst: through SrcB, whose reads can repeat a row or a column; 32-bit
// datums by unpacker 0 into Dst, and there in two halves of 16 bits through SrcB (workload/kernels/turn_in_dst.h), all bits kept.
#pragma once
#include "tensix/binary.h"
#include "tensix/copy.h"

namespace tensix::device {

inline constexpr uint32_t broadcast_to_dst = 4;  // in op_mode, with a `broadcast`

// T0: faces 0 and 1 of a row, 0 and 2 of a column, 0 of a datum, each once.
template <broadcast kind>
inline __attribute__((noinline)) void set_unpack_broadcast(bool to_dst) {
  constexpr bool column = kind == broadcast::column;
  mop m;
  if (to_dst) {
    ttinsn<word::set_adc_x(1, column ? face_datums : row_datums)>();
    m.outer = kind == broadcast::scalar ? 1 : 2;
    m.op = unpacr(0, column ? 0x22 : next_face_in_and_out, false);
  } else {
    ttinsn<word::set_adc_x(both_unpackers, face_datums)>();
    if (column || fp32_dst) m.start = unpacr_zeros(0);
    m.op = unpacr(1, column ? two_faces_on : next_face);
    if (kind != broadcast::scalar) m.op1 = m.op;
  }
  m.set();
  unpacker.op = unpacking::broadcast;
  unpacker.op_mode = static_cast<uint32_t>(kind) | (to_dst ? broadcast_to_dst : 0);
}
TENSIX_STEP void unpack_broadcast(uint32_t tile, uint32_t dst_tile) {
  if (unpacker.op_mode & broadcast_to_dst) {
    unpack_into_dst(tile, dst_tile);
    ttinsn<unpacr_zeros(1)>();  // SrcB for T1 to move datums through
  } else {
    unpack_tiles(tile, tile);
  }
}

// T1
template <broadcast kind>
struct broadcast_program {
  static constexpr bool column = kind == broadcast::column;
  // Sums with zeros in SrcA make a 32-bit Dst's datums of what SrcB has; so do those of columns, eight rows at a time.
  static constexpr bool adds = column || fp32_dst;
  static constexpr uint32_t b_down = 0;  // the address modifier for the next eight rows of SrcB

  static constexpr uint32_t add(uint32_t row, uint32_t modifier = idle_address_modifier) {
    using namespace insn::ELWADD;
    return word_of(opcode::ELWADD) | instr_mod19.place(static_cast<uint32_t>(kind)) | addr_mode.place(modifier) |
           insn::ELWADD::dst.place(row);
  }
  // Of a row (0) or a datum (1) of SrcB to eight rows; of four rows' first datums to four.
  static constexpr uint32_t b_to_dst(uint32_t row, uint32_t from = 0, uint32_t low = 0) {
    using namespace insn::MOVB2D;
    constexpr uint32_t mode = column ? 5 : kind == broadcast::row ? 2 : 3;
    return word_of(opcode::MOVB2D) | dest_32b_lo.place(low) | movb2d_instr_mod.place(mode) |
           addr_mode.place(idle_address_modifier) | src.place(from) | insn::MOVB2D::dst.place(row);
  }
  static constexpr uint32_t dst_to_b(uint32_t row, uint32_t to, uint32_t low) {
    using namespace insn::MOVD2B;
    return word_of(opcode::MOVD2B) | dest_32b_lo.place(low) | instr_mod.place(column ? 2 : 0) |
           addr_mode.place(idle_address_modifier) | src.place(to) | insn::MOVD2B::dst.place(row);
  }
  static constexpr uint32_t to_eight(uint32_t row) { return adds ? add(row) : b_to_dst(row); }

  static ALWI void init(bool to_dst) {
    matrix.copies_to_dst = to_dst;
    if (to_dst) prepare_turning_in_dst();
    const uint32_t mode = static_cast<uint32_t>(kind);
    if (matrix.op == operation::broadcast && matrix.op_mode == mode) return;
    if (column) {
      address_modifier down;
      down.b = 8;
      mop_sync();
      down.set(b_down);
    }
    matrix.op = operation::broadcast;
    matrix.op_mode = mode;
  }
  // Faces f and f + 2 of a row, f and f + 1 of a column.
  template <uint32_t face>
  static ALWI void two_faces() {
    constexpr uint32_t row = 16 * face, other = row + (column ? 16 : 32);
    if constexpr (column) ttinsns<add(row), add(other, b_down), add(row + 8), add(other + 8), setrwc(clear_b, rwc_ab)>();
    else ttinsns<to_eight(row), to_eight(row + 8), to_eight(other), to_eight(other + 8), setrwc(clear_b, rwc_ab)>();
  }
  static ALWI void run(uint32_t dst_tile) {
    select_dst_tile(dst_tile);
    if constexpr (kind == broadcast::scalar) {
      ttinsns<to_eight(0), to_eight(8), to_eight(16), to_eight(24), to_eight(32), to_eight(40), to_eight(48), to_eight(56),
              setrwc(clear_b, rwc_ab)>();
    } else {
      two_faces<0>();
      two_faces<column ? 2 : 1>();
    }
    if constexpr (adds) ttinsn<setrwc(clear_a, rwc_ab)>();
  }

  // In Dst: upper halves to SrcB's row 16 and on, lower ones to row 0 and on, then back, the upper ones first.
  template <uint32_t face>
  static ALWI void two_faces_in_dst() {
    constexpr uint32_t row = 16 * face, other = row + (column ? 16 : 32);
    if constexpr (column) {
      ttinsns<dst_to_b(row, 16, 0), dst_to_b(row + 4, 20, 0), dst_to_b(row + 8, 24, 0), dst_to_b(row + 12, 28, 0),
              dst_to_b(row, 0, 1), dst_to_b(row + 4, 4, 1), dst_to_b(row + 8, 8, 1), dst_to_b(row + 12, 12, 1)>();
      ttinsns<b_to_dst(row, 16), b_to_dst(row + 4, 20), b_to_dst(row + 8, 24), b_to_dst(row + 12, 28), b_to_dst(other, 16),
              b_to_dst(other + 4, 20), b_to_dst(other + 8, 24), b_to_dst(other + 12, 28), b_to_dst(row, 0, 1),
              b_to_dst(row + 4, 4, 1), b_to_dst(row + 8, 8, 1), b_to_dst(row + 12, 12, 1), b_to_dst(other, 0, 1),
              b_to_dst(other + 4, 4, 1), b_to_dst(other + 8, 8, 1), b_to_dst(other + 12, 12, 1)>();
    } else {
      ttinsns<dst_to_b(row, 16, 0), dst_to_b(row, 0, 1), b_to_dst(row, 16), b_to_dst(row + 8, 16), b_to_dst(other, 16),
              b_to_dst(other + 8, 16), b_to_dst(row, 0, 1), b_to_dst(row + 8, 0, 1), b_to_dst(other, 0, 1),
              b_to_dst(other + 8, 0, 1)>();
    }
  }
  static inline __attribute__((noinline)) void run_in_dst(uint32_t dst_tile) {
    grant_dst_tile(dst_tile);
    set_halves_of_dst(true);
    ttinsn<word::stallwait(block::math, until::srcb_given)>();
    if constexpr (kind == broadcast::scalar) {
      ttinsns<dst_to_b(0, 16, 0), dst_to_b(0, 0, 1), b_to_dst(0, 16), b_to_dst(8, 16), b_to_dst(16, 16), b_to_dst(24, 16),
              b_to_dst(32, 16), b_to_dst(40, 16), b_to_dst(48, 16), b_to_dst(56, 16), b_to_dst(0, 0, 1), b_to_dst(8, 0, 1),
              b_to_dst(16, 0, 1), b_to_dst(24, 0, 1), b_to_dst(32, 0, 1), b_to_dst(40, 0, 1), b_to_dst(48, 0, 1),
              b_to_dst(56, 0, 1)>();
    } else {
      two_faces_in_dst<0>();
      two_faces_in_dst<column ? 2 : 1>();
    }
    ttinsn<setrwc(clear_b, rwc_ab)>();
    set_halves_of_dst(false);
  }
};

}  // namespace tensix::device
