// A tile to Dst: through SrcA and the matrix unit, or (32-bit datums) by unpacker 0 itself.
#pragma once
#include "tensix/start.h"

namespace tensix::device {

// T0
inline __attribute__((noinline)) void set_unpack_copy(bool transpose) {
  ttinsn<word::set_adc_x(both_unpackers, face_datums)>();
  mop m;  // four faces into SrcA; the matrix unit waits for SrcB as well, which gets zeros
  m.start = unpacr(0, transpose ? two_faces_on : next_face);
  m.op = unpacr_zeros(1);
  m.outer = transpose ? 2 : 4;
  if (transpose) {  // faces 0, 2, 1, 3, transposed themselves by the unpacker
    m.inner = 2;
    m.start = word::nop;
    m.op1 = unpacr(0, two_faces_on);
    m.end0 = set_z(1, 1);
  }
  m.set();
  unpacker.op = unpacking::copy;
  unpacker.op_mode = transpose;
}
inline __attribute__((noinline)) void set_unpack_to_dst_mop() {
  ttinsn<word::set_adc_x(both_unpackers, face_datums)>();
  mop m;
  m.outer = 4;
  m.op = unpacr(0, next_face_in_and_out, false);
  m.set();
  unpacker.op = unpacking::to_dst;
}
// T1. MOVA2D copies 16 bits only: into a 32-bit Dst goes SrcA + 0. `whole`: SrcA has a tile, not a face.
inline __attribute__((noinline)) void set_math_copy(bool whole = false) {
  address_modifier next_rows;
  next_rows.a = next_rows.dst = 8;
  if (fp32_dst) next_rows.b = 8;
  mop_sync();
  next_rows.set(2);
  mop m;  // four faces of two times eight rows
  m.outer = whole ? 1 : 4;
  m.inner = whole ? 8 : 2;
  m.op = fp32_dst ? word_of(opcode::ELWADD) | insn::ELWADD::addr_mode.place(2)
                  : word_of(opcode::MOVA2D) | insn::MOVA2D::instr_mod.place(2) | insn::MOVA2D::addr_mode.place(2);
  m.end0 = setrwc(clear_a | clear_b, rwc_ab);
  m.set();
  matrix.op = operation::copy;
  matrix.op_mode = whole;
}
ALWI void use_math_copy(bool whole) {
  if (matrix.op != operation::copy || matrix.op_mode != whole) set_math_copy(whole);
}

ALWI void init_copy(bool to_dst, bool transpose) {
  if constexpr (unpacks) {
    if (!to_dst && (unpacker.op != unpacking::copy || unpacker.op_mode != transpose)) set_unpack_copy(transpose);
    if (to_dst && unpacker.op != unpacking::to_dst) set_unpack_to_dst_mop();
  }
  if constexpr (computes) {
    matrix.copies_to_dst = to_dst;
    if (!to_dst) use_math_copy(false);
  }
}

// T1 grants the tile of Dst, T0 fills it.
ALWI void unpack_into_dst(uint32_t tile, uint32_t dst_tile) {
  while (semaphore(sem::unpack_context) >= 2) {
  }
  ttinsns<word::semwait(block::unpack | block::sync, sem::dst_granted, until::not_zero), word::semget(sem::dst_granted)>();
  const uint32_t row = 64 + (dst.half + tile_rows * dst_tile) * row_datums;
  static uint32_t rows;  // of both contexts
  rows = context() ? (rows & 0xffff) | row << 16 : (rows & 0xffff0000) | row;
  set_config(cfg::THCON_SEC0_REG3_Base_address.word + context(), tile - 1);
  set_config(cfg::THCON_SEC0_REG5_Dest_cntx0_address.word, rows);
  post_semaphore(sem::unpack_context);
  ttinsns<word::stallwait(block::unpack, until::riscv_stores_done), word::clear_adc_zw(both_unpackers), word::mop>();
  end_unpack();
  ttinsns<word::stallwait(block::sync, until::unpacker0_done), word::sempost(sem::unpacked_to_dst)>();
}
// T1
ALWI void math_copy(uint32_t dst_tile) {
  select_dst_tile(dst_tile);
  ttinsns<word::mop, setrwc(0, rwc_dst)>();
}
ALWI void grant_dst_tile(uint32_t dst_tile) {
  dst.written |= 1u << dst_tile;
  ttinsns<word::stallwait(block::sync, until::math_done | until_vector_done), word::sempost(sem::dst_granted),
          word::semwait(block::math | block::vector | block::sync, sem::unpacked_to_dst, until::not_zero),
          word::semget(sem::unpacked_to_dst)>();
}

}  // namespace tensix::device
